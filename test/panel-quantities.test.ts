import { expect, test } from 'vitest'
import { History } from '../games/panel/history.ts'
import { emptySessionStats } from '../src/client/page/stats.ts'

test('E10 each quantity is taken from the number of its own', () => {
  const stats = emptySessionStats()
  const history = new History(stats)
  for (let nowMs = 0; nowMs < 3000; nowMs += 100) {
    Object.assign(stats, { rttMs: 11, delayMs: 22, bufferMs: 33 })
    stats.bytesIn += 40
    stats.bytesOut += 50
    history.sample(nowMs)
  }
  const found = (['rttMs', 'delayMs', 'bufferMs', 'bytesIn', 'bytesOut'] as const).map((q) =>
    Math.round(history.newest(q)),
  )
  expect(found).toEqual([11, 22, 33, 400, 500])
})
