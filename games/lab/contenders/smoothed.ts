import {
  AdaptiveSmoothing,
  FixedDelay,
  InterpolationError,
  Latest,
  type Playout,
  SmoothingFactor,
  Track,
  TrackState,
} from 'glissade/parts'
import {
  type MotionContender,
  type MotionPlayer,
  type MotionScene,
  type MotionSnapshot,
  STATE,
  STATE_WIDTH,
} from 'glissade/score'
import { LINEAR_CURVES, ROW_WIDTH, readRow, showRow } from './rows.ts'

/** What a smoothed picture follows: the newest state, or straight lines between states, a fixed delay in the past. */
type SmoothedTarget = 'newest' | 'interpolated'

/** One entity: the track of its target, and what follows it. */
interface Follower {
  readonly track: Track
  readonly smoothing: SmoothingFactor | AdaptiveSmoothing
  readonly error: InterpolationError
  teleports: number
}

/**
 * Makes a contender that moves a part of the way to its target in each frame. `factor`: that part at 60 frames per second, or
 * `auto` for one that adjusts itself (E15). `delayMs`: the fixed delay of what is interpolated. Default: two send intervals.
 */
export function smoothedContender(
  name: string,
  target: SmoothedTarget,
  factor: number | 'auto',
  delayMs?: number,
): MotionContender {
  return {
    name,
    about: `follows the ${target} state, factor ${factor}`,
    create: (scene) => new SmoothedPlayer(scene, target, factor, delayMs),
  }
}

/** The player of a smoothed contender. */
export class SmoothedPlayer implements MotionPlayer {
  readonly #followers: readonly Follower[]
  /** Which moment the target shows, and which moment the picture should show: that of a network without any jitter. */
  readonly #target: Playout
  readonly #ideal: Playout
  readonly #row = new Float64Array(ROW_WIDTH)
  #lastMs = Number.NaN

  constructor(
    scene: MotionScene,
    target: SmoothedTarget,
    factor: number | 'auto',
    delayMs?: number,
  ) {
    this.#target = target === 'newest' ? new Latest() : new FixedDelay(delayMs)
    this.#ideal = target === 'newest' ? new FixedDelay(0) : this.#target
    this.#target.begin(1000 / scene.sendHz)
    if (this.#ideal !== this.#target) this.#ideal.begin(1000 / scene.sendHz)
    const curves = LINEAR_CURVES
    this.#followers = Array.from({ length: scene.entities }, () => ({
      track: new Track({ curves, extrapolateMs: 0, easeReturn: false }),
      smoothing:
        factor === 'auto'
          ? new AdaptiveSmoothing({ curves })
          : new SmoothingFactor({ curves, factor }),
      error: new InterpolationError({ curves }),
      teleports: 0,
    }))
  }

  /** The factor that the first entity is smoothed with now. */
  get factor(): number {
    return this.#followers[0]!.smoothing.factor
  }

  /** The first entity's mean distance to the truth at the moment that its frames were to show, in units. */
  get meanUnits(): number {
    return this.#followers[0]!.error.meanUnits
  }

  arrived(snapshot: MotionSnapshot): void {
    const { stampMs, arrivedAtMs, states } = snapshot
    this.#target.arrived(stampMs, arrivedAtMs)
    if (this.#ideal !== this.#target) this.#ideal.arrived(stampMs, arrivedAtMs)
    for (let i = 0; i < this.#followers.length; i++) {
      const follower = this.#followers[i]!
      const { track, smoothing, error } = follower
      const teleports = states[i * STATE_WIDTH + STATE.teleports]!
      const isBroken = teleports > follower.teleports
      follower.teleports = Math.max(teleports, follower.teleports)
      readRow(snapshot, i, this.#row)
      track.push(stampMs, this.#row, 0, isBroken)
      error.arrived(stampMs, this.#row, isBroken)
      if (smoothing instanceof AdaptiveSmoothing) smoothing.arrived(stampMs, this.#row, isBroken)
    }
  }

  frame(nowMs: number, shown: Float64Array): void {
    const dtSeconds = Number.isNaN(this.#lastMs) ? 0 : (nowMs - this.#lastMs) / 1000
    this.#lastMs = nowMs
    const targetMs = this.#target.advance(nowMs)
    const idealMs = this.#ideal === this.#target ? targetMs : this.#ideal.advance(nowMs)
    const row = this.#row
    for (let i = 0; i < this.#followers.length; i++) {
      const { track, smoothing, error } = this.#followers[i]!
      const isEmpty = track.sample(targetMs, row) === TrackState.empty
      if (isEmpty) {
        showRow(null, i, shown)
        continue
      }
      if (smoothing instanceof AdaptiveSmoothing) smoothing.follow(idealMs, row, dtSeconds, row)
      else smoothing.follow(row, dtSeconds, row)
      error.shown(idealMs, row, dtSeconds)
      showRow(row, i, shown)
    }
  }
}
