/** The entry point for both sides: what a game is made of, and the parts of the engine that it plugs in. */
export type { ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export { atan2, cos, exp, sin } from './base/maths.ts'
export { Random } from './base/random.ts'
export type { Ms } from './base/units.ts'
export { sharedTick } from './client/prediction/shared-tick.ts'
export { gameEvents } from './client/timeline/events.ts'
export { gameMessages } from './client/timeline/game-messages.ts'
export { jsonMessages } from './client/timeline/messages.ts'
export type { AnyGame, Game, GameDefinition } from './game/define-game.ts'
export { defineGame } from './game/define-game.ts'
export type { Field, Quat, Vec2, Vec3 } from './game/field.ts'
export {
  angle,
  bits,
  flag,
  hidden,
  int,
  number,
  once,
  oneOf,
  own,
  press,
  ref,
  text,
  told,
  visible,
} from './game/field.ts'
export type { Identity, Infer } from './game/infer.ts'
export { fields } from './game/infer.ts'
export { list } from './game/lists.ts'
export type { PlayerView, View } from './game/parts.ts'
export { vec2, vec3 } from './game/vectors.ts'
export type { MoveContext } from './game/world.ts'
export { hermiteCurve } from './motion/hermite-curve.ts'
export { quat } from './motion/quat.ts'
export { riders } from './motion/riders.ts'
export { slerpCurve } from './motion/slerp-curve.ts'
export { tables } from './wire/coding/frequency/tables-coding.ts'
