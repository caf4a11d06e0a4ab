import type { Arrows } from '../../page/arrows.ts'

/** Everything that a player can hold: the fields of `shepherd.input`, as keys, fingers and gamepads write them. */
export interface Held extends Arrows {
  /** For a step, it is true once for each press. */
  bark: boolean
}
