/**
 * Hostile servers talk to sessions: a true room, with a man in the middle who forges, mutates, replays, reorders and leaves
 * out what it says, of both codings, both authorities and both kinds of link. Nothing is thrown, what is on display can be
 * drawn, each session ends with a reason, and memory stays flat. SEED=n COUNT=m runs m sessions from number n; what fails is
 * told that way. Takes about 6 minutes for the 10,000 from 0.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { HostileServers } from './hostile-servers.ts'
import { Watchdog } from './watchdog.ts'

const { SEED = '0', COUNT = '10000' } = process.env
const first = Number(SEED)
const count = Number(COUNT)
/** Between two looks at the heap. */
const BATCH = 200

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test(`${count} hostile servers (SEED=${first}) harm no session`, async () => {
  const watchdog = await Watchdog.start()
  const servers = new HostileServers(watchdog)
  const heapMB: number[] = []
  const beganMs = performance.now()
  for (let done = 0; done < count; done += BATCH) {
    await servers.run(first + done, Math.min(BATCH, count - done))
    collectGarbage()
    heapMB.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  await watchdog.stop()
  const early = heapMB[Math.floor(heapMB.length / 3)]!
  const late = heapMB.at(-1)!
  const perSecond = (1000 * count) / (performance.now() - beganMs)
  console.log(JSON.stringify({ ...servers.tally, perSecond, heapMB: { early, late } }))
  expect(late).toBeLessThan(1.05 * early + 1)
})
