import type { Ms, Seconds } from '../base/units.ts'
import { type Curve, isSmooth } from './curves.ts'
import { Track } from './track.ts'
import { BEFORE_FIRST } from './track-state.ts'

/** Frames that wait for their truth, a power of two: over a second at 240 frames per second. */
const FRAMES = 256
/** How many states say where an entity was, a power of two: two seconds at 60 Hz. */
const STATES = 128

/** One frame in the ring: its moment, its length in seconds, and then the places in each picture. */
const TIME = 0
const LENGTH = 1
const PLACES = 2

/**
 * Compares the pictures of one entity with the truth as soon as that is known. `take` keeps the pictures of a frame together
 * with the moment that they were to show. When states from both sides of that moment have arrived, the curve between them says
 * where the entity was. Keeps the mean of each picture's distance to that place, and of how unevenly it moved. Only columns that
 * are `linear` or smooth count. Nothing allocates after construction.
 */
export class ErrorRecord {
  /** By picture: the mean distance to the truth, in units; NaN before the first. */
  readonly units: Float64Array
  /**
   * By picture: how far its steps from frame to frame differ from those of the truth, as a share of the truth's step, or of its
   * mean step if that is longer; each frame counts 1 at most, as if the picture stood still. An even lag counts 0. NaN at first.
   */
  readonly unevenness: Float64Array
  /** The mean speed of the truth, in units per second; NaN before the second frame. */
  speed: number = Number.NaN
  readonly #pictures: number
  readonly #seconds: Seconds
  /** The columns that count. */
  readonly #places: Uint16Array
  readonly #truth: Track
  readonly #row: Float64Array
  readonly #frames: Float64Array
  readonly #width: number
  #taken = 0
  #settled = 0
  /** The truth in the frame that was settled last, and the differences to it, place by place for each picture. */
  readonly #before: Float64Array
  readonly #differences: Float64Array
  #hasBefore = false
  #settledSeconds = 0

  /** `pictures`: how many there are of each frame. `seconds`: over how long the means reach back, above 0. */
  constructor(curves: readonly Curve[], pictures: number, seconds: Seconds) {
    this.#places = Uint16Array.from(
      curves.flatMap((curve, i) => (curve === 'linear' || isSmooth(curve) ? [i] : [])),
    )
    this.units = new Float64Array(pictures).fill(Number.NaN)
    this.unevenness = new Float64Array(pictures).fill(Number.NaN)
    this.#pictures = pictures
    this.#seconds = seconds
    this.#truth = new Track({ curves, capacity: STATES, extrapolateMs: 0, easeReturn: false })
    this.#row = new Float64Array(curves.length)
    this.#width = PLACES + pictures * this.#places.length
    this.#frames = new Float64Array(FRAMES * this.#width)
    this.#before = new Float64Array(curves.length)
    this.#differences = new Float64Array(pictures * this.#places.length)
  }

  /** Notes a state that has arrived. `isBroken`: the entity did not travel there, but was teleported. */
  arrived(stampMs: Ms, values: ArrayLike<number>, isBroken: boolean): void {
    this.#truth.push(stampMs, values, 0, isBroken)
    this.#settle()
  }

  /** Begins a frame that is to show `timeMs`, later than the one before, after `dtSeconds`. Then call `take` for each picture. */
  begin(timeMs: Ms, dtSeconds: Seconds): void {
    // The truth of the oldest frame will never be known, or comes too late.
    if (this.#taken - this.#settled === FRAMES) {
      this.#settled++
      this.#hasBefore = false
    }
    const at = (this.#taken++ & (FRAMES - 1)) * this.#width
    this.#frames[at + TIME] = timeMs
    this.#frames[at + LENGTH] = dtSeconds
  }

  /** Takes what `picture` shows in the frame that has begun. */
  take(picture: number, values: ArrayLike<number>): void {
    const places = this.#places
    const at = ((this.#taken - 1) & (FRAMES - 1)) * this.#width + PLACES + picture * places.length
    for (let i = 0; i < places.length; i++) this.#frames[at + i] = values[places[i]!]!
  }

  /** Ends the frame that has begun. */
  end(): void {
    this.#settle()
  }

  /** Forgets frames and states, but not the means. */
  clear(): void {
    this.#truth.clear()
    this.#settled = this.#taken
    this.#hasBefore = false
  }

  #settle(): void {
    const { newestMs } = this.#truth
    while (this.#settled < this.#taken) {
      const at = (this.#settled & (FRAMES - 1)) * this.#width
      if (!(this.#frames[at + TIME]! <= newestMs)) return
      this.#settled++
      const state = this.#truth.sample(this.#frames[at + TIME]!, this.#row)
      if (state === BEFORE_FIRST) this.#hasBefore = false
      else this.#compare(at)
    }
  }

  /** Compares the frame that begins at `at` with the truth, which is in the row. */
  #compare(at: number): void {
    const places = this.#places
    const differences = this.#differences
    const dtSeconds = this.#frames[at + LENGTH]!
    if (!(dtSeconds > 0)) return
    // At first a plain mean, and later one in which the past fades.
    this.#settledSeconds += dtSeconds
    const share = Math.max(
      1 - Math.exp(-dtSeconds / this.#seconds),
      dtSeconds / this.#settledSeconds,
    )
    const step = this.#trueStep()
    if (this.#hasBefore) this.speed = mixed(this.speed, step / dtSeconds, share)
    const whole = Math.max(step, this.speed * dtSeconds)
    for (let picture = 0; picture < this.#pictures; picture++) {
      const first = picture * places.length
      let square = 0
      let change = 0
      for (let i = 0; i < places.length; i++) {
        const difference = this.#frames[at + PLACES + first + i]! - this.#row[places[i]!]!
        square += difference * difference
        change += (difference - differences[first + i]!) ** 2
        differences[first + i] = difference
      }
      this.units[picture] = mixed(this.units[picture]!, Math.sqrt(square), share)
      if (!this.#hasBefore) continue
      const uneven = change > 0 ? Math.min(Math.sqrt(change) / whole, 1) : 0
      this.unevenness[picture] = mixed(this.unevenness[picture]!, uneven, share)
    }
    this.#hasBefore = true
  }

  /** Returns how far the truth went since the frame that was settled before. */
  #trueStep(): number {
    let square = 0
    for (let i = 0; i < this.#places.length; i++) {
      const place = this.#row[this.#places[i]!]!
      square += (place - this.#before[i]!) ** 2
      this.#before[i] = place
    }
    return Math.sqrt(square)
  }
}

/** Moves a mean, NaN at first, by `share` of the way to `value`. A value that is no number changes nothing. */
function mixed(mean: number, value: number, share: number): number {
  if (Number.isNaN(value)) return mean
  return Number.isNaN(mean) ? value : mean + (value - mean) * share
}
