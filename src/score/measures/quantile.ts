/** The mean; NaN of nothing. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum / values.length
}

/** The root of the mean square; NaN of nothing. */
export function rootMeanSquare(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!
  return Math.sqrt(sum / values.length)
}

/** The geometric mean; NaN of nothing. */
export function geometricMean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += Math.log(values[i]!)
  return Math.exp(sum / values.length)
}

/**
 * The least value that at least the share `share` (0 to 1) of them do not exceed: the quantile by nearest rank, always
 * one of the values. NaN of nothing. Leaves `values` as they are.
 */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(share * sorted.length - 1e-9) - 1)] ?? Number.NaN
}
