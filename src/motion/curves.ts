import { misuse } from '../base/settings.ts'
import type { FieldBlend, FieldCurve, NamedCurve } from '../game/field.ts'

/**
 * How a column moves between two samples:
 * - `linear`: a straight line at an even speed.
 * - `angle`: in radians, the short way round.
 * - `step`: the old value until the newer sample's time.
 * - `slerpCurve`: part of a quaternion; four such columns in a row, x y z w, turn evenly along the shortest arc.
 * - `hermiteCurve()`: a smooth curve that never leaves the range of its samples; its slopes are computed from them.
 * - `hermiteCurve(column)`: a smooth curve with sent velocities, which are in that column.
 * - a function of the old value, the newer one and alpha.
 */
export type Curve = FieldCurve

/** Your own curve. `alpha` is between 0 and 1, both excluded: there the samples themselves are shown. Called in frames. */
export type CurveFunction = FieldBlend

/** The code of `slerpCurve`: it turns four columns, and keeps their offset in twice as many numbers as columns. */
export interface RotationCurve extends NamedCurve {
  /** Does what `slerp` does, by `weight[0]`. */
  turn(
    out: NumberSink,
    a: ArrayLike<number>,
    b: ArrayLike<number>,
    weight: Float64Array,
    outAt: number,
    aAt: number,
    bAt: number,
  ): void
  /** Adds the difference between two pictures to the offset of the columns from `at` on. */
  addOffset(
    offsets: Float64Array,
    at: number,
    oldPicture: ArrayLike<number>,
    newPicture: ArrayLike<number>,
  ): void
  /** Adds the offset to a picture. */
  applyOffset(offsets: Float64Array, at: number, values: Float64Array): void
}

/** The code of `hermiteCurve`. */
export interface SmoothCurve extends NamedCurve {
  /** The column that holds the velocity, in units per second; -1 without one. */
  readonly velocity: number
  /** Makes the slopes of all smooth columns among `curves`, for a `Bracket`. */
  slopes(curves: readonly Curve[]): BracketSlopes
}

/** The two samples of a `Bracket`. See there. */
export interface BracketRows {
  readonly samples: {
    readonly values: Float64Array
    readonly count: number
    row(place: number): number
  }
  readonly isBroken: boolean
  /** Where the columns of the sample before the older one begin, or -1, and where those of the two samples begin. */
  readonly before: number
  readonly from: number
  readonly to: number
}

/** The slopes of the smooth columns of a bracket. */
export interface BracketSlopes {
  /** Whether some column can be extrapolated from one sample alone. */
  readonly hasVelocities: boolean
  /** Freezes the slopes of the bracket that ends at `place`. */
  freeze(bracket: BracketRows, place: number): void
  /**
   * Writes the smooth columns by `weight[0]` between two states of a piece, to `out` from `outAt` on. The states begin at
   * `from` and `to`. The slopes follow the second state, in units per piece.
   */
  write(
    piece: Float64Array,
    from: number,
    to: number,
    weight: Float64Array,
    out: Float64Array,
    outAt: number,
  ): void
  /** Writes the smooth columns `reach[0]` ms past the newer sample. */
  extrapolate(bracket: BracketRows, reach: Float64Array, out: Float64Array): void
}

/** Whether a column is one of the four of a rotation. */
export function isRotation(curve: Curve | undefined): curve is RotationCurve {
  return (curve as Partial<RotationCurve> | undefined)?.turn !== undefined
}

/** Whether a column has slopes. */
export function isSmooth(curve: Curve | undefined): curve is SmoothCurve {
  return (curve as Partial<SmoothCurve> | undefined)?.slopes !== undefined
}

/** The column of a curve's velocity, or -1. */
export function velocityOf(curve: Curve | undefined): number {
  return (curve as Partial<SmoothCurve> | undefined)?.velocity ?? -1
}

/** Numbers that can be written, such as a typed array. */
export interface NumberSink {
  [index: number]: number
}

/** A full turn, in radians. */
export const TURN: number = 2 * Math.PI
/**
 * A cosine of at least this counts as 1, even one that rounding has put above 1. Below 0.0014 radians arc and chord are equal,
 * and the sine is too small to divide by.
 */
const PARALLEL = 1 - 1e-6
const NAMES = ['linear', 'angle', 'step']
const slerpWeight = /* @__PURE__ */ new Float64Array(1)

/** From `a` to `b` by `alpha` (0 to 1, not clamped): exactly `a` at 0, exactly `b` at 1, `a` itself if both are equal. */
export function lerp(a: number, b: number, alpha: number): number {
  return alpha === 1 ? b : a + (b - a) * alpha
}

