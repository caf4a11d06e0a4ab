/** The mean; NaN if there are no values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum / values.length
}

/** The root mean square; NaN if there are no values. */
export function rootMeanSquare(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!
  return Math.sqrt(sum / values.length)
}

/** The geometric mean; NaN if there are no values. */
export function geometricMean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += Math.log(values[i]!)
  return Math.exp(sum / values.length)
}

/**
 * Returns the quantile by nearest rank: the least of the values that at least `share` of them, 0 to 1, do not exceed. NaN if
 * there are no values. Leaves `values` as they are.
 */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(share * sorted.length - 1e-9) - 1)] ?? Number.NaN
}
