import { expect, test } from 'vitest'
import { StrictTime } from './strict-time.ts'

const STEP = 256
const STEP_MS = 1000 / 30
/** Steps taken at once. */
const taken = (guard: StrictTime, now: number, nextSend: number): number => {
  let steps = 0
  while (guard.take(now, nextSend)) steps++
  return steps
}

test('B7 a player’s own time never passes the next network tick, and reaches it exactly', () => {
  const guard = new StrictTime(1000, STEP_MS)
  expect(taken(guard, 1000, 1000 + 384)).toBe(1)
  expect(guard.time).toBe(1256)
  expect(taken(guard, 1384, 1000 + 768)).toBe(2)
  expect(guard.time).toBe(1768)
  expect(guard.take(1768, 1768)).toBe(false)
})

test('B7 time that fell behind is made up for at twice the normal speed, up to 2 s of it', () => {
  /** Steps taken in each step of the room from `from` on. */
  const takenFrom = (guard: StrictTime, from: number): number[] =>
    Array.from({ length: 70 }, (_, n) => taken(guard, (from + n) * STEP, (from + n + 1) * STEP))
  const sum = (steps: number[]): number => steps.reduce((a, b) => a + b)
  const early = takenFrom(new StrictTime(0, STEP_MS), 40)
  expect(Math.max(...early)).toBe(2)
  expect(sum(early)).toBe(40 + 70)
  const guard = new StrictTime(0, STEP_MS)
  const late = takenFrom(guard, 1000)
  expect(Math.max(...late)).toBe(2)
  expect(sum(late)).toBe(60 + 70)
  expect(guard.time).toBe(1070 * STEP)
})

test('B7 a room that left time out lets no player run ahead', () => {
  const guard = new StrictTime(100 * STEP, STEP_MS)
  expect(taken(guard, 90 * STEP, 91 * STEP)).toBe(0)
  expect(guard.time).toBe(100 * STEP)
})
