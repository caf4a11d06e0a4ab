import { score, traceOf } from 'glissade/score'
import { expect, test } from 'vitest'
import { smoothedContender } from '../games/lab/contenders/smoothed.ts'

/** The factors were compared on const50, article200, gilbert and bufferbloat with seed 1. None of those is here. */
const HELD_OUT = [
  'wifi-spike',
  'route-step',
  'skew200',
  'lte-tail',
  'article200/tcp',
  'gilbert/tcp',
]
const RATES = [10, 20, 60]
const SEED = 7
const FIXED = [0.05, 0.08, 0.13, 0.15, 0.2, 0.25, 0.33, 0.45, 0.6, 0.8, 1]

/** The geometric mean of the cost with the position error priced in, over all networks, rates and sorts of movement. */
function costMs(target: 'newest' | 'interpolated', factor: number | 'auto'): number {
  const contender = smoothedContender('smoothed', target, factor)
  const costs = HELD_OUT.flatMap((name) =>
    RATES.flatMap((sendHz) =>
      score(contender, traceOf(name, { seed: SEED }), {
        sendHz,
        seconds: 60,
        perMotion: 2,
        seed: SEED,
      }).motions.map(({ errorCostMs }) => errorCostMs),
    ),
  )
  return Math.exp(costs.reduce((sum, cost) => sum + Math.log(cost), 0) / costs.length)
}

test.each(['newest', 'interpolated'] as const)(
  'E15 on networks that it was not tuned on, it costs less than any fixed factor that follows the %s state',
  (target) => {
    const adjusted = costMs(target, 'auto')
    const fixed = FIXED.map((factor) => costMs(target, factor))
    console.info(`${target}: ${Math.round(adjusted)} ms,`, fixed.map(Math.round))
    for (const cost of fixed) expect(adjusted).toBeLessThan(cost)
  },
)
