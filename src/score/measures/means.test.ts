import { describe, expect, test } from 'vitest'
import { means } from './means.ts'
import { geometricMean, mean, quantile, rootMeanSquare } from './quantile.ts'
import type { Bounds, MotionScore, Score } from './score-types.ts'

const motion = (name: string, delayMs: number, faultPercent: number): MotionScore => ({
  motion: name,
  delayMs,
  delayP95Ms: delayMs,
  rateP99: 0,
  frozenPercent: faultPercent / 2,
  faultPercent,
  stallsPerMinute: 1,
  longestStallMs: delayMs,
  teleportsPerMinute: 0,
  errorRms: 1,
  errorP99: 2,
  nowErrorRms: 3,
  jerkRatio: 4,
  largestJump: 3,
  wrongPercent: faultPercent,
  stalenessMs: delayMs,
  errorCostMs: delayMs + 20 * faultPercent,
  costMs: delayMs + 20 * faultPercent,
  startCostMs: 2 * (delayMs + 20 * faultPercent),
})
const score = (trace: string, motions: MotionScore[], contender = 'one'): Score => ({
  contender,
  trace,
  sendHz: 20,
  motions,
})
const bound = (trace: string, delayMs: number, costMs: number): Bounds => ({
  trace,
  sendHz: 20,
  freshnessMs: 1,
  constantMs: delayMs * 2,
  delayMs,
  faultPercent: 0.1,
  priced: { delayMs, faultPercent: 0, costMs },
})

describe('means', () => {
  const scores = [
    score('a', [motion('hero', 100, 0), motion('boid', 200, 2)]),
    score('b', [motion('hero', 400, 0), motion('boid', 400, 0)]),
  ]
  const bounds = [bound('b', 200, 100), bound('a', 100, 100)]

  test('takes the geometric mean of ratios over traces and motions, each with its own bound', () => {
    const row = means(scores, bounds)
    expect(row.delayOverBound).toBeCloseTo((1 * 2 * 2 * 2) ** 0.25, 9)
    expect(row.costOverBound).toBeCloseTo((1 * 2.4 * 4 * 4) ** 0.25, 9)
    expect(row.startOverSteady).toBeCloseTo(2, 9)
  })

  test('takes plain means of the others, and keeps the motions apart', () => {
    const row = means(scores, bounds)
    expect(row).toMatchObject({ contender: 'one', faultPercent: 0.5, delayMs: 275 })
    expect(row.medianStallMs).toBe(200)
    expect(row.motions.map((one) => one.motion)).toEqual(['hero', 'boid'])
    expect(row.motions[1]).toMatchObject({ faultPercent: 1, errorP99: 2, jerkRatio: 4 })
    expect(row.motions[0]?.delayOverBound).toBeCloseTo(Math.SQRT2, 9)
  })

  test('refuses a score without a bound, two contenders, and no score', () => {
    expect(() => means(scores, bounds.slice(1))).toThrow('bounds is without b at 20 Hz')
    expect(() => means([...scores, score('a', [], 'two')], bounds)).toThrow('of one contender')
    expect(() => means([], bounds)).toThrow('at least one score')
  })
})

describe('quantile', () => {
  test('is the nearest rank, and always one of the values', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
    expect(quantile(hundred, 0.99)).toBe(99)
    expect(quantile(hundred, 0.95)).toBe(95)
    expect(quantile(hundred, 1)).toBe(100)
    expect(quantile(hundred, 0)).toBe(1)
    expect(quantile([3, 1, 2], 0.5)).toBe(2)
    expect(quantile([], 0.5)).toBeNaN()
  })

  test('and means are as in a schoolbook', () => {
    expect(mean([1, 2, 6])).toBe(3)
    expect(rootMeanSquare([3, 4, 0, 0])).toBe(2.5)
    expect(geometricMean([1, 4, 16])).toBeCloseTo(4, 12)
    expect([mean([]), rootMeanSquare([]), geometricMean([])]).toEqual([NaN, NaN, NaN])
  })
})
