import { type Case, keep } from './case.ts'
import {
  FIRST_REPLAYED,
  inputOf,
  newHopper,
  REPLAYED,
  STEP_SECONDS,
  stepHopper,
} from './small-platformer.ts'

/** The bare 30 steps, on plain objects: what a replay is measured against. Needs no package. */
export function bareSteps(): Case {
  const hopper = newHopper()
  const start = newHopper()
  const inputs = Array.from({ length: REPLAYED }, (_, i) => inputOf(FIRST_REPLAYED + i))
  return {
    name: `the bare ${REPLAYED} steps`,
    run: () => {
      hopper.x = start.x
      hopper.y = start.y
      hopper.vx = start.vx
      hopper.vy = start.vy
      hopper.grounded = start.grounded
      for (let i = 0; i < REPLAYED; i++) stepHopper(hopper, inputs[i]!, STEP_SECONDS)
      keep(hopper.x)
    },
  }
}
