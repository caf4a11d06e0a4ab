/** The door for both sides: what a game is made of, and the engine's parts for use on their own. */
export type { Clock } from './base/clock.ts'
export type { DisconnectReason, ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export { HORIZONS_MS } from './base/horizons.ts'
export { atan2, cos, exp, sin } from './base/maths.ts'
export { Random } from './base/random.ts'
export type { Ms, Seconds, SubTick, Tick } from './base/units.ts'
export { gameEvents } from './client/events.ts'
export { jsonMessages } from './client/messages.ts'
export { riders } from './client/own-timeline.ts'
export type { SharedTickOptions } from './client/shared-tick.ts'
export { sharedTick } from './client/shared-tick.ts'
export { extrapolatedDisplay } from './clock/display.ts'
export { isDue } from './clock/due.ts'
export { FixedDelay } from './clock/fixed-delay.ts'
export type { FixedTimestepOptions, TimestepMode } from './clock/fixed-timestep.ts'
export { FixedTimestep } from './clock/fixed-timestep.ts'
export { InputLead } from './clock/input-lead.ts'
export { LaneMoments } from './clock/lane-moments.ts'
export { Latest } from './clock/latest.ts'
export type { LeastCostDelayOptions } from './clock/least-cost-delay.ts'
export { LeastCostDelay } from './clock/least-cost-delay.ts'
export { Pace } from './clock/pace.ts'
export type { PhaseLockedDelayOptions } from './clock/phase-locked-delay.ts'
export { PhaseLockedDelay } from './clock/phase-locked-delay.ts'
export type { PhaseLockedLoopOptions } from './clock/phase-locked-loop.ts'
export { PhaseLockedLoop } from './clock/phase-locked-loop.ts'
export { PhaseLockedSteps } from './clock/phase-locked-steps.ts'
export type { Playout } from './clock/playout.ts'
export { intervalsToDelayMs } from './clock/playout.ts'
export type { RoundTripClockOptions } from './clock/round-trip-clock.ts'
export { RoundTripClock } from './clock/round-trip-clock.ts'
export { RoundTripSteps } from './clock/round-trip-steps.ts'
export type { StepDriver } from './clock/step-driver.ts'
export type { StepwiseDelayOptions } from './clock/stepwise-delay.ts'
export { StepwiseDelay } from './clock/stepwise-delay.ts'
export type { TimeShiftOptions } from './clock/time-shift.ts'
export { TimeShift } from './clock/time-shift.ts'
export type {
  AnyGame,
  Authority,
  Events,
  Game,
  GameDefinition,
  GameMessages,
  MissingInput,
  Riders,
  SnapshotCoding,
} from './game/define-game.ts'
export { defineGame } from './game/define-game.ts'
export type {
  EntityId,
  Field,
  FieldUse,
  IntOptions,
  NamedCurve,
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
  ref,
  text,
  told,
} from './game/field.ts'
export type {
  Carrier,
  Identity,
  Infer,
  InferServer,
  InputFields,
  SharedFields,
  StateFields,
} from './game/infer.ts'
export { fields } from './game/infer.ts'
export type { Budget as ByteBudget, Interest, SomeEntity } from './game/interest.ts'
export type { EventData, EventOf, InputOf, KindOf, ProfileOf, View } from './game/parts.ts'
export { vec2, vec3 } from './game/vectors.ts'
export type {
  EntityKinds,
  EventAudience,
  EventKinds,
  MoveAudience,
  MoveContext,
  Player,
  ServerEntity,
  StepContext,
  World,
} from './game/world.ts'
export type { Link, LinkKind, LinkReceiver } from './link/link.ts'
export { Carry } from './motion/carry.ts'
export type { Curve, CurveFunction } from './motion/curves.ts'
export { angleDifference, angleLerp, hermite, lerp, slerp } from './motion/curves.ts'
export type { DeadReckoningOptions } from './motion/dead-reckoning.ts'
export { DeadReckoning } from './motion/dead-reckoning.ts'
export { ErrorOffset } from './motion/error-offset.ts'
export type { Foresight } from './motion/foresight.ts'
export { hermiteCurve } from './motion/hermite-curve.ts'
export type { PositionBufferOptions } from './motion/position-buffer.ts'
export { PositionBuffer } from './motion/position-buffer.ts'
export type { PredictorOptions } from './motion/predictor.ts'
export { Predictor } from './motion/predictor.ts'
export { quat } from './motion/quat.ts'
export { slerpCurve } from './motion/slerp-curve.ts'
export type { SmoothingFactorOptions } from './motion/smoothing-factor.ts'
export { SmoothingFactor } from './motion/smoothing-factor.ts'
export type { SnapshotTracksOptions } from './motion/snapshot-tracks.ts'
export { SnapshotTracks } from './motion/snapshot-tracks.ts'
export type { TrackOptions } from './motion/track.ts'
export { Track, TrackState } from './motion/track.ts'
export type { TracksOptions } from './motion/tracks.ts'
export { Tracks } from './motion/tracks.ts'
export { BitReader, BitWriter } from './wire/bits.ts'
export { dense } from './wire/dense.ts'
export { tables } from './wire/frequency/tables-coding.ts'
