import { DISCONNECT_REASONS, type DisconnectReason } from '../base/error.ts'

/** Codes from 4000 are free for applications (RFC 6455, 7.4.2): 4000 + the reason's place in the list. */
const FIRST_CODE = 4000

/** A close frame has room for this much text. */
const DETAIL_BYTES = 123

/** The WebSocket close code that carries `reason`. */
export function closeCode(reason: DisconnectReason): number {
  return FIRST_CODE + DISCONNECT_REASONS.indexOf(reason)
}

/** As much of `detail` as a close frame holds, cut between characters. */
export function closeText(detail: string): string {
  return detail.slice(0, new TextEncoder().encodeInto(detail, new Uint8Array(DETAIL_BYTES)).read)
}

/**
 * What a close code means. Who went away in good order without saying why (1000, 1001, 1005) is lost, as if the
 * connection were cut: it may come back. A page that reloads looks like that, and so does one that was closed.
 */
export function disconnectReason(code: number): DisconnectReason {
  if (code >= FIRST_CODE) return DISCONNECT_REASONS[code - FIRST_CODE] ?? 'lost'
  if (code === 1009) return 'oversized-packet'
  if (code === 1002 || code === 1003 || code === 1007) return 'bad-packet'
  return 'lost'
}
