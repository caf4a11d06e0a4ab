const LEAST = 0.9

/**
 * How fast an input clock runs that is `errorSteps` ahead of where it should be (below 0: behind). Within `deadZoneSteps`
 * at 1; beyond, the rate changes in proportion: a step further ahead it is 0.9, a step further behind `most`, and no
 * further than that. 1 where the error is NaN.
 */
export function inputRate(errorSteps: number, deadZoneSteps: number, most: number): number {
  if (errorSteps > deadZoneSteps) return 1 - (1 - LEAST) * Math.min(errorSteps - deadZoneSteps, 1)
  if (errorSteps < -deadZoneSteps) return 1 + (most - 1) * Math.min(-errorSteps - deadZoneSteps, 1)
  return 1
}
