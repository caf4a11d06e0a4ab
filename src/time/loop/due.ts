import { misuse } from '../../base/settings.ts'
import type { Tick } from '../../base/units.ts'

/**
 * Whether something that runs `hz` times per second is due in step `tick` of a simulation with `stepHz` steps per second: an AI
 * that thinks five times per second, or effects that do not need 60. It is a pure function of the tick, so both ends and every
 * replay agree. The rate is exact in the long run for any `hz`, even one that does not divide `stepHz`: it is due when
 * `floor((tick + phase) * hz / stepHz)` changes.
 *
 * `phase` is any number of steps. With each entity's number as its phase, thousands of entities spread evenly over the steps.
 * Default 0: due in step 0. Throws `misuse` when `hz` is not above 0 or is above `stepHz`. For use in a step.
 */
export function isDue(tick: Tick, stepHz: number, hz: number, phase = 0): boolean {
  if (!(hz > 0 && hz <= stepHz))
    misuse('hz', hz, `above 0 and no more than stepHz, which is ${stepHz}`)
  // Both sums are computed the same way, so each step begins with exactly the number that the step before ended with.
  const before = tick - 1 + phase
  const now = tick + phase
  return Math.floor((now * hz) / stepHz) !== Math.floor((before * hz) / stepHz)
}
