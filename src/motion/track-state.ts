/** The values of `TrackState` as constants, which a bundler inlines. */
export const EMPTY = 0
export const BEFORE_FIRST = 1
export const BETWEEN = 2
export const EXTRAPOLATED = 3
export const HELD = 4
export const ENDED = 5

/** What a `Track` could show; see each value. These are numbers so that they fit into typed arrays. */
export const TrackState: {
  readonly empty: 0
  readonly beforeFirst: 1
  readonly between: 2
  readonly extrapolated: 3
  readonly held: 4
  readonly ended: 5
} = {
  /** There is no sample. Nothing was written. */
  empty: EMPTY,
  /** The time is before all samples. The oldest is shown as it is. */
  beforeFirst: BEFORE_FIRST,
  /** Between two samples, or exactly on one. */
  between: BETWEEN,
  /** Past the newest sample. Extrapolated by the last velocity, which decays in the end. */
  extrapolated: EXTRAPOLATED,
  /** Past that too, or without a velocity to extrapolate by. The entity stands still. */
  held: HELD,
  /** At or past the time given to `end`. The entity stands where it was then. */
  ended: ENDED,
}

/** One of the values of `TrackState`. */
export type TrackState = (typeof TrackState)[keyof typeof TrackState]
