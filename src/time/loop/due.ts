import { misuse } from '../../base/settings.ts'
import type { Tick } from '../../base/units.ts'

/**
 * Whether something that runs `hz` times a second is due in step `tick` of a simulation of `stepHz` steps per
 * second: minds that think five times a second, effects that need no 60. A pure function of the tick, so both
 * ends and every replay agree, and the rate is exact in the long run for any `hz`, also one that does not divide
 * `stepHz`: due when `floor((tick + phase) * hz / stepHz)` changes.
 *
 * `phase`, in steps, any number: with the entity's number as its phase, thousands spread evenly over the steps.
 * Default 0: due in step 0. Throws `misuse` when `hz` is not above 0 or is above `stepHz`. For use in a step.
 */
export function isDue(tick: Tick, stepHz: number, hz: number, phase = 0): boolean {
  if (!(hz > 0 && hz <= stepHz))
    misuse('hz', hz, `above 0 and no more than stepHz, which is ${stepHz}`)
  // Of two sums, not of one less 1: so each step begins with the very number the one before ended with.
  const before = tick - 1 + phase
  const now = tick + phase
  return Math.floor((now * hz) / stepHz) !== Math.floor((before * hz) / stepHz)
}
