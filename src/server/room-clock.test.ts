import { expect, test } from 'vitest'
import { RoomClock } from './room-clock.ts'

const STEP_MS = 1000 / 60
const DUE = 60 * 256

test('what is more than 250 ms late is left out, in whole steps', () => {
  for (const lateMs of [0, 250, 260, 266]) {
    const clock = new RoomClock(STEP_MS, 5000)
    expect(clock.leaveOut(6000 + lateMs, DUE)).toBe(0)
    expect(clock.msAt(DUE)).toBe(6000)
  }
  for (const [lateMs, steps] of [
    [267, 1],
    [310, 3],
    [3010, 165],
  ] as const) {
    const clock = new RoomClock(STEP_MS, 5000)
    expect(clock.leaveOut(6000 + lateMs, DUE)).toBeCloseTo(steps * STEP_MS, 9)
    expect(clock.msAt(DUE)).toBeCloseTo(6000 + steps * STEP_MS, 9)
    expect(clock.leaveOut(6000 + lateMs, DUE)).toBe(0)
  }
})
