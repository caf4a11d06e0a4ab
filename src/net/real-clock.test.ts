import { expect, test } from 'vitest'
import { realClock } from './real-clock.ts'

test('the real clock calls once, never early, in order', async () => {
  const startMs = realClock.nowMs()
  const seen: [string, number][] = []
  await new Promise<void>((resolve) => {
    realClock.after(30.7, () => {
      seen.push(['later', realClock.nowMs() - startMs])
      resolve()
    })
    realClock.after(5.5, () => seen.push(['sooner', realClock.nowMs() - startMs]))
    realClock.after(5, () => seen.push(['undone', 0]))()
    realClock.after(1e12, () => seen.push(['far too early', 0]))
  })
  expect(seen.map(([name]) => name)).toEqual(['sooner', 'later'])
  // Node's timers run on a clock of whole milliseconds.
  expect(seen[0]?.[1]).toBeGreaterThanOrEqual(4.5)
  expect(seen[1]?.[1]).toBeGreaterThanOrEqual(29.7)
})
