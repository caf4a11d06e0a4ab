import type { Bounds, Score } from '../measures/score-types.ts'
import type { Trace } from '../traces/trace.ts'

/** A thing of the report that has a name, and a line on what it is. */
export interface Named {
  readonly name: string
  readonly about: string
}

/** A network of the report. */
export interface TraceName {
  readonly name: string
  readonly kind: Trace['kind']
}

/** All that a run of `glissade score` has found: what `--json` writes, and what every table is made from. */
export interface Report {
  /** Of this format; another number means that fields have changed their meaning. */
  readonly version: 1
  /** What was typed to make it. */
  readonly command: string
  /** Length of every run, with `warmupSeconds` that do not count. */
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

/** The report as JSON. What could not be measured (NaN) is null in there. */
export function formatReport(report: Report): string {
  return `${JSON.stringify(report, null, 1)}\n`
}
