import { misuse, positive, positiveInteger } from '../../base/settings.ts'
import type { Ms, Tick } from '../../base/units.ts'
import { FramePieces } from './frame-pieces.ts'
import { TimeScale } from './time-scale.ts'
import { WholeSteps } from './whole-steps.ts'

/**
 * How frame time becomes steps: the four loops of "Fix Your Timestep!".
 *
 * - `fixed`: one step of `stepMs` per call, however long the frame took.
 * - `variable`: one step per call, as long as the frame. Results depend on the frame rate, and long frames make stable
 *   simulations unstable: springs explode, bullets pass through walls.
 * - `semi-fixed`: the frame is cut into steps of at most `stepMs`; the last one is the remainder. Stable, but results still
 *   depend on the frame rate.
 * - `accumulated`: as many whole steps as fit into the time that has passed. The remainder is kept and reported as `alpha`.
 *   Results are the same at any frame rate.
 */
export type TimestepMode = (typeof MODES)[number]

const MODES = ['fixed', 'variable', 'semi-fixed', 'accumulated'] as const

/** Settings of a `FixedTimestep`. */
export interface FixedTimestepOptions {
  /** Length of one simulation step, above 0. The longest step in mode `semi-fixed`; unused in mode `variable`. */
  readonly stepMs: Ms
  /** Default `accumulated`. */
  readonly mode?: TimestepMode | undefined
  /** In mode `semi-fixed`: whether all steps of a frame have the same length. Default: the last one is the remainder. */
  readonly evenly?: boolean | undefined
  /** A frame counts for at most this long, so that a slow simulation falls behind instead of stalling. Default 250. */
  readonly maxFrameMs?: Ms | undefined
  /** The most steps per call, an integer above 0. Whole steps beyond that are dropped and counted. Default: no limit. */
  readonly maxStepsPerFrame?: number | undefined
}

/**
 * The simulation clock: the renderer produces time, and the simulation consumes it in steps (Glenn Fiedler, "Fix Your
 * Timestep!"). Time is `stepCount` x `stepMs` and never a sum, so it does not drift over hours. Where steps differ in length it
 * is a compensated sum, which does not drift either. If refresh rate and step rate are equal and frame times are noisy by whole
 * milliseconds, start half a step in with `shift(stepMs / 2)`: then no frame gets two steps after one without any.
 */
export class FixedTimestep {
  /** Length of one step, see `FixedTimestepOptions.stepMs`. */
  readonly stepMs: Ms
  /** How frame time becomes steps. */
  readonly mode: TimestepMode
  readonly #maxFrameMs: Ms
  readonly #scale = new TimeScale()
  /** Used in mode `accumulated`. In mode `fixed` it only absorbs `shift`. */
  readonly #whole: WholeSteps
  /** Only in the modes whose steps end with the frame. */
  readonly #pieces: FramePieces | null
  readonly #mostSteps: number
  #lastMs: Ms = Number.NaN
  #droppedMs: Ms = 0
  /** Steps of `stepMs` so far. */
  #stepCount: Tick = 0

  /** Throws `misuse` for an unknown `mode`, and for a length or a count that is not a number above 0. */
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
   * Tells the clock the present and returns how many steps to run now; `stepLengthMs` returns the length of each. The first
   * call returns 0. A clock that stands still or runs backwards gives no steps (in mode `fixed`: one). A backward jump of more
   * than `maxFrameMs` counts as a new clock. Call once per frame.
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
   * The length of step `index` (from 0) of the last `advance`: `stepMs` in the modes `fixed` and `accumulated`. In the other
   * modes, the step's part of the frame, which is above 0 for every step of that `advance` and 0 beyond them. A game that does
   * not know the mode passes this to its physics. May be called inside a step.
   */
  stepLengthMs(index: number): Ms {
    return this.#pieces ? this.#pieces.lengthMs(index) : this.stepMs
  }

  /**
   * Adds time that no frame produced (or removes it, below 0), for a clock that jumps. Added time is simulated in the next
   * `advance`, regardless of `maxFrameMs`. Removed time delays later steps. To skip steps instead of running them, change the
   * numbers that your steps stand for. No effect in mode `fixed`.
   */
  shift(ms: Ms): void {
    const cutter = this.#pieces ?? this.#whole
    cutter.shift(ms)
  }

  /** How far into the next step the present is, 0 to 1 (1 excluded). Always 1 except in mode `accumulated`. */
  get alpha(): number {
    return this.mode === 'accumulated' ? this.#whole.alpha : 1
  }

  /** How many steps `advance` has returned so far. */
  get stepCount(): Tick {
    return this.#pieces?.stepCount ?? this.#stepCount
  }

  /** Simulated time: the length of all steps so far. If all have the same length, it is their count x `stepMs`, never a sum. */
  get timeMs(): Ms {
    return this.#pieces?.timeMs ?? this.#stepCount * this.stepMs
  }

  /** Simulated time lost so far to `maxFrameMs` and to `maxStepsPerFrame`. */
  get droppedMs(): Ms {
    return this.#droppedMs + (this.#pieces?.droppedMs ?? 0)
  }

  /**
   * Simulated time per frame time: slow motion, fast forward, or the pace that keeps a client's inputs punctual. Default 1.
   * Setting it takes effect at once and ends a ramp. Throws `misuse` if it is not a finite number above 0. Not used in mode
   * `fixed`.
   */
  get scale(): number {
    return this.#scale.scale
  }

  set scale(value: number) {
    this.#scale.scale = value
  }

  /**
   * Changes the scale linearly to `scale` within the next `overMs` of frame time, and replaces a ramp under way. A ramp from a
   * to b simulates (a + b) / 2 x `overMs`, at any frame rate. Throws `misuse` when `scale` or `overMs` is not a finite number
   * above 0. Not used in mode `fixed`.
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
