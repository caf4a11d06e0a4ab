import type { Ms } from '../../base/units.ts'
import type { LinkKind } from '../../link/link.ts'

/**
 * One way through a network, as it was or might have been: when what is sent at a given time arrives. A pure function
 * of the times of sending, so that the same packets always meet the same fate, at any send rate.
 */
export interface Trace {
  /** A short name in lower case, such as `article200`; unique among those scored together. */
  readonly name: string
  /** `datagram`: late and lost stay so. `ordered`: a lost packet is repaired as TCP does, and holds up all behind it. */
  readonly kind: LinkKind
  /** How much faster (or slower, below 0) the receiver's clock runs, in parts per million. Default 20. */
  readonly clockPpm?: number | undefined
  /** How long the trace is, in ms; Infinity for one that is made as it is asked for. Files play in a loop. */
  readonly lengthMs: Ms
  /**
   * When packets sent at `sentMs` (ms from 0, rising) arrive, in ms on the sender's clock, never before they were sent;
   * NaN for one that is lost. Returns an array of its own, as long as `sentMs`. For set-up, not for frames.
   */
  arrivals(sentMs: ArrayLike<Ms>): Float64Array
}
