import { positive } from '../../base/settings.ts'
import type { Ms, Seconds } from '../../base/units.ts'
import type { Impairment } from '../../link/impairment.ts'
import type { Trace } from './trace.ts'

/** Options of `traceImpairment`. */
export interface TraceImpairmentOptions {
  /** How often the game sends in that direction, packets per second, above 0. */
  readonly packetHz: number
  /** How much of the trace is played before it begins anew, in seconds, above 0. Default: a whole file, or 120. */
  readonly seconds?: Seconds | undefined
  /** The place in the trace at which the impairment begins, in ms from 0. Default 0. */
  readonly fromMs?: Ms | undefined
}

/**
 * Makes the impairment of one direction of a `SimulatedNetwork` from a trace: the delays of packets sent at `packetHz`, in
 * turn. An impairment counts packets and not time, so a game that sends more or less often runs through the trace faster or
 * slower. Use the datagram trace for links of either kind, because an ordered link repairs losses itself. Throws `misuse` for
 * options out of their range. For set-up.
 */
export function traceImpairment(trace: Trace, options: TraceImpairmentOptions): Impairment {
  const packetHz = positive(options.packetHz, 'packetHz')
  const { fromMs = 0 } = options
  const fileSeconds = trace.lengthMs < Infinity ? trace.lengthMs / 1000 : 120
  const seconds = positive(options.seconds ?? fileSeconds, 'seconds')
  const count = Math.max(1, Math.floor(seconds * packetHz))
  const sentMs = Float64Array.from({ length: count }, (_, i) => fromMs + (i * 1000) / packetHz)
  const delaysMs = Array.from(trace.arrivals(sentMs), (arrivesMs, i) => arrivesMs - sentMs[i]!)
  // The difference of two sums may fall slightly below 0.
  return { trace: delaysMs.map((delayMs) => Math.max(0, delayMs)) }
}
