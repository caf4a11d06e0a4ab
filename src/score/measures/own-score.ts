import { finiteFrom0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'

/** Counters of prediction, which `SessionStats` and `Predictor` both have. */
export interface CorrectionCounts {
  readonly corrections: number
  /** The sum, in units, by which the picture was off after corrections. */
  readonly correctionDistance: number
  readonly replayedSteps: number
}

/** The score of how the local player's own entity was shown. */
export interface OwnScore {
  /** Frames and seconds that were scored. */
  readonly frames: number
  readonly seconds: number
  /** Corrections per second. */
  readonly correctionsPerSecond: number
  /** The sum by which the picture was off after corrections, in units per second. Easing had to hide this. */
  readonly correctionUnitsPerSecond: number
  /**
   * The most by which a step from frame to frame exceeded the predicted step, in units: a player sees it as a twitch.
   * The predicted step is the frame's length times the entity's own speed, at the faster end of the frame.
   */
  readonly largestStepBeyond: number
  /** Steps run again after corrections, per second. */
  readonly replayedStepsPerSecond: number
}

/**
 * Scores the prediction of an own entity from what a session's view or a `Predictor` shows. Call `frame` once a frame, and
 * `result` at the end. Frames are free of allocation.
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

  /** `counts`: `session.stats`, or the predictor. It is read at the first frame and at the end. */
  constructor(counts: CorrectionCounts) {
    this.#counts = counts
  }

  /**
   * Scores a frame. `timeMs` rises from frame to frame; `x` and `y` are where the entity is drawn, in units, and `speed` is how
   * fast its predicted state moves, in units per second. `isTeleport` leaves the step of this frame out, for an entity that was
   * teleported; default false. Throws `misuse` if `speed` is not a finite number, at least 0.
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

  /** Returns the score of all frames so far. Rates are NaN before the second frame. */
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
