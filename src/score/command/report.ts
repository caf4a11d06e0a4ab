import type { Bounds, Score } from '../measures/score-types.ts'
import type { Trace } from '../traces/trace.ts'

/** A name in the report, and a line about it. */
export interface Named {
  readonly name: string
  readonly about: string
}

/** A network of the report. */
export interface TraceName {
  readonly name: string
  readonly kind: Trace['kind']
}

/** The results of a run of `glissade score`. `--json` writes them, and every table is made from them. */
export interface Report {
  /** The version of this format. Another number means that fields have changed their meaning. */
  readonly version: 1
  /** The command that makes this report. */
  readonly command: string
  /** Length of every run, including `warmupSeconds` that do not count. */
  readonly seconds: number
  readonly warmupSeconds: number
  readonly seed: number
  readonly motions: readonly Named[]
  /** In the order of the tables; Glissade first. */
  readonly players: readonly Named[]
  readonly traces: readonly TraceName[]
  /** Snapshots per second. */
  readonly rates: readonly number[]
  /** One for each trace, rate and player. */
  readonly scores: readonly Score[]
  /** One for each trace and rate. */
  readonly bounds: readonly Bounds[]
}

/** The report as JSON, in which figures that could not be measured (NaN) are null. */
export function formatReport(report: Report): string {
  return `${JSON.stringify(report, null, 1)}\n`
}
