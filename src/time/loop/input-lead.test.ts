import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { InputLead } from './input-lead.ts'

const STEP_MS = 10

/** Makes inputs at their time, a step apart, with ways of `waySteps(n)`, and a snapshot after every five. */
function told(
  lead: InputLead,
  count: number,
  waySteps: (n: number) => number,
  first = 0,
  isChanged: (n: number) => boolean = () => false,
): void {
  for (let n = first; n < first + count; n++) {
    const nowMs = n * STEP_MS
    lead.rate(nowMs, 0)
    lead.generated(n, nowMs, isChanged(n))
    // Their arrival is reported half a second later.
    if (n - first >= 50) lead.arrived(n - 50, Math.floor((n - 50 + waySteps(n - 50)) * 16) / 16)
    if (n % 5 === 0) lead.snapshot(0, 0, -1, 0)
  }
}

function begun(): InputLead {
  const lead = new InputLead()
  lead.begin(STEP_MS, 50)
  return lead
}

/** How far ahead of its time the client would have to be at `nowMs` for the rate to cross 1. */
function earliestAhead(lead: InputLead, nowMs: number): number {
  lead.rate(nowMs, 0)
  for (let ahead = -5; ahead < 60; ahead += 1 / 64) {
    if (!(lead.rate(nowMs + STEP_MS, nowMs / STEP_MS + ahead) > 1)) return ahead
    lead.rate(nowMs, 0)
  }
  return Number.NaN
}

describe('InputLead', () => {
  test('runs at 1 until a report covers inputs that were sent after the first report', () => {
    const lead = begun()
    expect(lead.rate(0, 1e6)).toBe(1)
    lead.generated(0, 0)
    lead.arrived(0, 5)
    lead.snapshot(0, 0, 0, 5)
    expect(lead.rate(10, 1e6)).toBe(1)
    expect(lead.targetWaitSteps).toBeNaN()
    lead.generated(1, 10)
    lead.arrived(1, 6)
    lead.snapshot(0, 0, 1, 6)
    expect(lead.rate(20, 1e6)).toBe(0.9)
    expect(lead.rate(30, -1e6)).toBe(1.25)
  })

  test('at first it keeps 50 ms, and over an even way, once that is known, next to nothing', () => {
    const lead = begun()
    told(lead, 150, () => 4)
    expect(lead.targetWaitSteps).toBeGreaterThan(4.5)
    expect(lead.targetWaitSteps).toBeLessThan(5)
    told(lead, 3000, () => 4, 150)
    expect(lead.targetWaitSteps).toBeLessThan(0.2)
    expect(lead.missingShare).toBeLessThan(0.005)
  })

  test('waits as long as jitter takes, except the rarest', () => {
    const lead = begun()
    const random = new Random(3)
    told(lead, 6000, () => 4 + random.between(0, 6))
    // Inputs are made up to a frame after their time. Here a frame is a step.
    expect(lead.targetWaitSteps).toBeGreaterThan(4.9)
    expect(lead.targetWaitSteps).toBeLessThan(6.2)
    expect(lead.missingShare).toBeGreaterThan(0.001)
    expect(lead.missingShare).toBeLessThan(0.008)
  })

  test('waits for lateness of one time in thirty, but not of one time in a thousand', () => {
    const rare = begun()
    told(rare, 6000, (n) => (n % 1000 === 500 ? 24 : 4))
    expect(rare.targetWaitSteps).toBeLessThan(0.5)
    expect(rare.missingShare).toBeGreaterThan(0.0005)
    const often = begun()
    told(often, 6000, (n) => (n % 30 === 15 ? 8 : 4))
    expect(often.targetWaitSteps).toBeGreaterThan(3)
    expect(often.missingShare).toBeLessThan(0.005)
  })

  test('waits for rare gaps where ticks repeat a wrong input in them, and not for a held key', () => {
    // Every 2 s nothing comes for 80 ms: 4 % of inputs are late.
    const gaps = (n: number) => 4 + (n % 200 >= 192 ? 200 - (n % 200) : 0)
    const waitWith = (isChanged: (n: number) => boolean): number => {
      const lead = begun()
      told(lead, 6000, gaps, 0, isChanged)
      return lead.targetWaitSteps
    }
    const held = waitWith(() => false)
    expect(waitWith((n) => n % 200 === 100)).toBe(held)
    expect(held).toBeLessThan(7)
    expect(waitWith((n) => n % 10 === 5)).toBeGreaterThan(held + 1)
    expect(waitWith(() => true)).toBeGreaterThan(7.5)
  })

  test('the steps are to stand a way, the wait and a frame ahead of the local clock', () => {
    const lead = begun()
    told(lead, 6000, () => 4)
    const ahead = earliestAhead(lead, 60_000)
    expect(ahead).toBeGreaterThan(5)
    expect(ahead).toBeLessThan(5.3)
  })

  test.each([8, -3])('a way of %d steps more is followed within a second', (steps) => {
    const lead = begun()
    told(lead, 6000, () => 4)
    const before = earliestAhead(lead, 60_000)
    told(lead, 150, () => 4 + steps, 6000)
    const after = earliestAhead(lead, 61_500)
    expect(Math.abs(after - before - steps)).toBeLessThan(0.5)
  })

  test('a stall of 300 ms moves it by less than half a step', () => {
    const lead = begun()
    told(lead, 6000, (n) => 4 + (n > 5800 && n <= 5830 ? 5830 - n : 0))
    expect(earliestAhead(lead, 60_000)).toBeLessThan(5.8)
  })

  test('the rate changes in proportion, more so when it is late, and never leaves 0.9 to 1.25', () => {
    const lead = begun()
    told(lead, 6000, () => 4)
    const ahead = earliestAhead(lead, 60_000)
    const rateAt = (error: number): number => {
      lead.rate(60_000, 0)
      return lead.rate(60_010, 6000 + ahead + error)
    }
    expect(rateAt(0.02)).toBe(1)
    expect(rateAt(0.5)).toBeCloseTo(0.955, 2)
    expect(rateAt(30)).toBe(0.9)
    expect(rateAt(-0.5)).toBeCloseTo(1.12, 1)
    expect(rateAt(-30)).toBe(1.25)
  })

  test('a long frame by itself is hardly an error: only its own inputs come later', () => {
    const lead = begun()
    told(lead, 6000, () => 4)
    const ahead = earliestAhead(lead, 60_000) + 0.02
    lead.rate(60_000, 0)
    expect(lead.rate(60_200, 6000 + ahead)).toBeLessThan(1.03)
  })

  test('repeated, overtaken and forgotten reports change nothing', () => {
    const lead = begun()
    told(lead, 3000, () => 4)
    const { targetWaitSteps, missingShare } = lead
    for (let i = 0; i < 200; i++) {
      lead.arrived(2900, 9000)
      lead.arrived(2000, 9000)
      lead.arrived(100, 9000)
      lead.arrived(5000, 9000)
    }
    lead.snapshot(0, 0, -1, 0)
    expect([lead.targetWaitSteps, lead.missingShare]).toEqual([targetWaitSteps, missingShare])
  })

  test('B3 begin forgets everything before, and refuses a length that is not above 0', () => {
    const lead = begun()
    told(lead, 3000, () => 4)
    lead.begin(20, 50)
    expect(lead.targetWaitSteps).toBeNaN()
    expect(lead.missingShare).toBeNaN()
    lead.rate(0, 0)
    expect(lead.rate(20, 1e6)).toBe(1)
    expect(() => lead.begin(0, 50)).toThrow(/stepMs/)
  })
})
