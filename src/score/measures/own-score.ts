import { finiteFrom0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'

/** What is counted while predicting: `SessionStats` and `Predictor` both have these. */
export interface CorrectionCounts {
  readonly corrections: number
  /** How far the picture was off after all corrections together, in units. */
  readonly correctionDistance: number
  readonly replayedSteps: number
}

/** How the local player's own entity was shown. */
export interface OwnScore {
  /** Frames and seconds that were scored. */
  readonly frames: number
  readonly seconds: number
  /** Corrections per second. */
  readonly correctionsPerSecond: number
  /** How far the picture was off after corrections, all together, per second: what easing had to hide. */
  readonly correctionUnitsPerSecond: number
  /**
   * The largest step from one frame to the next beyond the predicted one, in units: what a player sees as a twitch. The
   * predicted step is the frame's length times the entity's own speed, at the faster end of the frame.
   */
  readonly largestStepBeyond: number
  /** Steps run again after corrections, per second. */
  readonly replayedStepsPerSecond: number
}

/**
 * Scores the prediction of an own entity from what a session's view or a `Predictor` shows: call `frame` once a frame,
 * `result` at the end. Allocation-free in frames.
 */
export class OwnScorer {
  readonly #counts: CorrectionCounts
  #frames = 0
  #firstMs: Ms = 0
  #lastMs: Ms = 0
  #x = 0
  #y = 0
  #speed = 0
  #largestStepBeyond = 0
  #first: CorrectionCounts = { corrections: 0, correctionDistance: 0, replayedSteps: 0 }

  /** `counts`: `session.stats`, or the predictor; read at the first frame and at the end. */
  constructor(counts: CorrectionCounts) {
    this.#counts = counts
  }

  /**
   * A frame at `timeMs`, rising: where the entity is drawn, in units, and how fast its predicted state moves, in units
   * per second. What is set elsewhere (a teleport) begins anew: leave that frame out by `isTeleport`.
   * Throws `misuse` when `speed` is not a finite number from 0.
   */
  frame(timeMs: Ms, x: number, y: number, speed: number, isTeleport = false): void {
    finiteFrom0(speed, 'speed')
    if (this.#frames === 0) {
      const { corrections, correctionDistance, replayedSteps } = this.#counts
      this.#first = { corrections, correctionDistance, replayedSteps }
      this.#firstMs = timeMs
    } else if (!isTeleport) {
      const predicted = (Math.max(speed, this.#speed) * (timeMs - this.#lastMs)) / 1000
      const beyond = Math.hypot(x - this.#x, y - this.#y) - predicted
      this.#largestStepBeyond = Math.max(this.#largestStepBeyond, beyond)
    }
    this.#frames++
    this.#lastMs = timeMs
    this.#x = x
    this.#y = y
    this.#speed = speed
  }

  /** The score of all frames so far; rates are NaN before the second. */
  result(): OwnScore {
    const counts = this.#counts
    const first = this.#first
    const seconds = (this.#lastMs - this.#firstMs) / 1000
    return {
      frames: this.#frames,
      seconds,
      correctionsPerSecond: (counts.corrections - first.corrections) / seconds,
      correctionUnitsPerSecond: (counts.correctionDistance - first.correctionDistance) / seconds,
      largestStepBeyond: this.#largestStepBeyond,
      replayedStepsPerSecond: (counts.replayedSteps - first.replayedSteps) / seconds,
    }
  }
}
