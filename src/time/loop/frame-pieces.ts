import type { Ms, Tick } from '../../base/units.ts'
import { SNAP_MS } from './whole-steps.ts'

/**
 * Cuts each frame into steps that end with it: one as long as the frame, or several of bounded length (the
 * variable and the semi-fixed step of Glenn Fiedler's "Fix Your Timestep!"). Their time is a compensated sum
 * (Kahan), so it is off by two roundings however many frames there were. Allocates nothing.
 */
export class FramePieces {
  /** Argument of `cut`: simulated time of the frame; what is not above 0 brings nothing. */
  frameMs: Ms = 0
  /** Steps so far. */
  stepCount: Tick = 0
  /** The length of all steps so far. */
  timeMs: Ms = 0
  /** What steps beyond the most would have taken, so far. */
  droppedMs: Ms = 0
  readonly #longestMs: Ms
  readonly #evenly: boolean
  readonly #maxSteps: number
  /** Time that no frame produced: what was added or, below 0, taken away. */
  #pendingMs: Ms = 0
  #count = 0
  #lengthMs: Ms = 0
  #lastLengthMs: Ms = 0
  #lostMs: Ms = 0
  #spanMs: Ms = 0
  /** What a snapped frame was off by: counts with the next one, so that without a frame there is no step. */
  #carryMs: Ms = 0

  /**
   * `longestMs`: no step is longer, above 0; Infinity makes one of each frame. `evenly`: all steps of a frame are
   * of one length, instead of the last being the rest. `maxSteps`: the most of one frame.
   */
  constructor(longestMs: Ms, evenly: boolean, maxSteps: number) {
    this.#longestMs = longestMs
    this.#evenly = evenly
    this.#maxSteps = maxSteps
  }

  /** Cuts `frameMs` and what is pending into steps, and returns how many. */
  cut(): number {
    this.#spanMs = this.#pendingMs
    if (this.frameMs > 0) {
      this.#spanMs += this.frameMs + this.#carryMs
      this.#carryMs = 0
    }
    if (this.#spanMs > 0) {
      this.#pendingMs = 0
      this.#count = 1
      if (this.#longestMs < Infinity) this.#divide()
      this.#measure()
    } else {
      this.#pendingMs = this.#spanMs
      this.#count = 0
    }
    return this.#count
  }

  /** Adds time that no frame produced; below 0, takes it away. */
  shift(ms: Ms): void {
    this.#pendingMs += ms
  }

  /** How long step `index` (from 0) of the last `cut` is; 0 when there was none. */
  lengthMs(index: number): Ms {
    if (index < 0 || index >= this.#count) return 0
    return index === this.#count - 1 ? this.#lastLengthMs : this.#lengthMs
  }

  #divide(): void {
    const longestMs = this.#longestMs
    const whole = Math.round(this.#spanMs / longestMs)
    const offMs = this.#spanMs - whole * longestMs
    if (whole >= 1 && Math.abs(offMs) <= SNAP_MS) {
      this.#carryMs += offMs
      this.#spanMs = whole * longestMs
      this.#count = whole
    } else {
      this.#count = Math.ceil(this.#spanMs / longestMs)
    }
    if (this.#count <= this.#maxSteps) return
    this.#count = this.#maxSteps
    const takenMs = this.#maxSteps * longestMs
    this.droppedMs += this.#spanMs - takenMs
    this.#spanMs = takenMs
  }

  /** Sets how long the steps are, and adds them up. */
  #measure(): void {
    const spanMs = this.#spanMs
    const longestMs = this.#longestMs
    this.stepCount += this.#count
    this.#lengthMs = this.#evenly ? spanMs / this.#count : Math.min(spanMs, longestMs)
    const restMs = spanMs - (this.#count - 1) * this.#lengthMs
    this.#lastLengthMs = this.#evenly ? this.#lengthMs : Math.min(restMs, longestMs)
    const addMs = spanMs - this.#lostMs
    const sumMs = this.timeMs + addMs
    this.#lostMs = sumMs - this.timeMs - addMs
    this.timeMs = sumMs
  }
}
