/**
 * The 17 networks of the connection test of GameNetworkingSockets, and one more, each with few and with many messages, for two
 * minutes of virtual time: each message, press and event counts exactly once, and in the end all ends agree to the last bit.
 * Tests datagram links, and ordered links that lose up to 5 %. SEED=n chooses other random numbers; default 1. Takes 2 minutes.
 */
import { describe, test } from 'vitest'
import { CONDITIONS, type Condition, endure } from './support/matrix.ts'

const seed = Number(process.env['SEED'] ?? 1)
const PHASES = { times: 4, loudMs: 25_000, quietMs: 8000 }
/** At 10 % loss each way, TCP can be silent for over 127 network ticks, and events do not outlast that (docs/WIRE.md). */
const MOST_LOSS = { datagram: 100, ordered: 5 } as const

describe.each(['ordered', 'datagram'] as const)(`%s (SEED=${seed})`, (kind) => {
  const named = CONDITIONS.filter(({ loss }) => loss <= MOST_LOSS[kind]).map(
    (condition): [string, Condition] => [condition.name, condition],
  )
  test.each(named)('%s', (name, condition) => {
    console.log(JSON.stringify({ kind, name, ...endure(condition, kind, PHASES, seed) }))
  })
})
