/**
 * Messages of 10 to 8000 characters, both ways and as many as the pace allows, over a datagram link with a delay of 1 s each
 * way that loses 25 % of all packets and duplicates 25 %: no message is lost, duplicated or out of order, and memory does not
 * grow. SEED=n and SECONDS=n choose another run; default seed 1, 20,000 s of virtual time. Takes a minute.
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
