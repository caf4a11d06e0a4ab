import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { PhaseLockedLoop } from '../sync/phase-locked-loop.ts'
import { LeastCostDelay } from './least-cost-delay.ts'

describe('where snapshots without news are left out', () => {
  const WAY_MS = 60
  /** Plays snapshots every 50 ms with some jitter. Between two moments only every fifth is sent, and says so. */
  function playQuiet(fromMs: number, toMs: number) {
    const delay = new LeastCostDelay()
    const random = new Random(4)
    delay.begin(50)
    const rates: number[] = []
    let newestMs = 0
    let nowMs = 0
    for (let stampMs = 50; stampMs <= 40_000; stampMs += 50) {
      const isQuiet = stampMs >= fromMs && stampMs < toMs
      const arrivesMs = stampMs + WAY_MS + 20 * random.next()
      for (; nowMs < arrivesMs; nowMs += 1000 / 60) {
        delay.advance(nowMs)
        if (nowMs > 12_000) rates.push(delay.rate)
      }
      if (isQuiet && stampMs % 250 > 0) continue
      delay.arrived(stampMs, arrivesMs, (stampMs - newestMs) / 50 - 1, isQuiet)
      newestMs = stampMs
    }
    return { delay, rates, lagMs: nowMs - delay.renderTimeMs }
  }

  test('time on display goes on evenly, and is as near the present afterwards as if nothing had been', () => {
    const [quiet, busy] = [playQuiet(15_000, 39_000), playQuiet(Infinity, Infinity)]
    expect(Math.abs(quiet.lagMs - busy.lagMs)).toBeLessThan(8)
    expect(Math.abs(quiet.delay.delayMs - busy.delay.delayMs)).toBeLessThan(8)
    expect(Math.min(...quiet.rates)).toBeGreaterThan(0.85)
    expect(Math.max(...quiet.rates)).toBeLessThan(1.15)
  })

  test('without `leftOut` the same pauses count as a bad network', () => {
    const delay = new LeastCostDelay()
    delay.begin(50)
    for (let stampMs = 50; stampMs <= 20_000; stampMs += stampMs < 10_000 ? 50 : 250) {
      delay.advance(stampMs + WAY_MS)
      delay.arrived(stampMs, stampMs + WAY_MS)
    }
    expect(delay.delayMs).toBeGreaterThan(100)
  })
})

test('an update counts for those that were left out before it, so a quiet server is followed as well', () => {
  const behindMs = (tells: boolean): number => {
    const loop = new PhaseLockedLoop()
    loop.begin(50)
    // The server's clock is 500 ppm faster, and four of five updates are left out.
    for (let tick = 0; tick < 20 * 600; tick += 5) {
      loop.updated(tick, (tick * 50) / 1.0005, tells ? 4 : 0)
    }
    return Math.abs(loop.errorMs)
  }
  expect(behindMs(true)).toBeLessThan(5)
  expect(behindMs(false)).toBeGreaterThan(50)
})
