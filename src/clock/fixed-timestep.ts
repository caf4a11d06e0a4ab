import { GlissadeError } from '../base/error.ts'
import type { Ms, Tick } from '../base/units.ts'

/**
 * How frame time becomes steps. `fixed`: one step per call, however long the frame took. `accumulated`: as many
 * whole steps as the time that has passed, the rest is kept and told as `alpha`.
 */
export type TimestepMode = 'fixed' | 'accumulated'

/** Settings of a `FixedTimestep`. */
export interface FixedTimestepOptions {
  /** Length of one simulation step; above 0. */
  readonly stepMs: Ms
  /** Default `accumulated`. */
  readonly mode?: TimestepMode | undefined
  /** A frame never counts as longer than this, so that a slow simulation falls behind and lives. Default 250. */
  readonly maxFrameMs?: Ms | undefined
  /** Most steps one call may ask for, an integer; whole steps beyond are dropped and counted. Default: no limit. */
  readonly maxStepsPerFrame?: number | undefined
}

/** Frame times this close to a multiple of the step count as that multiple; the difference is carried on. */
const SNAP_MS = 0.2

/**
 * The simulation clock: the renderer produces time, the simulation consumes it in whole steps (Glenn Fiedler,
 * "Fix Your Timestep!"). Time is `stepCount` x `stepMs`, never a sum, so hours later nothing has drifted.
 * Where refresh and step are equal and frame times noisy by whole milliseconds, start it half a step in with
 * `shift(stepMs / 2)`: no frame then gets two steps after one got none.
 */
export class FixedTimestep {
  /** Length of one step. */
  readonly stepMs: Ms
  /** How frame time becomes steps. */
  readonly mode: TimestepMode
  readonly #maxFrameMs: Ms
  readonly #maxSteps: number
  #scale = 1
  #lastMs: Ms = Number.NaN
  #remainderMs: Ms = 0
  #carryMs: Ms = 0
  #stepCount: Tick = 0
  #alpha = 0
  #droppedMs: Ms = 0

  /** Throws `misuse` when `stepMs`, `maxFrameMs` or `maxStepsPerFrame` is not a number above 0. */
  constructor(options: FixedTimestepOptions) {
    this.stepMs = positive(options.stepMs, 'stepMs')
    this.mode = options.mode ?? 'accumulated'
    this.#maxFrameMs = positive(options.maxFrameMs ?? 250, 'maxFrameMs')
    const maxSteps = options.maxStepsPerFrame
    this.#maxSteps = maxSteps === undefined ? Infinity : wholeSteps(maxSteps)
    if (this.mode === 'fixed') this.#alpha = 1
  }

  /**
   * Tells the present and returns how many steps to run now. The first call returns 0. A clock that stands
   * still or runs backwards gives no steps (in mode `fixed`: still one); a backward jump of more than
   * `maxFrameMs` is taken as a new clock. Call once per frame.
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
    return this.#count(this.#whole(frameMs))
  }

  /**
   * Adds time (or takes it away, below 0) that no frame produced, for a clock that jumps. What is added is
   * simulated in the next `advance`, beyond the frame clamp; what is taken away, later steps wait for. Whoever
   * would rather skip steps than run them moves the numbers its steps stand for. No effect in mode `fixed`.
   */
  shift(ms: Ms): void {
    this.#remainderMs += ms
    this.#setAlpha()
  }

  /** How far into the next step the present is, 0 to 1 (1 excluded); always 1 in mode `fixed`. */
  get alpha(): number {
    return this.#alpha
  }

  /** Whole steps asked for so far. */
  get stepCount(): Tick {
    return this.#stepCount
  }

  /** Simulated time, `stepCount` x `stepMs`. */
  get timeMs(): Ms {
    return this.#stepCount * this.stepMs
  }

  /** Simulated time lost so far to the frame clamp and to `maxStepsPerFrame`. */
  get droppedMs(): Ms {
    return this.#droppedMs
  }

  /**
   * Simulated time per frame time, 1 by default: slow motion, fast forward, or the pace that keeps a client's
   * inputs punctual. Setting what is not a finite number above 0 throws `misuse`. Not used in mode `fixed`.
   */
  get scale(): number {
    return this.#scale
  }

  set scale(value: number) {
    this.#scale = positive(value, 'scale')
  }

  /** Steps that come whole with the frame because it was a multiple of the step; the rest goes to the remainder. */
  #whole(frameMs: Ms): number {
    if (!(frameMs > 0)) return 0
    const takenMs = Math.min(frameMs, this.#maxFrameMs)
    this.#droppedMs += (frameMs - takenMs) * this.#scale
    const scaledMs = takenMs * this.#scale + this.#carryMs
    const whole = Math.round(scaledMs / this.stepMs)
    const offMs = scaledMs - whole * this.stepMs
    if (whole >= 1 && Math.abs(offMs) <= SNAP_MS) {
      this.#carryMs = offMs
      return whole
    }
    this.#carryMs = 0
    this.#remainderMs += scaledMs
    return 0
  }

  #count(whole: number): number {
    const more = Math.floor(this.#remainderMs / this.stepMs)
    let steps = Math.max(0, whole + more)
    this.#remainderMs -= (steps - whole) * this.stepMs
    if (more >= 0 && this.#remainderMs < 0) this.#remainderMs = 0
    if (steps > this.#maxSteps) {
      this.#droppedMs += (steps - this.#maxSteps) * this.stepMs
      steps = this.#maxSteps
    }
    this.#stepCount += steps
    this.#setAlpha()
    return steps
  }

  #setAlpha(): void {
    if (this.mode === 'fixed') return
    const alpha = this.#remainderMs / this.stepMs
    this.#alpha = Math.min(Math.max(alpha, 0), 1 - Number.EPSILON)
  }
}

function positive(value: number, name: string): number {
  if (value > 0 && value < Infinity) return value
  throw new GlissadeError('misuse', `${name} is ${value}, it must be a finite number above 0`)
}

function wholeSteps(value: number): number {
  if (value >= 1 && Number.isInteger(value)) return value
  throw new GlissadeError('misuse', `maxStepsPerFrame is ${value}, it must be an integer above 0`)
}
