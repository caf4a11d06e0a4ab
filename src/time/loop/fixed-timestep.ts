import { misuse, positive, positiveInteger } from '../../base/settings.ts'
import type { Ms, Tick } from '../../base/units.ts'
import { FramePieces } from './frame-pieces.ts'
import { TimeScale } from './time-scale.ts'
import { WholeSteps } from './whole-steps.ts'

/**
 * How frame time becomes steps; the four loops of "Fix Your Timestep!".
 *
 * - `fixed`: one step of `stepMs` per call, however long the frame took.
 * - `variable`: one step per call, as long as the frame. Results depend on the frame rate, and long frames break
 *   what was stable: springs explode, bullets pass through walls.
 * - `semi-fixed`: the frame is cut into steps of at most `stepMs`, the last one being the rest. Stable, but results
 *   still depend on the frame rate.
 * - `accumulated`: as many whole steps as the time that has passed, the rest is kept and told as `alpha`. Results
 *   are the same at any frame rate.
 */
export type TimestepMode = (typeof MODES)[number]

const MODES = ['fixed', 'variable', 'semi-fixed', 'accumulated'] as const

/** Settings of a `FixedTimestep`. */
export interface FixedTimestepOptions {
  /** Length of one simulation step; the longest in mode `semi-fixed`, unused in mode `variable`. Above 0. */
  readonly stepMs: Ms
  /** Default `accumulated`. */
  readonly mode?: TimestepMode | undefined
  /** In mode `semi-fixed`: the steps of a frame are all of one length. Default: the last one is the rest. */
  readonly evenly?: boolean | undefined
  /** A frame never counts as longer than this, so that a slow simulation falls behind and lives. Default 250. */
  readonly maxFrameMs?: Ms | undefined
  /** Most steps one call may ask for, an integer; whole steps beyond are dropped and counted. Default: no limit. */
  readonly maxStepsPerFrame?: number | undefined
}

/**
 * The simulation clock: the renderer produces time, the simulation consumes it in whole steps (Glenn Fiedler,
 * "Fix Your Timestep!"). Time is `stepCount` x `stepMs`, never a sum, so hours later nothing has drifted; where
 * steps differ in length it is a compensated sum, which does not drift either.
 * Where refresh and step are equal and frame times noisy by whole milliseconds, start it half a step in with
 * `shift(stepMs / 2)`: no frame then gets two steps after one got none.
 */
export class FixedTimestep {
  /** Length of one step, see `FixedTimestepOptions.stepMs`. */
  readonly stepMs: Ms
  /** How frame time becomes steps. */
  readonly mode: TimestepMode
  readonly #maxFrameMs: Ms
  readonly #scale = new TimeScale()
  /** In mode `accumulated`, and what counts in mode `fixed`. */
  readonly #whole: WholeSteps
  /** Only in the modes whose steps end with the frame. */
  readonly #pieces: FramePieces | null
  readonly #mostSteps: number
  #lastMs: Ms = Number.NaN
  #droppedMs: Ms = 0
  /** Steps of `stepMs` so far. */
  #stepCount: Tick = 0

