import { fromSmallestThree } from '../../../game/smallest-three.ts'
import type { Between } from '../../records/expected-value.ts'

/**
 * Computes the expected value of a rotation, which goes on turning about the same axis as between the two states that both
 * ends hold. Uses products, quotients and square roots of doubles only. Kept and refilled.
 */
export class Turn {
  /**
   * The greatest part of the expected rotation, and its lead over the next part, 0 to 15. After `round`, `greatest` is the
   * part that really is the greatest.
   */
  greatest = 3
  lead = 0
  /** After `round`, for each part but the greatest: the expected value, and its distance from the old value. */
  readonly wholes: Int32Array = new Int32Array(4)
  readonly ways: Int32Array = new Int32Array(4)
  /** The number of bits of the greatest distance. */
  rate = 0
  /** The old and the expected rotation: x y z w, both on the same side of the sphere. */
  readonly #was = new Float64Array(4)
  readonly #expected = new Float64Array(4)
  readonly #before = new Float64Array(4)
  #levels = 0

  /** Computes the expected rotation for the rotation whose four columns begin at `at`. */
  take(between: Between, at: number, levels: number): void {
    const { base, baseAt, beforeAt, elapsed, span } = between
    const was = this.#was
    this.#levels = levels
    fromSmallestThree(base, baseAt + at, levels, was, 0)
    this.#expected.set(was)
    if (beforeAt >= 0 && beforeAt !== baseAt && span > 0 && elapsed > 0)
      this.#turnOn(base, beforeAt + at, levels, elapsed, span)
    this.#rank()
  }

  /** Rounds the parts to whole numbers, except `greatest`. */
  round(greatest: number): void {
    const { wholes, ways } = this
    const levels = this.#levels
    const scale = (this.#was[greatest]! < 0 ? -levels : levels) / (2 * Math.SQRT1_2)
    this.greatest = greatest
    this.rate = 0
    for (let part = 0; part < 4; part++) {
      if (part === greatest) continue
      const whole = wholeOf(this.#expected[part]! * scale, levels)
      const way = whole - wholeOf(this.#was[part]! * scale, levels)
      const bits = 32 - Math.clz32(Math.abs(way))
      wholes[part] = whole
      ways[part] = way
      if (bits > this.rate) this.rate = bits
    }
  }

  #turnOn(base: Int32Array, at: number, levels: number, elapsed: number, span: number): void {
    const ratio = elapsed / span
    const was = this.#was
    const expected = this.#expected
    const before = this.#before
    fromSmallestThree(base, at, levels, before, 0)
    const ax = was[0]!
    const ay = was[1]!
    const az = was[2]!
    const aw = was[3]!
    const bx = before[0]!
    const by = before[1]!
    const bz = before[2]!
    const bw = before[3]!
    // The turn is was * before', the short way.
    let x = ax * bw - aw * bx + az * by - ay * bz
    let y = ay * bw - aw * by + ax * bz - az * bx
    let z = az * bw - aw * bz + ay * bx - ax * by
    let w = aw * bw + ax * bx + ay * by + az * bz
    let scale = w < 0 ? -ratio : ratio
    const square = (x * x + y * y + z * z) * ratio * ratio
    // A turn by more than 140 degrees is cut to 140 degrees.
    if (square > 0.88) scale *= Math.sqrt(0.88 / square)
    x *= scale
    y *= scale
    z *= scale
    w = Math.sqrt(Math.max(0, 1 - (x * x + y * y + z * z)))
    expected[0] = w * ax + x * aw + y * az - z * ay
    expected[1] = w * ay - x * az + y * aw + z * ax
    expected[2] = w * az + x * ay - y * ax + z * aw
    expected[3] = w * aw - x * ax - y * ay - z * az
  }

  #rank(): void {
    const expected = this.#expected
    let greatest = 0
    for (let i = 1; i < 4; i++)
      if (Math.abs(expected[i]!) > Math.abs(expected[greatest]!)) greatest = i
    let next = 0
    for (let i = 0; i < 4; i++) if (i !== greatest) next = Math.max(next, Math.abs(expected[i]!))
    this.greatest = greatest
    this.lead = Math.min(15, Math.floor((Math.abs(expected[greatest]!) - next) * 64))
  }
}

/** Returns a part as a whole number from 0 to `levels`, with 0 in the middle. */
function wholeOf(value: number, levels: number): number {
  const whole = Math.round(value + levels / 2) | 0
  return whole < 0 ? 0 : whole > levels ? levels : whole
}
