/** The values of `TrackState`, one by one: a bundler writes them as bare numbers. */
export const EMPTY = 0
export const BEFORE_FIRST = 1
export const BETWEEN = 2
export const EXTRAPOLATED = 3
export const HELD = 4
export const ENDED = 5

/** What a `Track` had to show; see each value. Numbers, so that they fit into typed arrays. */
export const TrackState: {
  readonly empty: 0
  readonly beforeFirst: 1
  readonly between: 2
  readonly extrapolated: 3
  readonly held: 4
  readonly ended: 5
} = {
  /** No sample: nothing was written. */
  empty: EMPTY,
  /** The time lies before all samples: the oldest is shown as it is. */
  beforeFirst: BEFORE_FIRST,
  /** Between two samples, or exactly on one. */
  between: BETWEEN,
  /** Past the newest sample, extrapolated by the last velocity, which decays in the end. */
  extrapolated: EXTRAPOLATED,
  /** Past that too, or with nothing to extrapolate by: standing still. */
  held: HELD,
  /** At or past the time given to `end`: standing where it was then. */
  ended: ENDED,
}

/** One of the values of `TrackState`. */
export type TrackState = (typeof TrackState)[keyof typeof TrackState]
