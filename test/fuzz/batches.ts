import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What a soak runs, number after number. */
interface Numbered {
  readonly tally: object
  run(first: number, count: number): Promise<void>
}

/** Runs `count` numbers from `first` on, a batch at a time; prints what they came to, and holds that memory stays flat. */
export async function runInBatches(
  what: Numbered,
  first: number,
  count: number,
  batch: number,
): Promise<void> {
  const heapMB: number[] = []
  const beganMs = performance.now()
  for (let done = 0; done < count; done += batch) {
    await what.run(first + done, Math.min(batch, count - done))
    collectGarbage()
    heapMB.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  const early = heapMB[Math.floor(heapMB.length / 3)]!
  const late = heapMB.at(-1)!
  const perSecond = (1000 * count) / (performance.now() - beganMs)
  console.log(JSON.stringify({ ...what.tally, perSecond, heapMB: { early, late } }))
  expect(late).toBeLessThan(1.05 * early + 1)
}
