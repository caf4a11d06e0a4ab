import type { Ms } from '../../base/units.ts'
import type { LinkKind } from '../../link/link.ts'

/**
 * One way through a network, recorded or generated: says when a packet that is sent at a given time arrives. It is a pure
 * function of the times of sending, so that the same packets always meet the same fate, at any send rate.
 */
export interface Trace {
  /** A short name in lower case, such as `article200`; unique among those scored together. */
  readonly name: string
  /** `datagram`: packets stay late or lost. `ordered`: a lost packet is repaired as in TCP, and holds up all behind it. */
  readonly kind: LinkKind
  /** How much faster (or slower, below 0) the receiver's clock runs, in parts per million. Default 20. */
  readonly clockPpm?: number | undefined
  /** The length of the trace, in ms; Infinity for a generated one. Files play in a loop. */
  readonly lengthMs: Ms
  /**
   * Returns when packets sent at `sentMs` (ms from 0, rising) arrive, in ms on the sender's clock, never before they were sent;
   * NaN for a lost one. The array is new, and as long as `sentMs`. For set-up, not for frames.
   */
  arrivals(sentMs: ArrayLike<Ms>): Float64Array
}
