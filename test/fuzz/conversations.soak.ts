/**
 * Hostile clients talk to rooms with an honest witness in each: valid handshakes, then forged, mutated, replayed, reordered
 * and cut packets, floods, and keys of others, on both kinds of link and with both authorities. Nothing is thrown, nothing is
 * left behind, and the witness is shown the same, to the bit, as in the same room without them. SEED=n COUNT=m runs m
 * conversations from number n; what fails is told that way. Takes about 25 minutes for the 100,000 from 0.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Conversations } from './conversations.ts'
import { Watchdog } from './watchdog.ts'

const { SEED = '0', COUNT = '100000' } = process.env
const first = Number(SEED)
const count = Number(COUNT)
/** Between two looks at the heap. */
const BATCH = 1000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test(`${count} hostile conversations (SEED=${first}) are felt by nobody`, async () => {
  const watchdog = await Watchdog.start()
  const conversations = new Conversations(watchdog)
  const heapMB: number[] = []
  const beganMs = performance.now()
  for (let done = 0; done < count; done += BATCH) {
    await conversations.run(first + done, Math.min(BATCH, count - done))
    collectGarbage()
    heapMB.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  await watchdog.stop()
  const early = heapMB[Math.floor(heapMB.length / 3)]!
  const late = heapMB.at(-1)!
  const perSecond = (1000 * count) / (performance.now() - beganMs)
  console.log(JSON.stringify({ ...conversations.tally, perSecond, heapMB: { early, late } }))
  expect(late).toBeLessThan(1.05 * early + 1)
})
