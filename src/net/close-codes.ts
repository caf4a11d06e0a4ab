import { DISCONNECT_REASONS, type DisconnectReason } from '../base/error.ts'

/** Applications may use codes from 4000 (RFC 6455, 7.4.2): 4000 + the index of the reason in the list. */
const FIRST_CODE = 4000

/** The most bytes of text in a close frame. */
const DETAIL_BYTES = 123

/** Returns the WebSocket close code of `reason`. */
export function closeCode(reason: DisconnectReason): number {
  return FIRST_CODE + DISCONNECT_REASONS.indexOf(reason)
}

/** Returns as much of `detail` as fits a close frame, cut between characters. */
export function closeText(detail: string): string {
  return detail.slice(0, new TextEncoder().encodeInto(detail, new Uint8Array(DETAIL_BYTES)).read)
}

/**
 * Returns the reason that a close code means. A peer that closes without a reason of ours (1000, 1001, 1005) counts as lost,
 * as if the connection were cut, because it may come back: a page that reloads looks the same as a page that was closed.
 */
export function disconnectReason(code: number): DisconnectReason {
  if (code >= FIRST_CODE) return DISCONNECT_REASONS[code - FIRST_CODE] ?? 'lost'
  if (code === 1009) return 'oversized-packet'
  if (code === 1002 || code === 1003 || code === 1007) return 'bad-packet'
  return 'lost'
}
