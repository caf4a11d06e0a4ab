/**
 * Everything that a player can press: the fields of `platformer.input`, as keys, fingers, gamepads and bots write them.
 */
export interface Buttons {
  left: boolean
  right: boolean
  down: boolean
  jump: boolean
  /** For a step, it is true once for each press. */
  throw: boolean
}
