import { expect, test } from 'vitest'
import { StrictTime } from './strict-time.ts'

const STEP = 256
/** Steps taken at once. */
const taken = (guard: StrictTime, now: number, nextSend: number): number => {
  let steps = 0
  while (guard.take(now, nextSend)) steps++
  return steps
}

test('B7 the own time never passes the next network tick, and reaches it exactly', () => {
  const guard = new StrictTime(1000)
  expect(taken(guard, 1000, 1000 + 384)).toBe(1)
  expect(guard.time).toBe(1256)
  expect(taken(guard, 1384, 1000 + 768)).toBe(2)
  expect(guard.time).toBe(1768)
  expect(guard.take(1768, 1768)).toBe(false)
})

test('B7 time that fell behind is made up for, 60 steps of it at most', () => {
  const guard = new StrictTime(0)
  expect(taken(guard, 40 * STEP, 41 * STEP)).toBe(41)
  const late = new StrictTime(0)
  expect(taken(late, 1000 * STEP, 1001 * STEP)).toBe(61)
  expect(late.time).toBe(1001 * STEP)
})

test('B7 a room that left time out lets nobody run ahead', () => {
  const guard = new StrictTime(100 * STEP)
  expect(taken(guard, 90 * STEP, 91 * STEP)).toBe(0)
  expect(guard.time).toBe(100 * STEP)
})
