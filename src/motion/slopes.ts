import { BROKEN, FROZEN, type Samples } from './samples.ts'

/**
 * Chooses the slopes (units per ms) that the smooth columns have at both ends of the bracket of samples that ends at
 * `place`. Those with a sent velocity (`velocities` holds its column, else -1) have that. For the others, where the
 * next sample is held, it is that of the parabola through three samples, else that of the parabola through the last
 * three, limited so that the curve does not leave the range of its two samples (Fritsch and Carlson, "Monotone
 * Piecewise Cubic Interpolation"). Once chosen they are frozen, so that a later sample never bends a curve which has
 * been shown; a bracket begins with the slope the one before ended with, unless that would overshoot. Across a break
 * there are only sent velocities. In a row, the slopes at its start stand behind the columns, those at its end behind
 * them. Free of allocation.
 */
export function freezeSlopes(
  samples: Samples,
  place: number,
  isBroken: boolean,
  columns: Int32Array,
  velocities: Int32Array,
): void {
  const { flags, stamps, values, width } = samples
  const b = samples.slot(place)
  if (flags[b]! & FROZEN) return
  if (!isBroken) flags[b] = flags[b]! | FROZEN
  const a = place > 0 ? samples.slot(place - 1) : b
  const before = place > 1 && !(flags[a]! & BROKEN) ? samples.slot(place - 2) : -1
  const next = place + 1 < samples.count ? samples.slot(place + 1) : -1
  const after = next >= 0 && !(flags[next]! & BROKEN) ? next : -1
  const span = stamps[b]! - stamps[a]!
  const ends = (b + 1) * width - columns.length
  const starts = ends - columns.length
  const shownEnds = flags[a]! & FROZEN ? (a + 1) * width - columns.length : -1
  for (let k = 0; k < columns.length; k++) {
    const i = columns[k]!
    const v = velocities[k]!
    if (v >= 0 || isBroken) {
      values[starts + k] = v >= 0 ? values[a * width + v]! / 1000 : 0
      values[ends + k] = v >= 0 ? values[b * width + v]! / 1000 : 0
      continue
    }
    const from = values[a * width + i]!
    const to = values[b * width + i]!
    const slope = (to - from) / span
    let start = slope
    let end = slope
    let earlier = slope
    let later = slope
    if (before >= 0) {
      const beforeMs = stamps[a]! - stamps[before]!
      earlier = (from - values[before * width + i]!) / beforeMs
      const bend = (slope - earlier) / (beforeMs + span)
      start = slope - bend * span
      if (earlier * slope > 0) end = slope + bend * span
    }
    if (after >= 0) {
      const afterMs = stamps[after]! - stamps[b]!
      later = (values[after * width + i]! - to) / afterMs
      const bend = (later - slope) / (span + afterMs)
      end = slope + bend * span
      if (before < 0 && later * slope > 0) start = slope - bend * span
    }
    if (shownEnds >= 0) start = values[shownEnds + k]!
    // Up to three times the straight slopes on both sides, and not against them, nothing leaves the range.
    const low = Math.min(0, 3 * slope)
    const high = Math.max(0, 3 * slope)
    values[starts + k] = Math.min(
      Math.max(start, low, Math.min(0, 3 * earlier)),
      Math.max(0, 3 * earlier),
      high,
    )
    values[ends + k] = Math.min(
      Math.max(end, low, Math.min(0, 3 * later)),
      Math.max(0, 3 * later),
      high,
    )
  }
}
