/**
 * A signal tells the other end of a connection something about the datagram path. Signals travel as text frames of the
 * WebSocket, in order with its packets. `attempt` numbers the attempts of a connection from 1.
 */
export type Signal =
  /** Client: begins an attempt. `sdp`: a WebRTC session description (RFC 8866). */
  | { readonly type: 'offer'; readonly attempt: number; readonly sdp: string }
  /** Server: the session description that answers an offer. */
  | { readonly type: 'answer'; readonly attempt: number; readonly sdp: string }
  /** Server: it offers no path. `why` is the reason, as text for people. */
  | { readonly type: 'refusal'; readonly attempt: number; readonly why: string }
  /** Both: says whether packets of the other end arrive over the path. */
  | { readonly type: 'heard'; readonly attempt: number; readonly isHeard: boolean }
  /** Both: the sender gives up the path. */
  | { readonly type: 'ended'; readonly attempt: number }

/** The most UTF-16 units of a signal. A description of one data channel has about 700. */
const MOST_SIGNAL = 8192
const MOST_ATTEMPT = 0xffff

/** Reads a signal. Returns null if `text` is not a valid one. */
export function readSignal(text: string): Signal | null {
  if (text.length > MOST_SIGNAL) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { type, attempt, sdp, why, isHeard } = value as Record<string, unknown>
  if (typeof attempt !== 'number' || !(Number.isInteger(attempt) && attempt > 0)) return null
  if (attempt > MOST_ATTEMPT) return null
  if (type === 'offer' || type === 'answer')
    return typeof sdp === 'string' ? { type, attempt, sdp } : null
  if (type === 'refusal') return typeof why === 'string' ? { type, attempt, why } : null
  if (type === 'heard') return typeof isHeard === 'boolean' ? { type, attempt, isHeard } : null
  return type === 'ended' ? { type, attempt } : null
}
