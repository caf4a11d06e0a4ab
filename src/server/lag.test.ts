import { expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { Lag } from './lag.ts'

const STEP_MS = 1000 / 30
const INTERVAL_MS = 50

/** Goes on over all tests. */
let nowMs = 0

function note(lag: Lag, ageMs: number): void {
  lag.ageMs = ageMs
  lag.nowMs = nowMs
  lag.take()
}

/** The lag after another `seconds` of ages that `age` gives. */
function after(lag: Lag, seconds: number, age: (tick: number) => number): number {
  for (let tick = 0; tick < seconds * 20; tick++) {
    nowMs += INTERVAL_MS
    note(lag, age(tick))
  }
  return lag.lagMs
}

test('what interpolation hides is no lag', () => {
  expect(after(new Lag(STEP_MS, INTERVAL_MS), 10, (tick) => 2 + (tick % 2) * 28)).toBe(0)
})

test('a gap now and then is left to extrapolation, and costs no lag', () => {
  const stall = [100, 70, 120, 20]
  expect(after(new Lag(STEP_MS, INTERVAL_MS), 30, (tick) => stall[tick % 100] ?? 20)).toBe(0)
})

test('what is always late is waited for, as far as interpolation does not hide it', () => {
  expect(after(new Lag(STEP_MS, INTERVAL_MS), 10, () => 90)).toBeCloseTo(90 - 1.25 * STEP_MS, -1)
})

test('the more often states are too old to be carried on, the more is waited', () => {
  const lags = [0.01, 0.05, 0.2].map((share) => {
    const random = new Random(1)
    return after(new Lag(STEP_MS, INTERVAL_MS), 30, () => (random.next() < share ? 200 : 20))
  })
  expect(lags[0]).toBeLessThan(20)
  expect(lags[2]).toBeGreaterThan(90)
  expect(lags[1]).toBeLessThanOrEqual(lags[2]!)
})

test('the lag goes up to 250 ms, and back when all is well', () => {
  const lag = new Lag(STEP_MS, INTERVAL_MS)
  expect(after(lag, 10, () => 280)).toBeGreaterThan(200)
  expect(lag.lagMs).toBeLessThanOrEqual(250)
  expect(after(lag, 40, () => 0)).toBe(0)
})

test('what comes a little later or sooner than before changes nothing', () => {
  const lag = new Lag(STEP_MS, INTERVAL_MS)
  const lagMs = after(lag, 20, () => 150)
  expect(lagMs).toBeGreaterThan(90)
  const random = new Random(2)
  for (let second = 0; second < 60; second++)
    expect(after(lag, 1, () => 147 + 6 * random.next())).toBe(lagMs)
})

test('nobody waits for a player who sends nothing at all', () => {
  expect(after(new Lag(STEP_MS, INTERVAL_MS), 20, (tick) => 50 * tick)).toBeLessThan(60)
})

test('the same stalls ask for about the same lag at every rate of sending', () => {
  const lags = [10, 20, 60].map((sendHz) => {
    const lag = new Lag(STEP_MS, 1000 / sendHz)
    for (let tick = 0; tick < 60 * sendHz; tick++) {
      const sinceMs = ((tick * 1000) / sendHz) % 1000
      nowMs += 1000 / sendHz
      note(lag, sinceMs <= 300 ? sinceMs : 20)
    }
    return lag.lagMs
  })
  expect(lags[1]).toBeGreaterThan(100)
  for (const lag of lags) expect(Math.abs(lag - lags[1]!)).toBeLessThan(30)
})
