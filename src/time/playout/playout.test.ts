import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GlissadeError } from '../../base/error.ts'
import { Random } from '../../base/random.ts'
import { FixedDelay } from './fixed-delay.ts'
import { OFFSET_MS, play, runPlayoutCases } from './playout.case.ts'
import { intervalsToDelayMs } from './playout.ts'

runPlayoutCases({ name: 'FixedDelay', open: () => new FixedDelay(), delayMs: 100 })

describe('FixedDelay', () => {
  test('B1 D2 the default delay is two send intervals', () => {
    expect(intervalsToDelayMs(20)).toBe(100)
    expect(intervalsToDelayMs(10, 3)).toBe(300)
    const playout = new FixedDelay()
    playout.begin(1000 / 30)
    expect(playout.delayMs).toBeCloseTo(200 / 3, 9)
    expect(new FixedDelay(140).delayMs).toBe(140)
    expect(() => new FixedDelay(-1)).toThrow(GlissadeError)
    expect(() => new FixedDelay(Number.NaN)).toThrow(GlissadeError)
  })

  test('is NaN until data has come, and counts no jump for its first placing', () => {
    const playout = new FixedDelay(100)
    playout.begin(50)
    expect(playout.advance(1000)).toBeNaN()
    playout.jump(1010)
    expect(playout.renderTimeMs).toBeNaN()
    playout.arrived(5000, 1020)
    expect(playout.advance(1020)).toBe(4900)
    expect(playout.jumps).toBe(0)
  })

  test('B1 others are shown the delay behind the fastest arrivals, at the rate of time', () => {
    const random = new Random(2)
    const playout = new FixedDelay(100)
    let most = 0
    play(
      playout,
      { owdMs: () => 40 + random.between(0, 10), endMs: 60_000 },
      (nowMs, _, behindMs) => {
        if (nowMs < 10_000) return
        expect(Math.abs(behindMs - 140)).toBeLessThan(2)
        most = Math.max(most, Math.abs(playout.rate - 1))
      },
    )
    expect(most).toBeLessThan(0.002)
    expect(playout.jumps).toBe(0)
  })

  test.each([500, -500])('holds its delay for an hour at %d ppm of clock skew', (ppm) => {
    const random = new Random(3)
    const playout = new FixedDelay()
    let worst = 0
    const owdMs = () => 40 + random.between(0, 5)
    play(playout, { owdMs, ppm, endMs: 3_600_000 }, (nowMs, _, behindMs) => {
      if (nowMs > 5000) worst = Math.max(worst, Math.abs(behindMs - 140))
    })
    expect(worst).toBeLessThan(14)
    expect(playout.jumps).toBe(0)
    expect(playout.waits).toBe(0)
  })

  test('follows a route that becomes 100 ms slower and faster again, without a jump or a halt', () => {
    const random = new Random(4)
    const playout = new FixedDelay(150)
    const behind = new Map<number, number>()
    let slowest = 1
    let fastest = 1
    play(
      playout,
      {
        owdMs: (t) => (t > 20_000 && t < 40_000 ? 140 : 40) + random.between(0, 5),
        endMs: 60_000,
      },
      (nowMs, _, behindMs) => {
        behind.set(Math.round(nowMs / 1000), behindMs)
        if (nowMs < 2000) return
        slowest = Math.min(slowest, playout.rate)
        fastest = Math.max(fastest, playout.rate)
      },
    )
    expect(behind.get(19)).toBeCloseTo(190, -1)
    expect(Math.abs(behind.get(27)! - 290)).toBeLessThan(8)
    expect(Math.abs(behind.get(45)! - 190)).toBeLessThan(8)
    expect(slowest).toBeGreaterThanOrEqual(0.9 - 1e-9)
    expect(fastest).toBeLessThanOrEqual(1.1 + 1e-9)
    expect(playout.jumps).toBe(0)
  })

  test('a stall of the network does not move the baseline, and time does not stand still', () => {
    const playout = new FixedDelay(100)
    let last = Number.NaN
    const owdMs = (t: number) => (t > 10_000 && t < 10_800 ? 40 + 10_800 - t : 40)
    play(playout, { owdMs, endMs: 20_000 }, (nowMs, shownMs, behindMs) => {
      if (nowMs > 1000) expect(shownMs).toBeGreaterThan(last)
      if (nowMs > 1000) expect(Math.abs(behindMs - 140)).toBeLessThan(1)
      last = shownMs
    })
  })

  test('after a network gap of seconds it waits past the newest data, then jumps to the present once', () => {
    const playout = new FixedDelay(100)
    const owdMs = (t: number) => (t > 10_000 && t < 20_000 ? Number.NaN : 40)
    let longestLeadMs = 0
    play(playout, { owdMs, endMs: 30_000 }, (nowMs, shownMs, behindMs) => {
      if (nowMs > 10_000 && nowMs < 20_000)
        longestLeadMs = Math.max(longestLeadMs, shownMs - OFFSET_MS - 10_000)
      if (nowMs > 20_100) expect(Math.abs(behindMs - 140)).toBeLessThan(1)
    })
    expect(longestLeadMs).toBeCloseTo(1000)
    expect(playout.jumps).toBe(1)
  })

  test('a server that paused for seconds is followed again after three, never backwards', () => {
    const playout = new FixedDelay(100)
    playout.begin(50)
    let stampMs = 0
    let last = Number.NaN
    let standingMs = 0
    for (let nowMs = 0; nowMs < 30_000; nowMs += 10) {
      const paused = nowMs > 10_000 && nowMs < 15_000
      if (!paused && nowMs % 50 === 0) {
        stampMs += 50
        playout.arrived(stampMs, nowMs)
      }
      const shownMs = playout.advance(nowMs)
      if (nowMs > 0) expect(shownMs).toBeGreaterThanOrEqual(last)
      if (nowMs > 18_500 && shownMs === last) standingMs += 10
      last = shownMs
    }
    expect(Math.abs(stampMs - last - 100)).toBeLessThan(60)
    expect(standingMs).toBe(0)
    expect(playout.waits).toBe(1)
  })

  test('a tab that was hidden comes back at the right moment; jump goes there at once', () => {
    const playout = new FixedDelay(100)
    const hidden = (t: number) => t > 5000 && t < 9000
    play(playout, { owdMs: () => 40, endMs: 10_000, hidden }, (nowMs, _, behindMs) => {
      if (nowMs > 1000) expect(Math.abs(behindMs - 140)).toBeLessThan(1)
    })
    const jumping = new FixedDelay(100)
    jumping.begin(50)
    jumping.arrived(0, 0)
    jumping.advance(0)
    jumping.arrived(1000, 900)
    jumping.jump(1000)
    expect(jumping.renderTimeMs).toBe(1000)
    jumping.jump(1000)
    expect(jumping.jumps).toBe(1)
    expect(jumping.advance(1016)).toBeCloseTo(1016)
  })

  test('survives a clock that stands still, runs backwards, or says nothing', () => {
    const playout = new FixedDelay(100)
    playout.begin(50)
    playout.arrived(5000, 1000)
    for (const nowMs of [1000, 1000, 990, Number.NaN]) expect(playout.advance(nowMs)).toBe(4900)
    playout.jump(Number.NaN)
    expect(playout.advance(1010)).toBeCloseTo(4910)
    expect(playout.advance(-9000)).toBeCloseTo(4910)
    playout.arrived(5050, -8990)
    expect(playout.advance(-8990)).toBeGreaterThan(4910)
  })

  test('render time never runs backwards, whatever arrives and however frames come', () => {
    const events = fc.array(
      fc.record({
        gapMs: fc.oneof(fc.integer({ min: -20, max: 60 }), fc.integer({ min: 0, max: 5000 })),
        stampStepMs: fc.oneof(
          fc.integer({ min: -200, max: 200 }),
          fc.integer({ min: -9000, max: 9000 }),
        ),
        frames: fc.integer({ min: 0, max: 3 }),
        jump: fc.boolean(),
      }),
      { maxLength: 120 },
    )
    fc.assert(
      fc.property(events, fc.integer({ min: 0, max: 300 }), (list, delayMs) => {
        const playout = new FixedDelay(delayMs)
        playout.begin(50)
        let nowMs = 0
        let stampMs = 0
        let last = Number.NaN
        for (const event of list) {
          stampMs += event.stampStepMs
          playout.arrived(stampMs, nowMs)
          for (let i = 0; i < event.frames; i++) {
            nowMs += event.gapMs
            const shownMs = playout.advance(nowMs)
            expect(shownMs >= last || Number.isNaN(last)).toBe(true)
            expect(playout.renderTimeMs).toBe(shownMs)
            expect(playout.rate).toBeLessThanOrEqual(1.1 + 1e-9)
            last = shownMs
          }
          if (!event.jump) continue
          playout.jump(nowMs)
          expect(playout.renderTimeMs >= last || Number.isNaN(last)).toBe(true)
          last = playout.renderTimeMs
        }
      }),
    )
  })

  test('the frame rate does not change where the render time is', () => {
    const at = (hz: number) => {
      const playout = new FixedDelay(100)
      playout.begin(50)
      playout.arrived(0, 60)
      playout.advance(100)
      for (let i = 0; i < 40; i++) playout.arrived(50 + i * 50, 50 + i * 50)
      for (let i = 1; i <= hz; i++) playout.advance(100 + (i * 1000) / hz)
      return playout.renderTimeMs
    }
    expect(at(24)).toBeCloseTo(at(240), 0)
  })
})

test('B1 a route so much slower that nothing is left to show is followed before two seconds', () => {
  const playout = new FixedDelay(100)
  let dryMs = 0
  play(playout, { owdMs: (ms) => (ms < 10_000 ? 50 : 550), endMs: 20_000 }, (nowMs) => {
    const newestMs = OFFSET_MS + Math.floor((nowMs - 550) / 50) * 50
    if (nowMs > 10_500 && playout.renderTimeMs > newestMs) dryMs = nowMs - 10_500
  })
  expect(dryMs).toBeLessThan(2000)
})
