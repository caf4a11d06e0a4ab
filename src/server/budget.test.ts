import { expect, test } from 'vitest'
import { Budget } from './budget.ts'

const STEP_MS = 1000 / 30

/** How many steps may be taken at once. */
function takeAll(budget: Budget, now: number): number {
  let taken = 0
  while (budget.take(now)) taken++
  return taken
}

test('B7 starts with 8 steps, gains one for each step of wall time, saves up to 60', () => {
  const budget = new Budget(1000, STEP_MS)
  expect(takeAll(budget, 1000)).toBe(8)
  expect(takeAll(budget, 1000 + 255)).toBe(0)
  expect(takeAll(budget, 1000 + 256)).toBe(1)
  expect(takeAll(budget, 1000 + 256 * 11)).toBe(10)
  expect(takeAll(budget, 1000 + 256 * 10_000)).toBe(60)
})

test('B7 a time before the last one gives nothing', () => {
  const budget = new Budget(1000, STEP_MS)
  takeAll(budget, 5000)
  expect(takeAll(budget, 0)).toBe(0)
  expect(takeAll(budget, 5000)).toBe(0)
})