  /** Throws `misuse` when there is no such `mode`, or when a length or a count is not a number above 0. */
  constructor(options: FixedTimestepOptions) {
    this.stepMs = positive(options.stepMs, 'stepMs')
    this.mode = options.mode ?? 'accumulated'
    if (!MODES.includes(this.mode)) misuse('mode', `'${this.mode}'`, `one of ${MODES.join(', ')}`)
    this.#maxFrameMs = positive(options.maxFrameMs ?? 250, 'maxFrameMs')
    const maxSteps = options.maxStepsPerFrame
    this.#mostSteps =
      maxSteps === undefined ? Infinity : positiveInteger(maxSteps, 'maxStepsPerFrame')
    this.#whole = new WholeSteps(this.stepMs)
    const longestMs = this.mode === 'variable' ? Infinity : this.stepMs
    this.#pieces =
      this.mode === 'variable' || this.mode === 'semi-fixed'
        ? new FramePieces(longestMs, options.evenly ?? false, this.#mostSteps)
        : null
  }

  /**
   * Tells the present and returns how many steps to run now; `stepLengthMs` says how long each is. The first call
   * returns 0. A clock that stands still or runs backwards gives no steps (in mode `fixed`: still one); a backward
   * jump of more than `maxFrameMs` is taken as a new clock. Call once per frame.
   */
  advance(nowMs: Ms): number {
    const first = Number.isNaN(this.#lastMs)
    const frameMs = first ? 0 : nowMs - this.#lastMs
    if (first || frameMs > 0 || frameMs < -this.#maxFrameMs) this.#lastMs = nowMs
    if (first) return 0
    if (this.mode === 'fixed') {
      this.#stepCount++
      return 1
    }
    const simulatedMs = frameMs > 0 ? this.#simulatedMs(frameMs) : 0
    if (this.#pieces) return this.#pieces.cut(simulatedMs)
    const due = this.#whole.cut(simulatedMs)
    const steps = Math.min(due, this.#mostSteps)
    this.#droppedMs += (due - steps) * this.stepMs
    this.#stepCount += steps
    return steps
  }

  /**
   * How long step `index` (from 0) of the last `advance` is: `stepMs` in the modes `fixed` and `accumulated`; in the
   * others its part of the frame, above 0 for every step that was asked for and 0 beyond them. What a game passes to
   * its physics, where it does not know the mode. May be called inside a step.
   */
  stepLengthMs(index: number): Ms {
    return this.#pieces ? this.#pieces.lengthMs(index) : this.stepMs
  }

  /**
   * Adds time (or takes it away, below 0) that no frame produced, for a clock that jumps. What is added is
   * simulated in the next `advance`, beyond the frame clamp; what is taken away, later steps wait for. Whoever
   * would rather skip steps than run them moves the numbers its steps stand for. No effect in mode `fixed`.
   */
  shift(ms: Ms): void {
    const cutter = this.#pieces ?? this.#whole
    cutter.shift(ms)
  }

  /** How far into the next step the present is, 0 to 1 (1 excluded); always 1 but in mode `accumulated`. */
  get alpha(): number {
    return this.mode === 'accumulated' ? this.#whole.alpha : 1
  }

  /** Steps asked for so far. */
  get stepCount(): Tick {
    return this.#pieces?.stepCount ?? this.#stepCount
  }

  /** Simulated time: the length of all steps asked for so far. If all are equally long, their count x `stepMs`, never a sum. */
  get timeMs(): Ms {
    return this.#pieces?.timeMs ?? this.#stepCount * this.stepMs
  }

  /** Simulated time lost so far to the frame clamp and to `maxStepsPerFrame`. */
  get droppedMs(): Ms {
    return this.#droppedMs + (this.#pieces?.droppedMs ?? 0)
  }

  /**
   * Simulated time per frame time, 1 by default: slow motion, fast forward, or the pace that keeps a client's
   * inputs punctual. Setting it acts at once and ends a ramp; what is not a finite number above 0 throws `misuse`.
   * Not used in mode `fixed`.
   */
  get scale(): number {
    return this.#scale.scale
  }

  set scale(value: number) {
    this.#scale.scale = value
  }

  /**
   * Goes to `scale` evenly within the next `overMs` of frame time, in place of a ramp under way. From a to b that
   * simulates (a + b) / 2 x `overMs`, at any frame rate. Throws `misuse` when `scale` or `overMs` is not a finite
   * number above 0. Not used in mode `fixed`.
   */
  rampTo(scale: number, overMs: Ms): void {
    this.#scale.rampTo(scale, overMs)
  }

  /** Clamps and scales the time of a frame. */
  #simulatedMs(frameMs: Ms): Ms {
    const takenMs = Math.min(frameMs, this.#maxFrameMs)
    const simulatedMs = this.#scale.simulatedMs(takenMs)
    this.#droppedMs += (frameMs - takenMs) * this.#scale.scale
    return simulatedMs
  }
}
