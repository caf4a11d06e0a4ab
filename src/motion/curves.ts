import { misuse } from '../base/settings.ts'

/**
 * How a column moves between two samples:
 * - `linear`: a straight line at an even speed.
 * - `angle`: in radians, the short way round.
 * - `step`: the old value until the newer sample's time.
 * - `slerp`: part of a quaternion; four such columns in a row, x y z w, turn evenly along the shortest arc.
 * - `hermite`: a smooth curve that never leaves the range of its samples; its slopes are taken from them.
 * - `{ hermite: column }`: a smooth curve with sent velocities; `column` holds them, in units per second. They must be
 *   what the position does: one that pushes against a wall shows as a bump.
 * - a function of the old value, the newer one and alpha.
 */
export type Curve = 'linear' | 'angle' | 'step' | 'slerp' | 'hermite' | SentVelocity | CurveFunction

/** The curve of a column whose velocity is another column of the same record. */
export interface SentVelocity {
  /** Index of the column that holds the velocity, in units per second. */
  readonly hermite: number
}

/**
 * A curve of one's own: `alpha` lies between 0 and 1, both left out, where the samples themselves are shown. It is
 * called in frames; V8 boxes what it returns (16 bytes) unless it inlines the call.
 */
export type CurveFunction = (from: number, to: number, alpha: number) => number

/** Numbers that can be written, such as a typed array. */
export interface NumberSink {
  [index: number]: number
}

const TURN = 2 * Math.PI
/**
 * A cosine from here on, also one that rounding has put above 1, counts as 1: below 0.0014 radians arc and chord are
 * one, and the sine is too small to divide by.
 */
const PARALLEL = 1 - 1e-6
const NAMES = ['linear', 'angle', 'step', 'slerp', 'hermite']
/** The weight of the blend being worked on: V8 boxes fractional arguments unless it inlines the call. */
export const weightHeld: Float64Array = new Float64Array(1)

/** From `a` to `b` by `alpha` (0 to 1, not clamped); exactly `a` at 0, exactly `b` at 1, `a` itself if equal. */
export function lerp(a: number, b: number, alpha: number): number {
  return alpha === 1 ? b : a + (b - a) * alpha
}

/**
 * From angle `a` to angle `b` (radians) the short way round; exactly `a` at 0 and `b` at 1. Not wrapped: from
 * 350 to 10 degrees it passes 355, 360 and 365 on its way.
 */
export function angleLerp(a: number, b: number, alpha: number): number {
  return alpha === 1 ? b : a + angleDifference(a, b) * alpha
}

/** The turn that leads from `a` to `b` (radians) the short way round, -PI to PI. Exact for turns of less. */
export function angleDifference(a: number, b: number): number {
  const turn = b - a
  return turn - TURN * Math.round(turn / TURN)
}

/**
 * The cubic from `p0` to `p1` with the tangents `m0` and `m1` (velocity x span) by `alpha` (0 to 1, not clamped);
 * exactly `p0` at 0 and `p1` at 1 (Charles Hermite's basis; Glenn Fiedler, "Snapshot Interpolation").
 */
export function hermite(p0: number, m0: number, p1: number, m1: number, alpha: number): number {
  if (alpha === 1) return p1
  const left = 1 - alpha
  const square = alpha * alpha
  return p0 + (p1 - p0) * square * (3 - 2 * alpha) + (m0 * left * left - m1 * alpha * left) * alpha
}

/**
 * Writes the rotation between the unit quaternions `a` and `b` (x y z w) to `out`, by `alpha` (0 to 1; above 1 it
 * turns on at the same rate). The shortest arc: `b` and -`b` are the same rotation, and the nearer one is gone to.
 * The result has unit length, but is exactly `a` at 0 and where both are equal, and exactly `b` at 1, whatever its
 * sign. Almost parallel ones are blended in a line and normalised, also where rounding puts the cosine above 1. The
 * last three arguments say where each begins, 0 if left out. May be called in frames. (Ken Shoemake, "Animating Rotation with Quaternion Curves".)
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
  weightHeld[0] = alpha
  turn(out, a, b, outAt, aAt, bAt)
}

function turn(
  out: NumberSink,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  outAt: number,
  aAt: number,
  bAt: number,
): void {
  const alpha = weightHeld[0]!
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

/** Gives the four numbers from `at` on unit length, in place. */
export function normalize(values: NumberSink, at: number): void {
  let square = 0
  for (let i = at; i < at + 4; i++) square += values[i]! * values[i]!
  const scale = 1 / Math.sqrt(square)
  for (let i = at; i < at + 4; i++) values[i] = values[i]! * scale
}

/**
 * Returns `curves` when a record can be made of them. Throws `misuse` when there are none, when one has no such name,
 * when `slerp` columns do not come in fours, or when a velocity's column is not among them. For set-up only.
 */
export function checkCurves(curves: readonly Curve[]): readonly Curve[] {
  let inRow = 0
  for (let i = 0; i <= curves.length; i++) {
    const curve = curves[i]
    if (typeof curve === 'string' && !NAMES.includes(curve))
      misuse(`curves[${i}]`, `'${curve}'`, `one of ${NAMES.join(', ')}`)
    if (curve === 'slerp') inRow++
    else if (inRow % 4 > 0)
      misuse("the number of 'slerp' columns in a row", inRow, 'a multiple of 4')
    else inRow = 0
    if (typeof curve === 'object' && !curves[curve.hermite])
      misuse(`curves[${i}].hermite`, curve.hermite, 'the index of a column')
  }
  return curves.length > 0 ? curves : misuse('curves', 'empty', 'at least one')
}
