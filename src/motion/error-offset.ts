import type { Seconds } from '../base/units.ts'
import { angleDifference, type Curve } from './curves.ts'

const HALF_LIFE_SECONDS: Seconds = 0.08
/** At an offset of so many units (radians for angles) the decay is twice as fast as at a small one. */
const FASTER_AT_UNITS = 16
const FASTER_AT_RADIANS = 1
/** What no eye can see is zero: a thousandth of a unit or of a radian. */
const NOTHING = 0.001
/** An error of more units than this is shown at once: easing it would be a flight, not a correction. */
const GIVE_UP_UNITS = 64

/**
 * Hides a correction of the truth from the eye: the simulation is corrected at once, the picture keeps the
 * difference as an offset that dies away (half-life 80 ms, faster while large), and in the end is exactly 0.
 * `linear` and `angle` columns are eased, `step` columns change at once. The sum over frames does not depend on
 * the frame rate. (Glenn Fiedler, "State Synchronization"; Quake III, cg_predict.) Nothing allocates after
 * construction; all calls are made for frames.
 */
export class ErrorOffset {
  readonly #curves: readonly Curve[]
  readonly #offsets: Float64Array
  #units = 0
  #radians = 0
  /** Argument of `fade`: V8 boxes a fractional argument of every call that it does not inline. */
  dtSeconds: Seconds = 0

  /** One curve per column. */
  constructor(curves: readonly Curve[]) {
    this.#curves = curves
    this.#offsets = new Float64Array(curves.length)
  }

  /**
   * Adds what lies between two pictures of the same moment, before and after a correction, both without offset:
   * shown with the offset, nothing jumps. Angles go the short way. More than 64 units in any column clear all.
   */
  add(oldPicture: ArrayLike<number>, newPicture: ArrayLike<number>): void {
    const offsets = this.#offsets
    for (let i = 0; i < offsets.length; i++) {
      const curve = this.#curves[i]
      if (curve === 'step') continue
      const from = newPicture[i] ?? 0
      const to = oldPicture[i] ?? 0
      if (curve === 'angle') offsets[i] = angleDifference(from, to + offsets[i]!)
      else offsets[i] = offsets[i]! + (to - from)
    }
    this.#measure()
  }

  /** Lets the offset die away for `dtSeconds` (>= 0). */
  decay(dtSeconds: Seconds): void {
    this.dtSeconds = dtSeconds
    this.fade()
  }

  /**
   * Does what `decay` does, for `dtSeconds` as it is set. By the exact solution of x' = -rate x (1 + x / fast), so
   * that one long frame does what many short ones do.
   */
  fade(): void {
    if (!this.active || !(this.dtSeconds > 0)) return
    const growth = Math.exp((Math.LN2 / HALF_LIFE_SECONDS) * this.dtSeconds)
    const u = this.#units / FASTER_AT_UNITS
    const r = this.#radians / FASTER_AT_RADIANS
    let unitsKept = 1 / (growth + u * (growth - 1))
    let radiansKept = 1 / (growth + r * (growth - 1))
    if (this.#units * unitsKept < NOTHING) unitsKept = 0
    if (this.#radians * radiansKept < NOTHING) radiansKept = 0
    const offsets = this.#offsets
    for (let i = 0; i < offsets.length; i++) {
      offsets[i] = offsets[i]! * (this.#curves[i] === 'angle' ? radiansKept : unitsKept)
    }
    this.#units *= unitsKept
    this.#radians *= radiansKept
  }

  /** Adds the offset to a picture, in place. Without offset it is left as it is, to the bit. */
  apply(values: Float64Array): void {
    if (!this.active) return
    const offsets = this.#offsets
    for (let i = 0; i < offsets.length; i++) values[i] = values[i]! + offsets[i]!
  }

  /** Forgets the offset: after a teleport, a gap, a new life. */
  clear(): void {
    this.#offsets.fill(0)
    this.#units = 0
    this.#radians = 0
  }

  /** True while there is an offset. */
  get active(): boolean {
    return this.#units > 0 || this.#radians > 0
  }

  /** The largest offset among the `linear` columns, in their units. */
  get units(): number {
    return this.#units
  }

  #measure(): void {
    let units = 0
    let radians = 0
    let odd = false
    for (let i = 0; i < this.#offsets.length; i++) {
      const size = Math.abs(this.#offsets[i]!)
      if (this.#curves[i] === 'angle') radians = Math.max(radians, size)
      else units = Math.max(units, size)
      odd ||= !(size <= GIVE_UP_UNITS)
    }
    this.#units = units
    this.#radians = radians
    if (odd) this.clear()
  }
}
