import type { Ms } from '../../base/units.ts'
import type { Motion } from '../motions/motion.ts'

/** The cost of one per cent of faulty frames: the rate at which a listener's ear trades delay for loss (WebRTC's NetEq). */
export const MS_PER_FAULT_PERCENT = 20

/** Options of `play` and `score`. */
export interface ScoreOptions {
  /** Snapshots per second, 1 to 60. Default 20. */
  readonly sendHz?: number | undefined
  /** Frames per second of the display, 10 to 500. Default 59.94. */
  readonly frameHz?: number | undefined
  /** Length in seconds, including the warm-up. Default 120. */
  readonly seconds?: number | undefined
  /** How long is played before the score counts, from 0 and below `seconds`. Default 10. */
  readonly warmupSeconds?: number | undefined
  /** Seed of motions, frames and clocks. Default 1. */
  readonly seed?: number | undefined
  /** Sorts of movement. Default `motions`: platformer, boid, vehicle. */
  readonly motions?: readonly Motion[] | undefined
  /** Entities of each sort. Default 4. */
  readonly perMotion?: number | undefined
  /** Share of frames that the display drops, 0 to 0.5, which makes frames uneven. Default 0. */
  readonly droppedFrames?: number | undefined
}

/** The score of one sort of movement. */
export interface MotionScore {
  /** Name of the motion. */
  readonly motion: string
  /** Frame time less displayed time, network included: mean and 95 % quantile, ms. */
  readonly delayMs: Ms
  readonly delayP95Ms: Ms
  /** 99 % quantile of |rate - 1|. The rate is displayed time per frame time. */
  readonly rateP99: number
  /** Share of frames, in per cent, with a rate below 0.1. */
  readonly frozenPercent: number
  /** Share of frames, in per cent, with a rate outside 0.75 to 1.25 or a teleport. */
  readonly faultPercent: number
  /** Three or more frozen frames in a row, per minute. */
  readonly stallsPerMinute: number
  /** The longest run of frozen frames. */
  readonly longestStallMs: Ms
  /** Steps over three times the largest true one within 100 ms + 2 units, or rates over 2.5 or below -0.05. */
  readonly teleportsPerMinute: number
  /** Distance to the truth at the displayed time: root mean square and 99 % quantile, units. */
  readonly errorRms: number
  readonly errorP99: number
  /** Distance to the truth at the time of the frame: root mean square, units. */
  readonly nowErrorRms: number
  /** The most by which a step from frame to frame exceeded the largest true step within 100 ms, units: a visible jump. */
  readonly largestJump: number
  /**
   * Share of frames, in per cent, that are faulty or look wrong: by an error of over 6 units (2 for smooth motions, see
   * `Motion.visibleError`), or by a jump of over 4.
   */
  readonly wrongPercent: number
  /**
   * The mean distance to the truth at the time of the frame, over the mean speed of the truth: how old the picture looks. A
   * right but late picture is as stale as its delay. Wrong extrapolation gains nothing.
   */
  readonly stalenessMs: Ms
  /** Root mean square of the third difference, displayed over true. */
  readonly jerkRatio: number
  /** `delayMs` + 20 ms for each per cent of `faultPercent`: the figure to minimize. */
  readonly costMs: Ms
  /** `stalenessMs` + 20 ms for each per cent of `wrongPercent`: the cost with the position error priced in. */
  readonly errorCostMs: Ms
  /** The cost over the first 10 s alone, from the first frame that shows anything. */
  readonly startCostMs: Ms
}

/** The score of a contender on one trace at one rate. */
export interface Score {
  readonly contender: string
  readonly trace: string
  readonly sendHz: number
  /** One per motion, in the order of the options. */
  readonly motions: readonly MotionScore[]
}

/** The best that any player could do on one trace at one rate; the same for every motion. */
export interface Bounds {
  readonly trace: string
  readonly sendHz: number
  /** Mean age of the newest data: the least delay of a player that shows only states it has. */
  readonly freshnessMs: Ms
  /** The least constant delay, chosen in hindsight, at which 0.1 % of frames lack data. */
  readonly constantMs: Ms
  /** Least delay of a clairvoyant that never extrapolates, runs at 0.75x to 1.25x and has at most 0.1 % faults. */
  readonly delayMs: Ms
  readonly faultPercent: number
  /** The same clairvoyant at its least cost: delay, faults and cost. */
  readonly priced: { readonly delayMs: Ms; readonly faultPercent: number; readonly costMs: Ms }
}
