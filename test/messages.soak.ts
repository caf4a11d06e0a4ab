/**
 * Messages of 10 to 8000 characters, both ways and as many as the pace allows, over a datagram link of 1 s each way that loses
 * 25 % and doubles 25 %: none is lost, doubled or out of order, and nothing grows. SEED=n and SECONDS=n choose another talk;
 * default seed 1, 20,000 s of virtual time. Takes a minute.
 */
import { expect, test } from 'vitest'
import { heapMB } from './support/heap.ts'
import { talk } from './support/long-talk.ts'

const seed = Number(process.env['SEED'] ?? 1)
const seconds = Number(process.env['SECONDS'] ?? 20_000)

test(`${seconds} s of messages over a far and bad link (SEED=${seed})`, () => {
  const heaps: number[] = []
  const { toServer, toClient } = talk(seed, seconds, () => heaps.push(heapMB()))
  console.log(JSON.stringify({ toServer, toClient, heapMB: heaps }))
  for (const { heard } of [toServer, toClient]) expect(heard).toBeGreaterThan(3 * seconds)
  expect(heaps.at(-1)! - heaps[0]!).toBeLessThan(1)
})
