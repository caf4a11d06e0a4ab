const LEAST = 0.9

/**
 * Returns the rate of an input clock that is `errorSteps` ahead of its target (below 0: behind), for a frame of `frameSteps`.
 * The rate is 1 within `deadZoneSteps`. Beyond, it changes in proportion: to 0.9 one step further ahead and to `most` one step
 * further behind, where it stays. In a long frame it changes less, so that the frame does not pass the target. Returns 1 for
 * NaN.
 */
export function inputRate(
  errorSteps: number,
  deadZoneSteps: number,
  most: number,
  frameSteps: number,
): number {
  const offSteps = Math.abs(errorSteps) - deadZoneSteps
  const change = (errorSteps > 0 ? LEAST : most) - 1
  if (!(offSteps > 0)) return 1
  const reached = offSteps / (Math.max(0, frameSteps) * Math.abs(change))
  return 1 + change * Math.min(offSteps, 1, reached || 1)
}
