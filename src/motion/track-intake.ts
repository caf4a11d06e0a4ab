import type { Ms } from '../base/units.ts'
import type { SampledTrack } from './sampled-track.ts'
import { BROKEN, COLUMNS, FLAGS } from './samples.ts'

// Adds samples to a track and removes them. The time of a sample comes as `stamp[0]`, in ms, because passing a fractional
// number would cost 16 bytes for each row.

/**
 * Adds a sample, or replaces the one of the same time. Returns the index in `samples.values` from which the caller has to write
 * its columns, before it calls anything else. Returns -1 if the sample came too late.
 */
export function openSample(
  track: SampledTrack,
  stamp: Readonly<Float64Array>,
  breakBefore: boolean,
): number {
  const { samples } = track
  const rows = samples.values
  const stampMs = stamp[0]!
  let at = samples.count
  while (at > 0 && rows[samples.row(at - 1)]! > stampMs) at--
  if (at > 0 && rows[samples.row(at - 1)] === stampMs)
    return begin(track, at - 1, stamp, breakBefore)
  const tooOld = at < samples.count && (stampMs <= track.sampledMs || (at === 0 && samples.isFull))
  if (tooOld || Number.isNaN(stampMs)) return -1
  return begin(track, track.makeRoom(at), stamp, breakBefore)
}

/** Adds a sample whose columns are in `values` from `offset` on. Returns false if it came too late. */
export function pushSample(
  track: SampledTrack,
  stamp: Readonly<Float64Array>,
  values: ArrayLike<number>,
  offset: number,
  breakBefore: boolean,
): boolean {
  const at = openSample(track, stamp, breakBefore)
  if (at < 0) return false
  const rows = track.samples.values
  for (let i = 0; i < track.columns; i++) rows[at + i] = values[offset + i] ?? 0
  return true
}

/** See `Track.repeatLast`. */
export function repeatLast(track: SampledTrack, stamp: Readonly<Float64Array>): void {
  const { samples } = track
  const { count, values } = samples
  if (count === 0 || !(stamp[0]! > values[samples.row(count - 1)]!)) return
  if (!track.newestRepeats) {
    const at = track.makeRoom(count)
    // With room for only one sample, that is the newest itself.
    if (at > 0) samples.copy(at - 1, at)
  }
  begin(track, samples.count - 1, stamp, false)
  track.newestRepeats = samples.count > 1
}

/** Whether there is a sample at or after `stamp`. */
export function isReached({ samples }: SampledTrack, stamp: Readonly<Float64Array>): boolean {
  const { count, values } = samples
  return count > 0 && values[samples.row(count - 1)]! >= stamp[0]!
}

/**
 * Makes way for a sample at `stamp[0]`. `stamp[1]` is half a step before, and only samples of the same step are as near as that.
 * Once a player's time was set back, so may be others, between which the entity would seem to leap: those are forgotten.
 */
export function makeWay(track: SampledTrack, stamp: Readonly<Float64Array>): void {
  const { count, values } = track.samples
  if (count === 0) return
  const afterMs = values[track.samples.row(count - 1)]! - stamp[0]!
  const mostMs = stamp[0]! - stamp[1]!
  if (afterMs > mostMs) rewindTrack(track, Number.NEGATIVE_INFINITY)
  else if (afterMs > -mostMs) rewindTrack(track, stamp[1]!)
}

/** Forgets all samples at or after `stampMs`. */
export function rewindTrack(track: SampledTrack, stampMs: Ms): void {
  const { samples } = track
  while (track.newestMs >= stampMs) {
    track.newestRepeats = false
    track.noteChange(--samples.count)
  }
  if (track.firstMs >= stampMs) track.firstMs = Number.NaN
}

export function clearTrack(track: SampledTrack): void {
  const { pieces, row } = track
  rewindTrack(track, Number.NEGATIVE_INFINITY)
  pieces.values.fill(Number.NaN, row, row + pieces.width)
  track.offset.clear()
  track.isRewritten = false
  track.isResting = false
  track.endMs = Number.POSITIVE_INFINITY
}

/** Makes the entity stand still from `stampMs` on, even if that is past and was shown otherwise. */
export function endTrack(track: SampledTrack, stampMs: Ms): void {
  track.pieces.stop(track.row)
  if (Math.min(stampMs, track.endMs) < track.sampledMs) track.isRewritten = true
  track.endMs = stampMs
}

/** Writes the columns of the sample at `place` (0 is the oldest) to `out`, as they were pushed. Returns the sample's time. */
export function readSample(
  { samples, columns }: SampledTrack,
  place: number,
  out: Float64Array,
): Ms {
  const { values } = samples
  const row = samples.row(place)
  for (let i = 0; i < columns; i++) out[i] = values[row + COLUMNS + i]!
  return values[row]!
}

/** Begins the sample at place `at` again. Returns the index of its columns. */
function begin(
  track: SampledTrack,
  at: number,
  stamp: Readonly<Float64Array>,
  breakBefore: boolean,
): number {
  const { samples } = track
  const rows = samples.values
  const stampMs = stamp[0]!
  if (at === 0 && !(stampMs >= track.firstMs)) track.firstMs = stampMs
  const row = samples.row(at)
  rows[row] = stampMs
  rows[row + FLAGS] = breakBefore ? BROKEN : 0
  track.newestRepeats = false
  track.noteChange(at)
  return row + COLUMNS
}
