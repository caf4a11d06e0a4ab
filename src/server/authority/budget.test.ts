import { expect, test } from 'vitest'
import { Budget } from './budget.ts'

const STEP_MS = 1000 / 30

/** How many steps can be taken at once. */
function takeAll(budget: Budget, now: number): number {
  let taken = 0
  while (budget.take(now)) taken++
  return taken
}

/** How many steps can be taken in all, if the player tries at the start of each of so many steps of the room. */
function takeFor(budget: Budget, from: number, steps: number): number {
  let taken = 0
  for (let step = 0; step < steps; step++) taken += takeAll(budget, from + step * 256)
  return taken
}

test.each([30, 60, 128])('B7 starts with 150 ms, and saves at most 2 s (%d Hz)', (stepHz) => {
  const budget = new Budget(0, 1000 / stepHz)
  const startSteps = Math.floor(0.15 * stepHz)
  expect(takeFor(budget, 0, 4 * stepHz)).toBe(startSteps + 4 * stepHz - 1)
  expect(takeFor(budget, 1000 * 256, 4 * stepHz)).toBe(2 * stepHz + 4 * stepHz - 1)
})

test('B7 pays saved steps out at twice the normal speed, or at `catchUp` times', () => {
  const budget = new Budget(0, STEP_MS)
  const quick = new Budget(0, STEP_MS, { catchUp: 3, savedMs: 1000, startMs: 0 })
  const uneven = new Budget(0, STEP_MS, { catchUp: 1.5 })
  for (let step = 60; step < 80; step++) {
    expect(takeAll(budget, step * 256)).toBe(2)
    expect(takeAll(budget, step * 256 + 255)).toBe(0)
  }
  for (let step = 60; step < 74; step++) expect(takeAll(quick, step * 256)).toBe(3)
  expect(takeFor(quick, 74 * 256, 10)).toBe(2 + 9)
  expect(takeFor(uneven, 60 * 256, 20)).toBe(30)
})

test('B7 a time before the last one gives nothing', () => {
  const budget = new Budget(1000, STEP_MS)
  takeAll(budget, 5000)
  expect(takeAll(budget, 0)).toBe(0)
  expect(takeAll(budget, 5000)).toBe(0)
})

test('invalid options are misuse', () => {
  expect(() => new Budget(0, STEP_MS, { catchUp: 0.5 })).toThrow(
    'catchUp is 0.5, but must be at least 1',
  )
  expect(() => new Budget(0, STEP_MS, { savedMs: 0 })).toThrow('savedMs is 0, but must be above 0')
  expect(() => new Budget(0, STEP_MS, { startMs: -1 })).toThrow(
    'startMs is -1, but must be at least 0',
  )
})
