/**
 * Hostile servers talk to sessions: a true room, with a man in the middle who forges, mutates, replays, reorders and leaves
 * out what it says, of both codings, both authorities and both kinds of link. Nothing is thrown, what is on display can be
 * drawn, each session ends with a reason, and memory stays flat. SEED=n COUNT=m runs m sessions from number n; what fails is
 * told that way. Takes about 6 minutes for the 10,000 from 0.
 */
import { test } from 'vitest'
import { runInBatches } from './batches.ts'
import { HostileServers } from './hostile-servers.ts'
import { Watchdog } from './watchdog.ts'

const { SEED = '0', COUNT = '10000' } = process.env
const first = Number(SEED)
const count = Number(COUNT)
/** Between two looks at the heap. */
const BATCH = 200

test(`${count} hostile servers (SEED=${first}) harm no session`, async () => {
  const watchdog = await Watchdog.start()
  await runInBatches(new HostileServers(watchdog), first, count, BATCH)
  await watchdog.stop()
})
