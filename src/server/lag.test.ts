import { expect, test } from 'vitest'
import { Lag } from './lag.ts'

const STEP_MS = 1000 / 30

/** The lag after `seconds` of ages that `age` gives. */
function after(lag: Lag, startMs: number, seconds: number, age: (tick: number) => number): number {
  for (let tick = 0; tick < seconds * 20; tick++) lag.note(age(tick), startMs + tick * 50, 50)
  return lag.lagMs
}

test('what ordinary delay hides is no lag', () => {
  expect(after(new Lag(STEP_MS), 0, 10, (tick) => (tick % 2) * STEP_MS)).toBe(0)
})

test('the lag follows the greatest age of two seconds, slowly, up to 250 ms, and back', () => {
  const lag = new Lag(STEP_MS)
  expect(after(lag, 0, 0.5, () => 200)).toBeCloseTo(50, 0)
  expect(after(lag, 500, 5, (tick) => (tick % 10 === 0 ? 200 : 0))).toBeCloseTo(150, 0)
  expect(after(lag, 5500, 5, () => 5000)).toBe(250)
  expect(after(lag, 10_500, 10, () => 0)).toBe(0)
})
