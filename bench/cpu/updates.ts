import { checkRows } from '../wire/check.ts'
import { createWorkload, type Movers, WIDTH, type Workload } from '../wire/workload.ts'
import { median } from './rounds.ts'

/** A client that takes in the updates of a workload, from 1 on; a new one holds the state of tick 0. */
export interface Receiver {
  /** Whose, and what it does, as it stands in tables. */
  readonly name: string
  /** Takes in one update, from the bytes that its socket gives to where a frame finds them. Timed. */
  take(tick: number): void
  /** Shows the frames that come before the next update. Not timed. */
  frames(tick: number): void
  /** Writes what it holds now: every value of every entity, in the order of the workload. Not timed. */
  show(out: Float64Array): void
}

/** Makes one; called anew for each pass over the ticks. */
export type MakeReceiver = () => Receiver

/** What one update takes. */
export interface Taken {
  readonly name: string
  /** In ns: the median of all updates, and the least. */
  readonly ns: number
  readonly leastNs: number
  /** What the first receiver's takes of this one's, in the same round: the median. */
  readonly share: number
}

/** Ticks of a round; of these so many bring back into the caches what the others have pushed out, and do not count. */
const ROUND = 10
const UNCOUNTED = 2
/** Rounds to warm up, rounds in all, and how often all is done. */
const WARM_UP = 4
const ROUNDS = 14
const PASSES = 3

/** Updates of so many entities, which all move, or of which three in ten do, drawn anew each time. */
export function updatesOf(entities: number, movers: Movers): Workload {
  return createWorkload(movers, movers, { entities, ticks: ROUND * ROUNDS })
}

/**
 * What each takes, by rounds of all in turn; the first one is compared with each in the same round. Every value is
 * checked after each round. Throws where one is wrong.
 */
export function measureUpdates(workload: Workload, makes: readonly MakeReceiver[]): Taken[] {
  const rounds: number[][][] = []
  let names: string[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    const receivers = makes.map((make) => make())
    names = receivers.map(({ name }) => name)
    for (let round = 0; round < ROUNDS; round++) {
      const taken = receivers.map((receiver) => play(receiver, 1 + round * ROUND, workload))
      if (round >= WARM_UP) rounds.push(taken)
    }
  }
  return names.map((name, i) => {
    const all = rounds.flatMap((round) => round[i]!)
    return {
      name,
      ns: median(all),
      leastNs: Math.min(...all),
      share: median(rounds.map((round) => median(round[0]!) / median(round[i]!))),
    }
  })
}

/** One round of one receiver: what each update took, in ns. */
function play(receiver: Receiver, first: number, { entities, values }: Workload): number[] {
  const taken: number[] = []
  for (let tick = first; tick < first + ROUND; tick++) {
    const started = process.hrtime.bigint()
    receiver.take(tick)
    taken.push(Number(process.hrtime.bigint() - started))
    receiver.frames(tick)
  }
  const size = entities * WIDTH
  const out = new Float64Array(size)
  receiver.show(out)
  checkRows(receiver.name, out, values, (first + ROUND - 1) * size)
  return taken.slice(UNCOUNTED)
}
