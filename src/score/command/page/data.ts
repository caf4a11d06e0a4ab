import type { Report } from '../report.ts'
import type { Quantity } from '../results.ts'

/**
 * The data of the page, as JSON; its script draws from nothing else. Numbers have six digits there, and NaN is null.
 */
export interface PageData
  extends Pick<Report, 'rates' | 'traces' | 'motions' | 'players' | 'scores' | 'bounds'> {
  readonly quantities: readonly PageQuantity[]
  /** By rate and trace; null if the run has kept no curves. */
  readonly curves: readonly (readonly (PageCurves | null)[])[]
  /** Borders of the bins of all histograms, in units, rising; the first and last bin are open. */
  readonly errorEdges: readonly number[]
}

/** A quantity of a score, its name on the page, and its number of decimals. */
export interface PageQuantity {
  readonly key: Quantity
  readonly label: string
  readonly digits: number
}

/** Values in whole milliseconds; null where there is none. */
export type CurveMs = readonly (number | null)[]

/** How far behind the display was, over time. */
export interface PageCurves {
  /** Where the window begins, in seconds from the start, and how long each of its frames is. */
  readonly windowFrom: number
  readonly frameSeconds: number
  /** The age of the newest state that had arrived, for each frame of the window. */
  readonly windowAge: CurveMs
  /** Where the whole run begins, and how long each of its buckets is, in seconds. Each bucket has a least and a most value. */
  readonly wholeFrom: number
  readonly bucketSeconds: number
  readonly wholeAge: CurveMs
  /** By player; null for a player that was not played. */
  readonly players: readonly (readonly PageCurve[] | null)[]
}

/** One player's picture of one entity of each motion. */
export interface PageCurve {
  /** The index of this motion, or of an earlier one with the same curves; then they are empty here. */
  readonly same: number
  readonly window: CurveMs
  readonly whole: CurveMs
  /** The share of frames in each bin of position errors, in parts per 10,000. */
  readonly errors: readonly number[]
}

/** The quantities on the page, in the order of the columns. */
export const PAGE_QUANTITIES: readonly PageQuantity[] = [
  { key: 'costMs', label: 'cost, ms', digits: 0 },
  { key: 'delayMs', label: 'delay, ms', digits: 0 },
  { key: 'delayP95Ms', label: 'delay p95, ms', digits: 0 },
  { key: 'errorCostMs', label: 'error cost, ms', digits: 0 },
  { key: 'stalenessMs', label: 'staleness, ms', digits: 0 },
  { key: 'faultPercent', label: 'faults, %', digits: 2 },
  { key: 'wrongPercent', label: 'wrong, %', digits: 2 },
  { key: 'frozenPercent', label: 'frozen, %', digits: 2 },
  { key: 'stallsPerMinute', label: 'stalls/min', digits: 1 },
  { key: 'longestStallMs', label: 'longest stall, ms', digits: 0 },
  { key: 'teleportsPerMinute', label: 'teleports/min', digits: 1 },
  { key: 'rateP99', label: 'rate p99', digits: 2 },
  { key: 'errorRms', label: 'error rms', digits: 2 },
  { key: 'errorP99', label: 'error p99', digits: 2 },
  { key: 'nowErrorRms', label: 'now error', digits: 0 },
  { key: 'jerkRatio', label: 'jerk ratio', digits: 1 },
  { key: 'startCostMs', label: 'first 10 s, cost, ms', digits: 0 },
]
