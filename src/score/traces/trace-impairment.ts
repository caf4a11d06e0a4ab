import { positive } from '../../base/settings.ts'
import type { Ms, Seconds } from '../../base/units.ts'
import type { Impairment } from '../../link/impairment.ts'
import type { Trace } from './trace.ts'

/** What `traceImpairment` takes. */
export interface TraceImpairmentOptions {
  /** How often the game sends in that direction, packets per second, above 0. */
  readonly packetHz: number
  /** How much of the trace is played before it begins anew, in seconds, above 0. Default 120, or a whole file. */
  readonly seconds?: Seconds | undefined
  /** Where in the trace it begins, in ms from 0. Default 0. */
  readonly fromMs?: Ms | undefined
}

/**
 * The impairment of one direction of a `SimulatedNetwork` that a trace makes: the delays of packets sent at `packetHz`, in
 * turn. As an impairment counts packets and not time, a game that sends more or less often runs through the trace faster or
 * slower. Take the datagram trace for links of either kind: an ordered link repairs by itself what is lost. Throws
 * `misuse` for options out of their range. For set-up.
 */
export function traceImpairment(trace: Trace, options: TraceImpairmentOptions): Impairment {
  const packetHz = positive(options.packetHz, 'packetHz')
  const { fromMs = 0 } = options
  const fileSeconds = trace.lengthMs < Infinity ? trace.lengthMs / 1000 : 120
  const seconds = positive(options.seconds ?? fileSeconds, 'seconds')
  const count = Math.max(1, Math.floor(seconds * packetHz))
  const sentMs = Float64Array.from({ length: count }, (_, i) => fromMs + (i * 1000) / packetHz)
  const delaysMs = Array.from(trace.arrivals(sentMs), (arrivesMs, i) => arrivesMs - sentMs[i]!)
  // The difference of two sums may fall a hair below 0.
  return { trace: delaysMs.map((delayMs) => Math.max(0, delayMs)) }
}
