import type { Seconds } from '../../base/units.ts'

/**
 * Where a value is on display when the display extrapolates: the previous state extrapolated by `1 + alpha` steps,
 * blended into the current state extrapolated by `alpha` steps. Unlike `lerp(previous, current, alpha)` it shows the
 * present instead of one step ago; in exchange it runs ahead of what stops or turns: after a sudden stop by a whole
 * step of the old velocity, made good within the next step. Continuous from step to step, exact at constant
 * velocity. For numbers and for each part of a vector, not for angles that wrap.
 *
 * Velocities are in units per second; `alpha`, 0 to 1, is that of a `FixedTimestep`. Pure; for use in a frame.
 * (The display without delay from the discussion below Glenn Fiedler's "Fix Your Timestep!".)
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
