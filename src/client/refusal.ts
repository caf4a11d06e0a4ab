import { type DisconnectReason, GlissadeError } from '../base/error.ts'

/** Reasons that are also codes of the error that `joined` rejects with. */
const REFUSALS = ['version', 'schema', 'full', 'refused'] as const

/** What `Session.joined` rejects with when the connection ended before the server let the client in. */
export function refusalOf(reason: DisconnectReason, detail: string): GlissadeError {
  const code = REFUSALS.find((refusal) => refusal === reason) ?? 'unreachable'
  const said = detail === '' ? reason : `${reason}: ${detail}`
  return new GlissadeError(code, `could not join (${said})`)
}