/**
 * From angle `a` to angle `b` (radians) the short way round: exactly `a` at 0 and `b` at 1. Not wrapped: from 350 to 10 degrees
 * it passes 355, 360 and 365.
 */
export function angleLerp(a: number, b: number, alpha: number): number {
  return alpha === 1 ? b : a + angleDifference(a, b) * alpha
}

/** The turn from `a` to `b` (radians) the short way round, -PI to PI. Exact for turns of less than half. */
export function angleDifference(a: number, b: number): number {
  const turn = b - a
  return turn - TURN * Math.round(turn / TURN)
}

/**
 * The cubic from `p0` to `p1` with the tangents `m0` and `m1` (velocity x span) by `alpha` (0 to 1, not clamped): exactly `p0`
 * at 0 and `p1` at 1 (Charles Hermite's basis; Glenn Fiedler, "Snapshot Interpolation").
 */
export function hermite(p0: number, m0: number, p1: number, m1: number, alpha: number): number {
  if (alpha === 1) return p1
  const left = 1 - alpha
  const square = alpha * alpha
  return p0 + (p1 - p0) * square * (3 - 2 * alpha) + (m0 * left * left - m1 * alpha * left) * alpha
}

/**
 * Writes the rotation between the unit quaternions `a` and `b` (x y z w) to `out`, by `alpha` (0 to 1; above 1 it turns on at
 * the same rate). It takes the shortest arc: `b` and -`b` are the same rotation, and it goes to the nearer one. The result has
 * unit length, except that it is exactly `a` at 0 and if both are equal, and exactly `b` at 1, whatever its sign. Almost
 * parallel quaternions are blended linearly and normalised, even if rounding puts the cosine above 1. The last three arguments
 * are where each quaternion begins. Default 0. May be called in frames. (Ken Shoemake, "Animating Rotation with Quaternion
 * Curves".)
 */
export function slerp(
  out: NumberSink,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  alpha: number,
  outAt = 0,
  aAt = 0,
  bAt = 0,
): void {
  slerpWeight[0] = alpha
  turn(out, a, b, slerpWeight, outAt, aAt, bAt)
}

/** Does what `slerp` does, by `weight[0]`. */
export function turn(
  out: NumberSink,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  weight: Float64Array,
  outAt: number,
  aAt: number,
  bAt: number,
): void {
  const alpha = weight[0]!
  let cosine = 0
  let isSame = true
  for (let i = 0; i < 4; i++) {
    cosine += a[aAt + i]! * b[bAt + i]!
    if (a[aAt + i] !== b[bAt + i]) isSame = false
  }
  if (isSame || alpha === 0 || alpha === 1) {
    for (let i = 0; i < 4; i++) out[outAt + i] = alpha === 1 ? b[bAt + i]! : a[aAt + i]!
    return
  }
  const size = Math.abs(cosine)
  let wa = 1 - alpha
  let wb = alpha
  if (size < PARALLEL) {
    const angle = Math.acos(size)
    wa = Math.sin(wa * angle)
    wb = Math.sin(wb * angle)
  }
  if (cosine < 0) wb = -wb
  for (let i = 0; i < 4; i++) out[outAt + i] = a[aAt + i]! * wa + b[bAt + i]! * wb
  normalize(out, outAt)
}

/** Scales the four numbers from `at` on to unit length, in place. */
export function normalize(values: NumberSink, at: number): void {
  let square = 0
  for (let i = at; i < at + 4; i++) square += values[i]! * values[i]!
  const scale = 1 / Math.sqrt(square)
  for (let i = at; i < at + 4; i++) values[i] = values[i]! * scale
}

/**
 * Returns `curves` if they make a record. Throws `misuse` when there are none, when a name is unknown, when `slerp` columns do
 * not come in fours, or when a velocity's column is not among them. For set-up only.
 */
export function checkCurves(curves: readonly Curve[]): readonly Curve[] {
  let inRow = 0
  for (let i = 0; i <= curves.length; i++) {
    const curve = curves[i]
    if (typeof curve === 'string' && !NAMES.includes(curve))
      misuse(`curves[${i}]`, `'${curve}'`, `one of ${NAMES.join(', ')}, or a curve`)
    if (isRotation(curve)) inRow++
    else if (inRow % 4 > 0) misuse('the number of slerp columns in a row', inRow, 'a multiple of 4')
    else inRow = 0
    if (velocityOf(curve) >= curves.length)
      misuse(`curves[${i}].velocity`, velocityOf(curve), 'the index of a column')
  }
  return curves.length > 0 ? curves : misuse('curves', 'empty', 'a list of at least one curve')
}
