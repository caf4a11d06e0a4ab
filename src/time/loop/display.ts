import type { Seconds } from '../../base/units.ts'

/**
 * Returns the value to display when the display extrapolates: the previous state extrapolated by `1 + alpha` steps, blended
 * into the current state extrapolated by `alpha` steps. Unlike `lerp(previous, current, alpha)` it shows the present instead of
 * the state one step ago. In exchange it overshoots when the motion stops or turns: after a sudden stop, by a whole step of the
 * old velocity, which is made good within the next step. It is continuous from step to step and exact at constant velocity. For
 * numbers and for each part of a vector, not for angles that wrap.
 *
 * Velocities are in units per second. `alpha`, 0 to 1, is that of a `FixedTimestep`. Pure; for use in a frame. (The display
 * without delay from the discussion below Glenn Fiedler's "Fix Your Timestep!".)
 */
export function extrapolatedDisplay(
  previous: number,
  previousVelocity: number,
  current: number,
  currentVelocity: number,
  alpha: number,
  stepSeconds: Seconds,
): number {
  const fromPrevious = previous + previousVelocity * (1 + alpha) * stepSeconds
  const fromCurrent = current + currentVelocity * alpha * stepSeconds
  return fromPrevious + (fromCurrent - fromPrevious) * alpha
}
