import { median } from '../cpu/rounds.ts'
import { readOptions, whole } from '../options.ts'
import type { Dialect } from './bots.ts'
import { RATE_HZ } from './movement.ts'
import { ServerProcess } from './process.ts'
import { playStretch, type Stretch } from './stretch.ts'

/** How many clients play on each server, and for how long. */
export interface Turns {
  readonly clients: number
  /** How long a stretch is measured. */
  readonly seconds: number
  /** Stretches of each server, after one that does not count. */
  readonly rounds: number
}

/** Reads `--clients`, `--seconds`, `--rounds`, `--own` and `--help`. Throws `WrongArguments`. */
export function readTurns(words: readonly string[], defaults: Turns) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    clients: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    own: { type: 'boolean' },
  })
  return {
    help: values.help ?? false,
    clients: whole('--clients', values.clients ?? `${defaults.clients}`, 1, 10_000),
    seconds: whole('--seconds', values.seconds ?? `${defaults.seconds}`, 1, 600),
    rounds: whole('--rounds', values.rounds ?? `${defaults.rounds}`, 1, 100),
    isAlone: values.own ?? false,
  }
}

/** Lets clients play on one server after the other, round by round. Returns the stretches of each server. */
export async function playInTurn(
  dialects: readonly Dialect[],
  { clients, seconds, rounds }: Turns,
): Promise<Stretch[][]> {
  const taken: Stretch[][] = dialects.map(() => [])
  const servers: ServerProcess[] = []
  try {
    for (const { kind } of dialects) servers.push(await ServerProcess.start(kind))
    for (let round = 0; round <= rounds; round++) {
      for (const [i, dialect] of dialects.entries()) {
        const stretch = await playStretch(servers[i]!, dialect, clients, seconds)
        if (round > 0) taken[i]!.push(stretch)
      }
    }
    return taken
  } finally {
    for (const server of servers) server.stop()
  }
}

/** With fewer updates, or inputs later than this on average, the machine was too busy for figures that count. */
const LEAST_SHARE = 0.95
const MOST_LATE_MS = 8

/** Says that the machine was too busy for the figures of a server; '' if it was not. */
export function tooBusy(name: string, each: readonly Stretch[]): string {
  const updates = median(each.map((stretch) => stretch.updates))
  const lateMs = median(each.map((stretch) => stretch.lateMs))
  if (updates >= LEAST_SHARE * RATE_HZ && lateMs <= MOST_LATE_MS) return ''
  return `${name}: the machine was too busy for this to say much`
}
