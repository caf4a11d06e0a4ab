/** The door for tests, bots and tools: rooms and players in one process, in virtual time; and motion as a number. */
export type { LinkKind } from './link/link.ts'
export { memoryPair } from './link/memory.ts'
export { SimulatedNetwork } from './link/simulated-network.ts'
// What no player could do better than.
export { type BoundsOptions, bounds } from './testing/bounds/bounds.ts'
// Movements to show.
export { boid } from './testing/motions/boid.ts'
export { INPUT_WIDTH, type Motion, type Move, type Path } from './testing/motions/motion.ts'
export { allMotions, motions } from './testing/motions/motions.ts'
export { platformer } from './testing/motions/platformer.ts'
export { type SampledMotionOptions, sampledMotion } from './testing/motions/sampled-path.ts'
export { stopAndGo } from './testing/motions/stop-and-go.ts'
export { teleporter } from './testing/motions/teleporter.ts'
export { vehicle } from './testing/motions/vehicle.ts'
// Who shows them: other engines' rules, our own, and yours.
export { opponents } from './testing/opponents/opponents.ts'
export {
  type PlayoutContenderOptions,
  playoutContender,
} from './testing/opponents/playout-contender.ts'
export { type RenderRule, ruleContender } from './testing/opponents/rule-contender.ts'
// The scores.
export { type FrameFigures, frameFigures } from './testing/score/frame-figures.ts'
export { glissade, glissadeAlone, glissadeInterpolation } from './testing/score/glissade.ts'
export { type Means, type MotionMeans, means } from './testing/score/means.ts'
export { measure, score } from './testing/score/measure.ts'
export { OwnScorer } from './testing/score/own-score.ts'
export { type Measurable, play, type Recording } from './testing/score/play.ts'
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
} from './testing/score/player.ts'
export {
  type RoomNetwork,
  type RoomScore,
  type RoomScoreOptions,
  scoreRoom,
} from './testing/score/room-score.ts'
export { type Schedule, schedule } from './testing/score/schedule.ts'
export type { Bounds, MotionScore, Score, ScoreOptions } from './testing/score/score-types.ts'
export type { ClientOptions, SimulationOptions } from './testing/simulation.ts'
export { SimulatedClient, Simulation } from './testing/simulation.ts'
// Networks to show them over.
export { traceNames, traceOf, traces } from './testing/traces/catalogue.ts'
export { type OrderedOptions, ordered } from './testing/traces/ordered.ts'
export { type RecordedOptions, recorded } from './testing/traces/recorded.ts'
export type { Trace } from './testing/traces/trace.ts'
export { formatTrace, parseTrace } from './testing/traces/trace-file.ts'
export { type TraceWeatherOptions, traceWeather } from './testing/traces/trace-weather.ts'
export { VirtualClock } from './testing/virtual-clock.ts'
