import { type Means, means } from '../measures/means.ts'
import { geometricMean, mean } from '../measures/quantile.ts'
import type { Bounds, MotionScore, Score } from '../measures/score-types.ts'
import type { Report, TraceName } from './report.ts'

/** Names of the quantities of a `MotionScore`. */
export type Quantity = Exclude<keyof MotionScore, 'motion'>

/** The cost that a duel compares: the plain cost, or the cost with the position error priced in. */
export type CostName = 'costMs' | 'errorCostMs'

/**
 * One player compared with another at one rate, over the traces that both have played. If one of them has no numbers, because
 * it has shown nothing, the other has won. Means leave out such ratios.
 */
export interface Duel {
  /** Geometric means over the traces of the means over the motions: below 1 is better than the other player. */
  readonly costRatio: number
  readonly delayRatio: number
  /** On how many traces the mean cost over the motions is lower, and how many there are. */
  readonly won: number
  readonly traces: number
  /** The same for pairs of a trace and a motion. */
  readonly wonPairs: number
  readonly pairs: number
  /** Where the ratio of mean costs is largest, Infinity if the player has no numbers; and the same for pairs. */
  readonly worst: Worst
  readonly worstPair: Worst & { readonly motion: string }
}

/** A trace, and the ratio of costs on it. */
interface Worst {
  readonly trace: string
  readonly costRatio: number
}

/** Looks up the scores of a report by name. */
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

  /** Undefined if that was not played. */
  score(trace: string, sendHz: number, player: string): Score | undefined {
    return this.#scores.get(key(trace, sendHz, player))
  }

  /** Undefined if they were not computed. */
  bounds(trace: string, sendHz: number): Bounds | undefined {
    return this.#bounds.get(key(trace, sendHz))
  }

  /** A quantity of one motion, or its mean over all motions; NaN if it was not played. */
  mean(trace: string, sendHz: number, player: string, quantity: Quantity, motion?: string): number {
    const motions = this.score(trace, sendHz, player)?.motions ?? []
    const wanted = motions.filter((one) => motion === undefined || one.motion === motion)
    return mean(wanted.map((one) => one[quantity]))
  }

  /** All scores of a player at one rate, over traces of this kind or of both kinds. */
  scores(sendHz: number, player: string, kind?: TraceName['kind']): Score[] {
    return this.report.traces
      .filter((trace) => kind === undefined || trace.kind === kind)
      .flatMap(({ name }) => this.score(name, sendHz, player) ?? [])
  }

  /**
   * Returns the scores that means are taken over: those with numbers above 0 and with a bound. Geometric means need numbers
   * above 0, which a player that extrapolates well on a network without delay may not have.
   */
  measured(sendHz: number, player: string, kind?: TraceName['kind']): Score[] {
    return this.scores(sendHz, player, kind).filter(({ trace, motions }) => {
      const bounds = this.bounds(trace, sendHz)
      const numbers = motions.flatMap(({ costMs, delayMs }) => [costMs, delayMs])
      return [...numbers, bounds?.delayMs, bounds?.priced.costMs].every(isAbove0)
    })
  }

  /** Names of the traces that a player has played, but that means leave out: see `measured`. */
  leftOut(sendHz: number, player: string): string[] {
    const measured = this.measured(sendHz, player)
    const without = this.scores(sendHz, player).filter((score) => !measured.includes(score))
    return without.map(({ trace }) => trace)
  }

  /** The summary of a player at one rate over its `measured` scores; undefined if there are none. */
  means(sendHz: number, player: string, kind?: TraceName['kind']): Means | undefined {
    const scores = this.measured(sendHz, player, kind)
    if (scores.length === 0) return undefined
    const all = means(scores, this.report.bounds)
    // A player that shows something only after the first 10 s has no cost of the start.
    const started = scores.filter((score) =>
      score.motions.every(({ startCostMs }) => isAbove0(startCostMs)),
    )
    if (started.length === 0 || started.length === scores.length) return all
    return { ...all, startOverSteady: means(started, this.report.bounds).startOverSteady }
  }

  /** The results of these motions only. */
  ofMotions(names: readonly string[]): Results {
    const { report } = this
    const scores = report.scores.map((score) => ({
      ...score,
      motions: score.motions.filter(({ motion }) => names.includes(motion)),
    }))
    const motions = report.motions.filter(({ name }) => names.includes(name))
    return new Results({ ...report, motions, scores })
  }

  /** Compares two players at one rate, by one motion or by the mean over all motions, and by this cost. */
  duel(
    sendHz: number,
    player: string,
    other: string,
    motion?: string,
    cost: CostName = 'costMs',
  ): Duel {
    const rows = this.#rounds(sendHz, player, other, motion, cost)
    const pairs = this.report.motions
      .filter(({ name }) => motion === undefined || name === motion)
      .flatMap(({ name }) =>
        this.#rounds(sendHz, player, other, name, cost).map((round) => ({
          ...round,
          motion: name,
        })),
      )
    const none = { trace: '-', motion: '-', costRatio: Number.NaN }
    return {
      costRatio: meanRatio(rows.map((row) => row.costRatio)),
      delayRatio: meanRatio(rows.map((row) => row.delayRatio)),
      won: rows.filter((row) => row.costRatio < 1).length,
      traces: rows.length,
      wonPairs: pairs.filter((row) => row.costRatio < 1).length,
      pairs: pairs.length,
      worst: worstOf(rows) ?? none,
      worstPair: worstOf(pairs) ?? none,
    }
  }

  /** One round for each trace that both players have played and for which at least one has numbers. */
  #rounds(
    sendHz: number,
    player: string,
    other: string,
    motion: string | undefined,
    cost: CostName,
  ): Round[] {
    return this.report.traces.flatMap(({ name: trace }) => {
      const ratio = (quantity: Quantity): number =>
        ratioOf(
          this.mean(trace, sendHz, player, quantity, motion),
          this.mean(trace, sendHz, other, quantity, motion),
        )
      const isPlayed = [player, other].every((one) => this.score(trace, sendHz, one))
      const round = { trace, costRatio: ratio(cost), delayRatio: ratio('delayMs') }
      return isPlayed && !Number.isNaN(round.costRatio) ? [round] : []
    })
  }
}

interface Round extends Worst {
  readonly delayRatio: number
}

function isAbove0(value: number | undefined): boolean {
  return value !== undefined && value > 0 && value < Number.POSITIVE_INFINITY
}

/** Returns the ratio of two costs, below 1 if `mine` is less. A missing cost is infinite; NaN if both are missing. */
function ratioOf(mine: number, theirs: number): number {
  if (Number.isFinite(mine) && Number.isFinite(theirs)) {
    if (theirs > 0) return mine / theirs
    return mine < theirs ? 0 : Number.POSITIVE_INFINITY
  }
  if (Number.isFinite(mine)) return 0
  return Number.isFinite(theirs) ? Number.POSITIVE_INFINITY : Number.NaN
}

function worstOf<T extends Round>(rounds: readonly T[]): T | undefined {
  return [...rounds].sort((a, b) => b.costRatio - a.costRatio)[0]
}

function meanRatio(ratios: readonly number[]): number {
  return geometricMean(ratios.filter((ratio) => ratio > 0 && Number.isFinite(ratio)))
}

function key(...parts: readonly (string | number)[]): string {
  return parts.join('\n')
}
