/** A longer time since the last frame is left out: a page that was hidden goes on where it was. */
const LONGEST_FRAME_MS = 100

/** The moment of the films that is on display. It runs from `fromMs` to `toMs`, and then from the start again. */
export class Playhead {
  isPaused: boolean
  /** Time of the film per time of the page, above 0. */
  speed = 1
  timeMs: number
  readonly #fromMs: number
  readonly #toMs: number
  #lastMs = Number.NaN

  constructor(fromMs: number, toMs: number, isPaused: boolean) {
    this.#fromMs = fromMs
    this.#toMs = toMs
    this.isPaused = isPaused
    this.timeMs = fromMs
  }

  /** Moves on to the page's frame at `nowMs`. */
  advance(nowMs: number): void {
    const passedMs = Math.min(nowMs - this.#lastMs, LONGEST_FRAME_MS)
    this.#lastMs = nowMs
    if (this.isPaused || !(passedMs > 0)) return
    this.timeMs += passedMs * this.speed
    if (this.timeMs >= this.#toMs) this.timeMs = this.#fromMs
  }
}

/** The place of the last of `times`, which rise, that is not after `timeMs`; -1 if there is none. */
export function placeAt(times: Float64Array, timeMs: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}
