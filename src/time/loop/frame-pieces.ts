import type { Ms, Tick } from '../../base/units.ts'
import { SNAP_MS } from './whole-steps.ts'

/**
 * Cuts each frame into steps that end with it: one as long as the frame, or several of bounded length (the variable and the
 * semi-fixed step of Glenn Fiedler's "Fix Your Timestep!"). Their total time is a compensated sum (Kahan), so its error is two
 * roundings for any number of frames. Allocates nothing.
 */
export class FramePieces {
  /** Steps so far. */
  stepCount: Tick = 0
  /** The length of all steps so far. */
  timeMs: Ms = 0
  /** The length of all steps dropped because of `maxSteps`, so far. */
  droppedMs: Ms = 0
  readonly #longestMs: Ms
  readonly #evenly: boolean
  readonly #maxSteps: number
  /** Time that no frame produced. Below 0 if it was removed. */
  #pendingMs: Ms = 0
  #count = 0
  #lengthMs: Ms = 0
  #lastLengthMs: Ms = 0
  #lostMs: Ms = 0
  /** The difference left by a frame that was snapped. It counts with the next frame, so that no step runs without a frame. */
  #remainderMs: Ms = 0

  /**
   * `longestMs` is the length of the longest step, above 0; Infinity makes one step of each frame. `evenly` gives all steps of
   * a frame the same length; otherwise the last one is the remainder. `maxSteps` is the most steps per frame.
   */
  constructor(longestMs: Ms, evenly: boolean, maxSteps: number) {
    this.#longestMs = longestMs
    this.#evenly = evenly
    this.#maxSteps = maxSteps
  }

  /**
   * Cuts the simulated time of a frame, plus pending time, into steps, and returns how many. A `frameMs` that is not above 0
   * adds nothing.
   */
  cut(frameMs: Ms): number {
    let spanMs = this.#pendingMs
    if (frameMs > 0) {
      spanMs += frameMs + this.#remainderMs
      this.#remainderMs = 0
    }
    if (spanMs > 0) {
      this.#pendingMs = 0
      this.#count = 1
      this.#measure(this.#longestMs < Infinity ? this.#divide(spanMs) : spanMs)
    } else {
      this.#pendingMs = spanMs
      this.#count = 0
    }
    return this.#count
  }

  /** Adds time that no frame produced. Removes time if `ms` is below 0. */
  shift(ms: Ms): void {
    this.#pendingMs += ms
  }

  /** The length of step `index` (from 0) of the last `cut`; 0 if there is no such step. */
  lengthMs(index: number): Ms {
    if (index < 0 || index >= this.#count) return 0
    return index === this.#count - 1 ? this.#lastLengthMs : this.#lengthMs
  }

  /** Sets the number of steps for `spanMs`, and returns how long these steps last together. */
  #divide(spanMs: Ms): Ms {
    const longestMs = this.#longestMs
    const whole = Math.round(spanMs / longestMs)
    const offMs = spanMs - whole * longestMs
    const isWhole = whole >= 1 && Math.abs(offMs) <= SNAP_MS
    if (isWhole) this.#remainderMs += offMs
    const dividedMs = isWhole ? whole * longestMs : spanMs
    this.#count = isWhole ? whole : Math.ceil(spanMs / longestMs)
    if (this.#count <= this.#maxSteps) return dividedMs
    this.#count = this.#maxSteps
    const takenMs = this.#maxSteps * longestMs
    this.droppedMs += dividedMs - takenMs
    return takenMs
  }

  /** Sets the length of each step so that all last `spanMs`, and adds `spanMs` to the total. */
  #measure(spanMs: Ms): void {
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
