import type { Ms, Tick } from '../../base/units.ts'
import { SNAP_MS } from './whole-steps.ts'

/**
 * Cuts each frame into steps that end with it: one as long as the frame, or several of bounded length (the
 * variable and the semi-fixed step of Glenn Fiedler's "Fix Your Timestep!"). Their time is a compensated sum
 * (Kahan), so it is off by two roundings however many frames there were. Allocates nothing.
 */
export class FramePieces {
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
  /** What a snapped frame was off by: counts with the next one, so that without a frame there is no step. */
  #remainderMs: Ms = 0

  /**
   * `longestMs`: no step is longer, above 0; Infinity makes one of each frame. `evenly`: all steps of a frame are
   * of one length, instead of the last being the rest. `maxSteps`: the most of one frame.
   */
  constructor(longestMs: Ms, evenly: boolean, maxSteps: number) {
    this.#longestMs = longestMs
    this.#evenly = evenly
    this.#maxSteps = maxSteps
  }

  /**
   * Cuts the simulated time of a frame, and what is pending, into steps, and returns how many. What is not above 0 brings
   * nothing.
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

  /** Adds time that no frame produced; below 0, takes it away. */
  shift(ms: Ms): void {
    this.#pendingMs += ms
  }

  /** How long step `index` (from 0) of the last `cut` is; 0 when there was none. */
  lengthMs(index: number): Ms {
    if (index < 0 || index >= this.#count) return 0
    return index === this.#count - 1 ? this.#lastLengthMs : this.#lengthMs
  }

  /** Sets how many steps are to last `spanMs`; returns how long they last. */
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

  /** Sets how long each of the steps is that last `spanMs`, and adds them up. */
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
