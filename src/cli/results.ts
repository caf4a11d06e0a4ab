import { type Means, means } from '../testing/score/means.ts'
import { geometricMean, mean } from '../testing/score/quantile.ts'
import type { Bounds, MotionScore, Score } from '../testing/score/score-types.ts'
import type { Report, TraceName } from './report.ts'

/** Names of the quantities of a `MotionScore`. */
export type Quantity = Exclude<keyof MotionScore, 'motion'>

/** How one player does against another at one rate, by the mean over the motions of each trace. */
export interface Duel {
  /** Geometric means over the traces: below 1 is better than the other. */
  readonly costRatio: number
  readonly delayRatio: number
  /** On how many traces the cost is lower, and how many there are. */
  readonly won: number
  readonly traces: number
  /** Where the ratio of costs is largest. */
  readonly worst: { readonly trace: string; readonly costRatio: number }
}

/** The scores of a report, to be asked for by name. Lives as long as its report. */
export class Results {
  readonly report: Report
  readonly #scores = new Map<string, Score>()
  readonly #bounds = new Map<string, Bounds>()

  constructor(report: Report) {
    this.report = report
    for (const score of report.scores) {
      this.#scores.set(key(score.trace, score.sendHz, score.contender), score)
    }
    for (const bounds of report.bounds) this.#bounds.set(key(bounds.trace, bounds.sendHz), bounds)
  }

  /** How `player` did; undefined when that was not played. */
  score(trace: string, sendHz: number, player: string): Score | undefined {
    return this.#scores.get(key(trace, sendHz, player))
  }

  /** What could be done at best; undefined when that was not worked out. */
  bounds(trace: string, sendHz: number): Bounds | undefined {
    return this.#bounds.get(key(trace, sendHz))
  }

  /** The mean of a quantity over the motions; NaN when that was not played. */
  mean(trace: string, sendHz: number, player: string, quantity: Quantity): number {
    return mean(this.score(trace, sendHz, player)?.motions.map((motion) => motion[quantity]) ?? [])
  }

  /** All scores of a player at one rate, over traces of this kind or of both. */
  scores(sendHz: number, player: string, kind?: TraceName['kind']): Score[] {
    return this.report.traces
      .filter((trace) => kind === undefined || trace.kind === kind)
      .flatMap(({ name }) => this.score(name, sendHz, player) ?? [])
  }

  /** The summary of a player at one rate; undefined when nothing of that was played. */
  means(sendHz: number, player: string, kind?: TraceName['kind']): Means | undefined {
    const scores = this.scores(sendHz, player, kind)
    return scores.length > 0 ? means(scores, this.report.bounds) : undefined
  }

  /** Compares two players at one rate, over the traces that both have played. */
  duel(sendHz: number, player: string, other: string): Duel {
    const ratio = (trace: string, quantity: Quantity): number =>
      this.mean(trace, sendHz, player, quantity) / this.mean(trace, sendHz, other, quantity)
    const rows = this.report.traces
      .map(({ name }) => ({
        trace: name,
        costRatio: ratio(name, 'costMs'),
        delayRatio: ratio(name, 'delayMs'),
      }))
      .filter(({ costRatio }) => Number.isFinite(costRatio))
    const none = { trace: '-', costRatio: Number.NaN }
    const [worst = none] = [...rows].sort((a, b) => b.costRatio - a.costRatio)
    return {
      costRatio: geometricMean(rows.map((row) => row.costRatio)),
      delayRatio: geometricMean(rows.map((row) => row.delayRatio)),
      won: rows.filter((row) => row.costRatio < 1).length,
      traces: rows.length,
      worst: { trace: worst.trace, costRatio: worst.costRatio },
    }
  }
}

function key(...parts: readonly (string | number)[]): string {
  return parts.join('\n')
}
