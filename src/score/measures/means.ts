import { misuse } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { geometricMean, mean, quantile } from './quantile.ts'
import type { Bounds, MotionScore, Score } from './score-types.ts'

/** The summary of one motion over all traces. */
export interface MotionMeans {
  readonly motion: string
  /** Geometric means over the traces, as in `Means`. */
  readonly delayOverBound: number
  readonly costOverBound: number
  /** Means over the traces. */
  readonly delayMs: Ms
  readonly faultPercent: number
  readonly errorRms: number
  readonly errorP99: number
  readonly nowErrorRms: number
  readonly wrongPercent: number
  readonly stalenessMs: Ms
  readonly errorCostMs: Ms
  /** The largest over the traces. */
  readonly largestJump: number
  readonly jerkRatio: number
}

/** A contender's summary: its line in a table. Plain means, unless they say otherwise, over all traces and motions. */
export interface Means {
  readonly contender: string
  /** Delay over the bound's delay, and cost over the priced bound's cost: geometric means over (trace, motion). */
  readonly delayOverBound: number
  readonly costOverBound: number
  readonly delayMs: Ms
  readonly costMs: Ms
  readonly faultPercent: number
  readonly frozenPercent: number
  /** The median of the longest stalls. */
  readonly medianStallMs: Ms
  readonly teleportsPerMinute: number
  readonly rateP99: number
  /** Cost of the first 10 s over the cost after the warm-up: geometric mean. */
  readonly startOverSteady: number
  /** By motion, in the order of the scores. */
  readonly motions: readonly MotionMeans[]
}

interface Row {
  readonly score: MotionScore
  readonly bound: Bounds
}

/**
 * Summarizes the scores of one contender over several traces. To select (datagram traces, one rate, one motion), pass only
 * those scores. The bound of each score is found by trace and rate. Throws `misuse` if there is no score, if they are of
 * several contenders, or if one has no bound.
 */
export function means(scores: readonly Score[], bounds: readonly Bounds[]): Means {
  const contender = scores[0]?.contender ?? misuse('scores', '[]', 'a list of at least one score')
  const rows: Row[] = []
  for (const score of scores) {
    if (score.contender !== contender)
      misuse('scores', `of ${contender} and ${score.contender}`, 'of one contender')
    const bound = boundOf(score, bounds)
    for (const motion of score.motions) rows.push({ score: motion, bound })
  }
  const of = (name: NumberOf<MotionScore>) => mean(rows.map(({ score }) => score[name]))
  return {
    contender,
    delayOverBound: delayOverBound(rows),
    costOverBound: costOverBound(rows),
    delayMs: of('delayMs'),
    costMs: of('costMs'),
    faultPercent: of('faultPercent'),
    frozenPercent: of('frozenPercent'),
    medianStallMs: quantile(
      rows.map(({ score }) => score.longestStallMs),
      0.5,
    ),
    teleportsPerMinute: of('teleportsPerMinute'),
    rateP99: of('rateP99'),
    startOverSteady: geometricMean(rows.map(({ score }) => score.startCostMs / score.costMs)),
    motions: [...new Set(rows.map(({ score }) => score.motion))].map((motion) =>
      motionMeans(
        motion,
        rows.filter(({ score }) => score.motion === motion),
      ),
    ),
  }
}

type NumberOf<T> = { [K in keyof T]: T[K] extends number ? K : never }[keyof T]

function motionMeans(motion: string, rows: readonly Row[]): MotionMeans {
  const of = (name: NumberOf<MotionScore>) => mean(rows.map(({ score }) => score[name]))
  return {
    motion,
    delayOverBound: delayOverBound(rows),
    costOverBound: costOverBound(rows),
    delayMs: of('delayMs'),
    faultPercent: of('faultPercent'),
    errorRms: of('errorRms'),
    errorP99: of('errorP99'),
    nowErrorRms: of('nowErrorRms'),
    wrongPercent: of('wrongPercent'),
    stalenessMs: of('stalenessMs'),
    errorCostMs: of('errorCostMs'),
    largestJump: Math.max(...rows.map(({ score }) => score.largestJump)),
    jerkRatio: of('jerkRatio'),
  }
}

function delayOverBound(rows: readonly Row[]): number {
  return geometricMean(rows.map(({ score, bound }) => score.delayMs / bound.delayMs))
}

function costOverBound(rows: readonly Row[]): number {
  return geometricMean(rows.map(({ score, bound }) => score.costMs / bound.priced.costMs))
}

function boundOf({ trace, sendHz }: Score, bounds: readonly Bounds[]): Bounds {
  const bound = bounds.find((one) => one.trace === trace && one.sendHz === sendHz)
  return (
    bound ?? misuse('bounds', `without ${trace} at ${sendHz} Hz`, 'a list with one for each score')
  )
}
