import { expect, test } from 'vitest'
import { ponged, serverTimes, updated } from './clocks.ts'

test('B2 B8 the two clocks of the guide differ by the way down', () => {
  const serverAheadMs = 7000
  for (let tick = 140; tick < 400; tick++) {
    const sentMs = tick * 50 - serverAheadMs
    updated(tick, sentMs + 60)
    const pingMs = sentMs + 10
    ponged(pingMs - 40, pingMs + serverAheadMs, pingMs + serverAheadMs + 2, pingMs + 2 + 40)
  }
  const nowMs = 400 * 50 - serverAheadMs
  const { arrivedMs, realMs } = serverTimes(nowMs)
  expect(realMs).toBeCloseTo(20_000, 6)
  expect(arrivedMs).toBeCloseTo(20_000 - 60, 6)
})
