import { FixedDelay } from 'glissade/parts'
import {
  bounds,
  type MotionContender,
  means,
  playoutContender,
  score,
  type Trace,
  traceOf,
} from 'glissade/score'

/** Your settings: a playout, and what tracks do. */
export const fixed120 = playoutContender('fixed 120 ms', () => new FixedDelay(120), {
  curve: 'linear',
  extrapolateMs: 50,
})

/** Mean delay, share of faulty frames, and cost over that of the clairvoyant. */
export function judge(
  player: MotionContender,
  traces: readonly Trace[] = [traceOf('gilbert'), traceOf('wifi-spike')],
): { delayMs: number; faultPercent: number; costOverBound: number } {
  const options = { sendHz: 20, seconds: 60 }
  return means(
    traces.map((trace) => score(player, trace, options)),
    traces.map((trace) => bounds(trace, options)),
  )
}
