/** All that a player can press: what `platformer.input` says, as keys, fingers, gamepads and bots write it. */
export interface Buttons {
  left: boolean
  right: boolean
  down: boolean
  jump: boolean
  /** To a step it is true once for each press. */
  throw: boolean
}
