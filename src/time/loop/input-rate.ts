const LEAST = 0.9

/**
 * Returns the rate of an input clock that is `errorSteps` ahead of its target (below 0: behind). The rate is 1 within
 * `deadZoneSteps`. Beyond, it changes in proportion: to 0.9 one step further ahead and to `most` one step further behind, where
 * it stays. Returns 1 for NaN.
 */
export function inputRate(errorSteps: number, deadZoneSteps: number, most: number): number {
  if (errorSteps > deadZoneSteps) return 1 - (1 - LEAST) * Math.min(errorSteps - deadZoneSteps, 1)
  if (errorSteps < -deadZoneSteps) return 1 + (most - 1) * Math.min(-errorSteps - deadZoneSteps, 1)
  return 1
}
