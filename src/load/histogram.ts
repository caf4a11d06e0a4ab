/**
 * Counts of times in ms, from which quantiles are read. Buckets grow by 2 %, so a quantile is off by at most 1 %, and `max` is
 * exact. Plain data, so that processes can send it to each other, and equal in size however much is counted.
 */
export interface Histogram {
  readonly counts: Uint32Array
  /** How many values were added. */
  total: number
  /** The greatest value; 0 before the first. */
  max: number
}

/** The middle of a set of times, the time that one in a hundred exceeds, and the longest. NaN without any. */
export interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Shorter times count as this one. */
const LEAST_MS = 0.05
const GROWTH = 1.02
/** Longer times than about two minutes count as that. */
const BUCKETS = 743

/** A histogram without values. */
export const emptyHistogram = (): Histogram => ({
  counts: new Uint32Array(BUCKETS),
  total: 0,
  max: 0,
})

/** Adds a time in ms. Free of allocation. */
export function count(histogram: Histogram, ms: number): void {
  const bucket = Math.ceil(Math.log(Math.max(ms, LEAST_MS) / LEAST_MS) / Math.log(GROWTH))
  const at = Math.min(bucket, BUCKETS - 1)
  histogram.counts[at] = histogram.counts[at]! + 1
  histogram.total++
  histogram.max = Math.max(histogram.max, ms)
}

/** Adds all values of `from` to `to`. */
export function merge(to: Histogram, from: Histogram): void {
  for (let i = 0; i < BUCKETS; i++) to.counts[i] = to.counts[i]! + from.counts[i]!
  to.total += from.total
  to.max = Math.max(to.max, from.max)
}

/** The quantile by nearest rank; NaN without values. `share`: 0 to 1. */
export function quantileOf({ counts, total, max }: Histogram, share: number): number {
  if (total === 0) return Number.NaN
  let left = Math.max(1, Math.ceil(share * total - 1e-9))
  for (let i = 0; i < BUCKETS; i++) {
    left -= counts[i]!
    if (left <= 0) return Math.min(LEAST_MS * GROWTH ** (i - 0.5), max)
  }
  return max
}

/** The spread of a histogram. */
export const spreadOf = (histogram: Histogram): Spread => ({
  p50: quantileOf(histogram, 0.5),
  p99: quantileOf(histogram, 0.99),
  max: histogram.total > 0 ? histogram.max : Number.NaN,
})
