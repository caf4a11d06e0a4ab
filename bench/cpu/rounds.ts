import type { Case } from '../peers/case.ts'

/** Each reading takes about so long: the clock's own cost is nothing in it, and what interrupts meets few of them. */
const READING_NS = 1_000_000
const ROUNDS = 150

/** A case that is made ready before each reading, untimed, for some runs. */
export interface Staged extends Case {
  readonly prepare?: () => void
  /** Most runs between two of these, a multiple of 3. Default 60. */
  readonly mostRuns?: number
}
/** Most runs between two preparations, unless a case says otherwise. */
const MOST_RUNS = 60

/** What a case takes. */
export interface Taken {
  /** The time of one run, in ns. */
  readonly ns: number
  /** Of that of the first case. */
  readonly ratio: number
}

/**
 * What one run of each case takes, by readings taken in turn. Each is compared with the first one's in the same round,
 * so that a machine that is slow for a while is so for both; medians of all rounds.
 */
export function compare(cases: readonly Staged[], rounds = ROUNDS): Taken[] {
  const runs = cases.map((one) => {
    const most = one.mostRuns ?? MOST_RUNS
    for (let i = 0; i < 10; i++) reading(one, Math.min(most, 30))
    return Math.min(
      most,
      Math.max(3, 3 * Math.round(READING_NS / 3 / reading(one, Math.min(most, 30)))),
    )
  })
  const all: number[][] = []
  for (let round = 0; round < rounds; round++)
    all.push(cases.map((one, i) => reading(one, runs[i]!)))
  return cases.map((_, i) => ({
    ns: median(all.map((readings) => readings[i]!)),
    ratio: median(all.map((readings) => readings[i]! / readings[0]!)),
  }))
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

function reading(one: Staged, runs: number): number {
  one.prepare?.()
  const started = process.hrtime.bigint()
  for (let i = 0; i < runs; i++) one.run()
  return Number(process.hrtime.bigint() - started) / runs
}
