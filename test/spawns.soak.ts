/**
 * Predicted spawns: 10,000 short games on random networks, in which a player throws balls while the room stuns players, lets them
 * die and removes balls. Each ball is where the server has it, and each event that never happened is taken back. Fewer than
 * 1 % of the balls are shown twice: a correction drops them, and then the room lets the player throw after all. RUNS=n plays
 * another number of games, at least 100, SEED=n begins with another seed; default 1. Takes 3 minutes.
 */
import { expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import { type ThrownBalls, throwBalls } from './spawns/run.ts'

const { RUNS = '10000', SEED = '1' } = process.env

test(`${RUNS} games (SEED=${SEED})`, async () => {
  const sums: Partial<ThrownBalls> = {}
  for (let seed = Number(SEED); seed < Number(SEED) + Number(RUNS); seed++) {
    // Lets promises settle, so that what they hold can be freed.
    await new Promise(setImmediate)
    const run = throwBalls({ seed, ...anyNetwork(new Random(seed)) })
    expect(run.heard - run.undone, `seed ${seed}`).toBe(run.raised)
    expect(run.shown - run.ghosts, `seed ${seed}`).toBeLessThanOrEqual(run.spawned)
    for (const [name, count] of Object.entries(run) as [keyof ThrownBalls, number][])
      sums[name] = (sums[name] ?? 0) + count
  }
  console.log(JSON.stringify(sums))
  expect(sums.ghosts).toBeGreaterThan(0)
  expect(sums.agreed).toBeGreaterThan(0)
  expect(sums.twice).toBeLessThan(0.01 * sums.spawned!)
})

/** A round trip of up to 400 ms, with jitter and loss. */
function anyNetwork(random: Random) {
  const oneWay = () => ({
    latencyMs: random.between(0, 200),
    jitterMs: random.between(0, 20),
    loss: random.next() < 0.5 ? 0 : random.between(0, 0.1),
  })
  const kind = random.next() < 0.5 ? ('ordered' as const) : ('datagram' as const)
  const conditions = { up: oneWay(), down: oneWay() }
  return { conditions, kind, isTogether: random.next() < 0.5 }
}
