import { expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { quantile } from '../score/measures/quantile.ts'
import { count, emptyHistogram, merge, quantileOf, spreadOf } from './histogram.ts'

test('quantiles are within one per cent of the exact ones, and the longest is exact', () => {
  const random = new Random(7)
  const values = Array.from({ length: 20_000 }, () => 0.1 * 10 ** random.between(0, 5))
  const histogram = emptyHistogram()
  for (const value of values) count(histogram, value)
  for (const share of [0.001, 0.1, 0.5, 0.9, 0.99, 0.999]) {
    const ratio = quantileOf(histogram, share) / quantile(values, share)
    expect(Math.abs(Math.log(ratio)), `${share}`).toBeLessThan(0.0101)
  }
  expect(spreadOf(histogram).max).toBe(Math.max(...values))
})

test('two that are merged are like one that has counted everything', () => {
  const [one, other, both] = [emptyHistogram(), emptyHistogram(), emptyHistogram()]
  for (let ms = 1; ms <= 1000; ms++) {
    count(ms % 3 === 0 ? one : other, ms)
    count(both, ms)
  }
  merge(one, other)
  expect(one).toEqual(both)
})

test('no time is too short or too long to be counted, and none is shown as longer than the longest', () => {
  const histogram = emptyHistogram()
  for (const ms of [0, -1, 0.001, 1e9]) count(histogram, ms)
  expect(histogram.total).toBe(4)
  expect(quantileOf(histogram, 0.5)).toBeLessThan(0.06)
  expect(spreadOf(histogram).max).toBe(1e9)
  const single = emptyHistogram()
  count(single, 50)
  expect(spreadOf(single)).toEqual({
    p50: expect.closeTo(50, 0),
    p99: expect.closeTo(50, 0),
    max: 50,
  })
  expect(spreadOf(single).p99).toBeLessThanOrEqual(50)
})

test('without values there is nothing to show', () => {
  expect(spreadOf(emptyHistogram())).toEqual({ p50: NaN, p99: NaN, max: NaN })
})
