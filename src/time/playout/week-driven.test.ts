import { describe, expect, test } from 'vitest'
import { FixedTimestep } from '../loop/fixed-timestep.ts'
import type { StepDriver } from '../loop/step-driver.ts'
import { PhaseLockedSteps } from '../sync/phase-locked-steps.ts'
import { RoundTripSteps } from '../sync/round-trip-steps.ts'
import { LeastCostDelay } from './least-cost-delay.ts'
import { PhaseLockedDelay } from './phase-locked-delay.ts'
import type { Playout } from './playout.ts'
import { StepwiseDelay } from './stepwise-delay.ts'
import { TimeShift } from './time-shift.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** Server clock rate against the local one. */
const SPEED = 1.0002
/** Local time between two snapshots that are 200 ms of the server apart. It is no exact binary fraction. */
const STEP_MS = 200 / SPEED
const WAY_MS = 40

/** Plays a week of snapshots, each with a frame. Calls `seen` with how far behind the server's clock the frame is. */
function week(playout: Playout, seen: (nowMs: number, behindMs: number) => void): void {
  playout.begin(200)
  for (let i = 0; i * STEP_MS < WEEK_MS; i++) {
    playout.arrived(i * 200, i * STEP_MS + WAY_MS + ((i * 7) % 5))
    const nowMs = i * STEP_MS + 90 + ((i * 3) % 4)
    seen(nowMs, nowMs * SPEED - playout.advance(nowMs))
  }
}

describe('after a week of virtual time, clocks 200 ppm apart, others are shown as far behind as after an hour', () => {
  test.each<[string, () => Playout, number]>([
    ['B1 B2 C9 PhaseLockedDelay', () => new PhaseLockedDelay(), 6],
    ['D7 C9 StepwiseDelay', () => new StepwiseDelay({ mostMs: 400 }), 40],
    ['E1 C9 TimeShift', () => new TimeShift(), 6],
  ])('%s', (_name, open, withinMs) => {
    const playout = open()
    const hour = { least: Infinity, most: -Infinity }
    const last = { least: Infinity, most: -Infinity }
    week(playout, (nowMs, behindMs) => {
      const bounds = nowMs < HOUR_MS ? hour : nowMs > WEEK_MS - HOUR_MS ? last : null
      if (!bounds || nowMs < 60_000) return
      if (behindMs < bounds.least) bounds.least = behindMs
      if (behindMs > bounds.most) bounds.most = behindMs
    })
    expect(Math.abs(last.least - hour.least)).toBeLessThan(2)
    expect(Math.abs(last.most - hour.most)).toBeLessThan(2)
    expect(last.most - last.least).toBeLessThan(withinMs)
    expect(last.most - WAY_MS - playout.delayMs).toBeLessThan(withinMs)
    expect(last.least - WAY_MS - playout.delayMs).toBeGreaterThan(-withinMs)
    expect(playout.jumps).toBe(0)
  })
})

test('B1 D2 C9 LeastCostDelay: after a week, a minute now and then seen, others are as far behind as at first', () => {
  const playout = new LeastCostDelay()
  playout.begin(200)
  const minutes: { least: number; most: number }[] = []
  for (let hourMs = 0; hourMs < WEEK_MS; hourMs += 6 * HOUR_MS) {
    const minute = { least: Infinity, most: -Infinity }
    const from = Math.ceil(hourMs / STEP_MS)
    for (let i = from; i < from + 300; i++) {
      playout.arrived(i * 200, i * STEP_MS + WAY_MS + ((i * 7) % 5))
      const nowMs = i * STEP_MS + 90 + ((i * 3) % 4)
      if (i === from) playout.jump(nowMs)
      const behindMs = nowMs * SPEED - playout.advance(nowMs)
      if (i < from + 100) continue
      minute.least = Math.min(minute.least, behindMs)
      minute.most = Math.max(minute.most, behindMs)
    }
    minutes.push(minute)
  }
  const [, second] = minutes
  const last = minutes.at(-1)
  expect(minutes.length).toBe(28)
  expect(Math.abs(last!.least - second!.least)).toBeLessThan(2)
  expect(Math.abs(last!.most - second!.most)).toBeLessThan(2)
  expect(last!.most - last!.least).toBeLessThan(10)
  expect(last!.most - WAY_MS - playout.delayMs).toBeLessThan(10)
  expect(playout.jumps).toBe(27)
})

describe('after a week of virtual time, clocks 200 ppm apart, as many steps have run as at the server', () => {
  test.each<[string, () => StepDriver]>([
    ['B2 B3 C9 PhaseLockedSteps', () => new PhaseLockedSteps()],
    ['B3 B8 C9 RoundTripSteps', () => new RoundTripSteps()],
  ])('%s', (_name, open) => {
    const driver = open()
    const stepMs = 1000 / 30
    const clock = new FixedTimestep({ stepMs })
    let aheadAfterMinute = Number.NaN
    let worst = 0
    driver.begin(stepMs, 200)
    for (let i = 0; i * STEP_MS < WEEK_MS; i++) {
      const nowMs = i * STEP_MS
      const serverMs = i * 200
      driver.snapshot(serverMs - WAY_MS, nowMs, i - 1, (serverMs - 2 * WAY_MS) / stepMs)
      clock.scale = driver.rate(nowMs, Number.NaN)
      clock.advance(nowMs)
      // The input is made 120 ms before the snapshot that answers it arrives: 40 there, 40 until it is sent, 40 back.
      driver.generated(i, nowMs + 200 / SPEED - (3 * WAY_MS) / SPEED)
      if (nowMs < 60_000) continue
      const ahead = clock.stepCount + clock.alpha - serverMs / stepMs
      if (Number.isNaN(aheadAfterMinute)) aheadAfterMinute = ahead
      worst = Math.max(worst, Math.abs(ahead - aheadAfterMinute))
    }
    expect(worst).toBeLessThan(0.5)
  })
})
