/** The entry point for measurements: networks, motions, other engines' rules, bounds and scores. */
export type { ErrorCode } from './base/error.ts'
export { GlissadeError } from './base/error.ts'
export { type BoundsOptions, bounds } from './score/bounds/bounds.ts'
export { type FrameFigures, frameFigures } from './score/measures/frame-figures.ts'
export { glissade, glissadeAlone, glissadeInterpolation } from './score/measures/glissade.ts'
export { type Means, type MotionMeans, means } from './score/measures/means.ts'
export { measure, score } from './score/measures/measure.ts'
export { OwnScorer } from './score/measures/own-score.ts'
export { type Measurable, play, type Recording } from './score/measures/play.ts'
export {
  type MotionContender,
  type MotionPlayer,
  type MotionScene,
  type MotionServer,
  type MotionSnapshot,
  SHOWN,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
  TOLD_WIDTH,
} from './score/measures/player.ts'
export {
  type RoomNetwork,
  type RoomScore,
  type RoomScoreOptions,
  scoreRoom,
} from './score/measures/room-score.ts'
export { type Schedule, schedule } from './score/measures/schedule.ts'
export type { Bounds, MotionScore, Score, ScoreOptions } from './score/measures/score-types.ts'
export { boid } from './score/motions/boid.ts'
export { INPUT_WIDTH, type Motion, type Move, type Path } from './score/motions/motion.ts'
export { allMotions, motions } from './score/motions/motions.ts'
export { platformer } from './score/motions/platformer.ts'
export { type SampledMotionOptions, sampledMotion } from './score/motions/sampled-path.ts'
export { stopAndGo } from './score/motions/stop-and-go.ts'
export { teleporter } from './score/motions/teleporter.ts'
export { vehicle } from './score/motions/vehicle.ts'
export { opponents } from './score/opponents/opponents.ts'
export {
  type PlayoutContenderOptions,
  playoutContender,
} from './score/opponents/playout-contender.ts'
export { type RenderRule, ruleContender } from './score/opponents/rule-contender.ts'
export { traceNames, traceOf, traces } from './score/traces/catalogue.ts'
export { type OrderedOptions, ordered } from './score/traces/ordered.ts'
export { type RecordedOptions, recorded } from './score/traces/recorded.ts'
export type { Trace } from './score/traces/trace.ts'
export { formatTrace, parseTrace } from './score/traces/trace-file.ts'
export { type TraceImpairmentOptions, traceImpairment } from './score/traces/trace-impairment.ts'
