/**
 * A snowfight of 16 bots in the platformer, in virtual time, on each kind of link: all ends agree, and nothing grows. SEED=n
 * and MINUTES=n choose another one; default seed 1, an hour. Takes about 40 minutes.
 */
import { expect, test } from 'vitest'
import { snowfight } from './support/snowfight.ts'

const seed = Number(process.env['SEED'] ?? 1)
const minutes = Number(process.env['MINUTES'] ?? 60)

const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / list.length

test.each(['datagram', 'ordered'] as const)(
  `16 bots, ${minutes} minutes, %s (SEED=${seed}): all ends agree, and nothing grows`,
  (kind) => {
    const { heapMB, ...figures } = snowfight(seed, kind, 16, minutes * 60)
    const quarter = Math.floor(heapMB.length / 4)
    const second = mean(heapMB.slice(quarter, 2 * quarter))
    const last = mean(heapMB.slice(-quarter))
    console.log(JSON.stringify({ kind, ...figures, heapMB: { second, last } }))
    expect(figures.leaves).toBeLessThan(500)
    expect(figures.events).toBeLessThan(2000)
    expect(figures.slots).toBeLessThan(500)
    expect(last - second).toBeLessThan(4)
  },
  4 * 3_600_000,
)
