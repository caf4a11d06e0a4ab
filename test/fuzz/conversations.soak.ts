/**
 * Hostile clients talk to rooms with an honest witness in each: valid handshakes, then forged, mutated, replayed, reordered
 * and cut packets, floods, and keys of others, on both kinds of link and with both authorities. Nothing is thrown, nothing is
 * left behind, and the witness is shown the same, to the bit, as in the same room without them. SEED=n COUNT=m runs m
 * conversations from number n; what fails is told that way. Takes about 25 minutes for the 100,000 from 0.
 */
import { test } from 'vitest'
import { runInBatches } from './batches.ts'
import { Conversations } from './conversations.ts'
import { Watchdog } from './watchdog.ts'

const { SEED = '0', COUNT = '100000' } = process.env
const first = Number(SEED)
const count = Number(COUNT)
/** Between two looks at the heap. */
const BATCH = 1000

test(`${count} hostile conversations (SEED=${first}) are felt by nobody`, async () => {
  const watchdog = await Watchdog.start()
  await runInBatches(new Conversations(watchdog), first, count, BATCH)
  await watchdog.stop()
})
