import { type DisconnectReason, GlissadeError } from '../base/error.ts'

/** Reasons that are also codes of the error that `joined` rejects with. */
const REFUSALS = ['version', 'schema', 'full', 'refused'] as const

/** Returns the error with which `Session.joined` rejects if the connection ends before the server lets the client in. */
export function refusalOf(reason: DisconnectReason, detail: string): GlissadeError {
  const code = REFUSALS.find((refusal) => refusal === reason) ?? 'unreachable'
  const said = detail === '' ? reason : `${reason}: ${detail}`
  return new GlissadeError(code, `could not join (${said})`, { detail: detail || reason })
}
