/**
 * Forged saves: numbers, flags and texts of rooms that were saved in mid-play are replaced, and their bytes changed, with the
 * right hash at the end. Each is refused as misuse, or its room plays on with those who come back and a newcomer. SEED=n begins
 * with another seed, SAVES=n forges that many; default 100,000. Takes about 40 minutes.
 */
import { expect, test } from 'vitest'
import { runInBatches } from './fuzz/batches.ts'
import { Watchdog } from './fuzz/watchdog.ts'
import { ForgedSaves } from './save/forged.ts'

const seed = Number(process.env['SEED'] ?? 1)
const count = Number(process.env['SAVES'] ?? 100_000)

test(`${count} forged saves (SEED=${seed})`, async () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const watchdog = await Watchdog.start()
  const saves = new ForgedSaves((next) => watchdog.beat(next))
  await runInBatches(saves, seed, count, Math.ceil(count / 20))
  await watchdog.stop()
  expect(saves.tally.forged).toBe(count)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})
