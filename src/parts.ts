/** The entry point to single parts of the engine: loops, clocks, playouts, tracks, curves and bits. */

export type { Clock } from './base/clock.ts'
export type { ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export { HORIZONS_MS } from './base/horizons.ts'
export type { Seconds, SubTick, Tick } from './base/units.ts'
export type {
  Authority,
  Events,
  GameMessages,
  MessageKinds,
  Riders,
  SnapshotCoding,
} from './game/define-game.ts'
export type {
  EntityId,
  FieldUse,
  IntOptions,
  NamedCurve,
  NumberOptions,
} from './game/field.ts'
export type { Carrier, Identity, InputFields, SharedFields, StateFields } from './game/infer.ts'
export type { EntityKinds, EventKinds, MoveAudience } from './game/world.ts'
export type { Link, LinkKind, LinkReceiver } from './link/link.ts'
export type { Port } from './link/port-link.ts'
export { portLink } from './link/port-link.ts'
export type { AdaptiveSmoothingOptions } from './motion/adaptive-smoothing.ts'
export { AdaptiveSmoothing } from './motion/adaptive-smoothing.ts'
export type { Curve, CurveFunction } from './motion/curves.ts'
export { angleDifference, angleLerp, hermite, lerp, slerp } from './motion/curves.ts'
export type { DeadReckoningOptions } from './motion/dead-reckoning.ts'
export { DeadReckoning } from './motion/dead-reckoning.ts'
export { ErrorOffset } from './motion/error-offset.ts'
export { ExtrapolationHorizon } from './motion/extrapolation-horizon.ts'
export type { Foresight } from './motion/foresight.ts'
export type { InterpolationErrorOptions } from './motion/interpolation-error.ts'
export { InterpolationError } from './motion/interpolation-error.ts'
export type { PositionBufferOptions } from './motion/position-buffer.ts'
export { PositionBuffer } from './motion/position-buffer.ts'
export type { PredictorOptions } from './motion/predictor.ts'
export { Predictor } from './motion/predictor.ts'
export type { SmoothingFactorOptions } from './motion/smoothing-factor.ts'
export { SmoothingFactor } from './motion/smoothing-factor.ts'
export type { SnapshotTracksOptions } from './motion/snapshot-tracks.ts'
export { SnapshotTracks } from './motion/snapshot-tracks.ts'
export type { TrackOptions } from './motion/track.ts'
export { Track, TrackState } from './motion/track.ts'
export type { TracksOptions } from './motion/tracks.ts'
export { Tracks } from './motion/tracks.ts'
export { extrapolatedDisplay } from './time/loop/display.ts'
export { isDue } from './time/loop/due.ts'
export type { FixedTimestepOptions, TimestepMode } from './time/loop/fixed-timestep.ts'
export { FixedTimestep } from './time/loop/fixed-timestep.ts'
export { InputLead } from './time/loop/input-lead.ts'
export { Pace } from './time/loop/pace.ts'
export type { StepDriver } from './time/loop/step-driver.ts'
export { FixedDelay } from './time/playout/fixed-delay.ts'
export { LaneMoments } from './time/playout/lane-moments.ts'
export { Latest } from './time/playout/latest.ts'
export type { LeastCostDelayOptions } from './time/playout/least-cost-delay.ts'
export { LeastCostDelay } from './time/playout/least-cost-delay.ts'
export type { PhaseLockedDelayOptions } from './time/playout/phase-locked-delay.ts'
export { PhaseLockedDelay } from './time/playout/phase-locked-delay.ts'
export type { Playout } from './time/playout/playout.ts'
export { intervalsToDelayMs } from './time/playout/playout.ts'
export type { ProducerBounds } from './time/playout/producer-delay.ts'
export { producerDelayMs } from './time/playout/producer-delay.ts'
export type { StepwiseDelayOptions } from './time/playout/stepwise-delay.ts'
export { StepwiseDelay } from './time/playout/stepwise-delay.ts'
export type { TimeShiftOptions } from './time/playout/time-shift.ts'
export { TimeShift } from './time/playout/time-shift.ts'
export type { PhaseLockedLoopOptions } from './time/sync/phase-locked-loop.ts'
export { PhaseLockedLoop } from './time/sync/phase-locked-loop.ts'
export { PhaseLockedSteps } from './time/sync/phase-locked-steps.ts'
export type { RoundTripClockOptions } from './time/sync/round-trip-clock.ts'
export { RoundTripClock } from './time/sync/round-trip-clock.ts'
export { RoundTripSteps } from './time/sync/round-trip-steps.ts'
export { BitReader, BitWriter } from './wire/bits.ts'
