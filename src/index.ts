/** The door for both sides: what a game is made of, and the engine's parts for use on their own. */
export type { Clock } from './base/clock.ts'
export type { DisconnectReason, ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export { Random } from './base/random.ts'
export type { Ms, Seconds, SubTick, Tick } from './base/units.ts'
export { FixedDelay } from './clock/fixed-delay.ts'
export type { FixedTimestepOptions, TimestepMode } from './clock/fixed-timestep.ts'
export { FixedTimestep } from './clock/fixed-timestep.ts'
export type { PaceOptions } from './clock/pace.ts'
export { Pace } from './clock/pace.ts'
export type { Playout } from './clock/playout.ts'
export { intervalsToDelayMs } from './clock/playout.ts'
export type { AnyGame, Game, GameDefinition } from './game/define-game.ts'
export { defineGame } from './game/define-game.ts'
export type {
  EntityId,
  Field,
  FieldUse,
  IntOptions,
  NumberOptions,
  Quat,
  Vec2,
  Vec3,
} from './game/field.ts'
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
  quat,
  ref,
  text,
  vec2,
  vec3,
} from './game/field.ts'
export type {
  Identity,
  Infer,
  InferServer,
  InputFields,
  SharedFields,
  StateFields,
} from './game/infer.ts'
export { fields } from './game/infer.ts'
export type { EventData, EventOf, InputOf, KindOf, ProfileOf, View } from './game/parts.ts'
export type {
  EntityKinds,
  EventKinds,
  MoveContext,
  Player,
  ServerEntity,
  StepContext,
  World,
} from './game/world.ts'
export type { Link, LinkKind, LinkReceiver } from './link/link.ts'
export type { Curve } from './motion/curves.ts'
export { angleDifference, angleLerp, lerp } from './motion/curves.ts'
export { ErrorOffset } from './motion/error-offset.ts'
export type { TrackOptions } from './motion/track.ts'
export { Track, TrackState } from './motion/track.ts'
export { BitReader, BitWriter } from './wire/bits.ts'
