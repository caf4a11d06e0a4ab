import { type Curve, isSmooth } from './curves.ts'
import { BROKEN, COLUMNS, FLAGS, FROZEN } from './samples.ts'

/**
 * A curve stays in range if its slopes have the signs of the straight slopes on both sides and are at most this many times as
 * steep.
 */
const STEEPEST = 3

/** Samples in order of time, see `Samples`. */
export interface SampleRows {
  readonly values: Float64Array
  readonly count: number
  row(place: number): number
}

/**
 * Chooses the slopes (units per ms) of the smooth columns at both ends of the bracket of samples that ends at `place`. Columns
 * with a sent velocity use that. For the others, if the next sample is held, the slope is that of the parabola through three
 * samples. Otherwise it is that of the parabola through the last three, or the straight slope if the third sample is past a
 * turn, which may be a bounce. Slopes are limited so that the curve does not leave the range of its two samples (Fritsch and
 * Carlson, "Monotone Piecewise Cubic Interpolation"). Once chosen they are frozen, so that a later sample never bends a curve
 * that has been shown. A bracket begins with the slope with which the one before ended, unless that would overshoot. Across a
 * break there are only sent velocities. The slopes follow the columns, two for each smooth column: at the start, at the end.
 * Free of allocation.
 */
export function freezeSlopes(
  samples: SampleRows,
  place: number,
  isBroken: boolean,
  curves: readonly Curve[],
): void {
  const { values } = samples
  const b = samples.row(place)
  if (values[b + FLAGS]! & FROZEN) return
  if (!isBroken) values[b + FLAGS]! |= FROZEN
  const a = place > 0 ? samples.row(place - 1) : b
  const hasBefore = place > 1 && !(values[a + FLAGS]! & BROKEN)
  const before = hasBefore ? samples.row(place - 2) : a
  const next = samples.row(place + 1)
  const hasAfter = place + 1 < samples.count && !(values[next + FLAGS]! & BROKEN)
  const after = hasAfter ? next : b
  const isJoined = (values[a + FLAGS]! & FROZEN) !== 0
  const span = values[b]! - values[a]!
  const spanBefore = values[a]! - values[before]!
  const spanAfter = values[after]! - values[b]!
  const shareBefore = span / (span + spanBefore)
  const shareAfter = span / (span + spanAfter)
  let at = COLUMNS + curves.length
  for (let i = 0; i < curves.length; i++) {
    const curve = curves[i]
    if (!isSmooth(curve)) continue
    const isSent = curve.velocity >= 0
    const column = COLUMNS + (isSent ? curve.velocity : i)
    const from = values[a + column]!
    const to = values[b + column]!
    const slope = (to - from) / span
    let start = 0
    let end = 0
    if (isSent) {
      start = from / 1000
      end = to / 1000
    } else if (!isBroken && slope !== 0) {
      // From here on, slopes are multiples of the straight slope.
      const earlier = hasBefore ? (from - values[before + column]!) / spanBefore / slope : 1
      const later = hasAfter ? (values[after + column]! - to) / spanAfter / slope : 1
      const bendBefore = (1 - earlier) * shareBefore
      const bendAfter = (later - 1) * shareAfter
      start = 1 - (hasBefore || later <= 0 ? bendBefore : bendAfter)
      end = 1 + (hasAfter || earlier <= 0 ? bendAfter : bendBefore)
      if (isJoined) start = values[a + at + 1]! / slope
      start = slope * Math.max(0, Math.min(start, STEEPEST, STEEPEST * earlier))
      end = slope * Math.max(0, Math.min(end, STEEPEST, STEEPEST * later))
    }
    values[b + at] = start
    values[b + at + 1] = end
    at += 2
  }
}
