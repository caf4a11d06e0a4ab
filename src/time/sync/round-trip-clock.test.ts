import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { RoundTripClock } from './round-trip-clock.ts'

const OFFSET_MS = 5_000_000

interface Conditions {
  /** One-way delays of the round trip that begins at this local time. */
  readonly upMs: (sentMs: number) => number
  readonly downMs: (sentMs: number) => number
  /** How long the server holds the answer. Default 5. */
  readonly holdMs?: number
  /** Server clock rate against the local one, parts per million. */
  readonly ppm?: number
  readonly everyMs?: number
  readonly endMs: number
}

/** Makes round trips under `conditions`. Calls `seen` after each with how far ahead of the server's clock the time is. */
function play(
  clock: RoundTripClock,
  conditions: Conditions,
  seen: (nowMs: number, errorMs: number) => void,
): void {
  const speed = 1 + (conditions.ppm ?? 0) / 1e6
  const serverMs = (nowMs: number) => OFFSET_MS + nowMs * speed
  const everyMs = conditions.everyMs ?? 1000
  for (let sentMs = 0; sentMs < conditions.endMs; sentMs += everyMs) {
    const reachedMs = sentMs + conditions.upMs(sentMs)
    const repliedMs = reachedMs + (conditions.holdMs ?? 5)
    const arrivedMs = repliedMs + conditions.downMs(sentMs)
    clock.sample(sentMs, serverMs(reachedMs), serverMs(repliedMs), arrivedMs)
    const nowMs = Math.max(arrivedMs, sentMs + everyMs * 0.99)
    seen(nowMs, clock.timeMs(nowMs) - serverMs(nowMs))
  }
}

function worstAfter(fromMs: number, conditions: Conditions): number {
  let worst = 0
  play(new RoundTripClock(), conditions, (nowMs, errorMs) => {
    if (nowMs > fromMs) worst = Math.max(worst, Math.abs(errorMs))
  })
  return worst
}

describe('RoundTripClock', () => {
  test('B8 offset and round trip by hand: the time that the server held the answer does not count', () => {
    const clock = new RoundTripClock()
    expect(clock.timeMs(0)).toBeNaN()
    expect(clock.rttMs).toBeNaN()
    expect(clock.errorMs).toBeNaN()
    // 85 ms away, 5 of these at the server; offset ((5040 - 1000) + (5045 - 1085)) / 2 = 4000.
    clock.sample(1000, 5040, 5045, 1085)
    expect(clock.rttMs).toBe(80)
    expect(clock.errorMs).toBe(0)
    expect(clock.timeMs(1085)).toBe(5085)
    expect(clock.timeMs(1185)).toBe(5185)
  })

  test('B8 a difference between the two directions is an error of half of it, within half the round trip', () => {
    const ms = fc.double({ min: 0, max: 500, noNaN: true })
    fc.assert(
      fc.property(ms, ms, ms, (upMs, downMs, holdMs) => {
        const clock = new RoundTripClock()
        const conditions = { upMs: () => upMs, downMs: () => downMs, holdMs, endMs: 5000 }
        play(clock, conditions, (_, errorMs) => {
          expect(errorMs).toBeCloseTo((upMs - downMs) / 2, 6)
          expect(Math.abs(errorMs)).toBeLessThanOrEqual(clock.rttMs / 2 + 1e-6)
        })
      }),
    )
  })

  test('B8 of the last eight round trips the quickest counts', () => {
    const clock = new RoundTripClock()
    const slow = (sentMs: number) =>
      clock.sample(sentMs, 4000 + sentMs + 100, 4100 + sentMs, sentMs + 120)
    clock.sample(0, 4010, 4010, 20)
    for (let i = 1; i < 8; i++) slow(i * 1000)
    expect(clock.rttMs).toBe(20)
    expect(clock.timeMs(8000)).toBe(12_000)
    // Nothing was queued; the sample is 8 s old, at 1000 ppm.
    expect(clock.errorMs).toBeCloseTo(7.99, 9)
    slow(8000)
    expect(clock.rttMs).toBe(120)
    // Half of the 100 ms queued; 60 ms apart; and the time is 40 ms behind the estimate.
    expect(clock.errorMs).toBeCloseTo(90.06, 9)
    expect(new RoundTripClock({ samples: 3 }).rttMs).toBeNaN()
    for (const samples of [0, 1.5, Number.NaN])
      expect(() => new RoundTripClock({ samples })).toThrow(/samples/)
  })

  test('B8 the error stays within the reported bound, whatever the queues do', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed)
      const queueMs = () => (random.next() < 0.5 ? random.between(0, 10) : random.between(0, 300))
      const clock = new RoundTripClock()
      const ms = (sentMs: number) => (sentMs === 0 ? 30 : 30 + queueMs())
      play(clock, { upMs: ms, downMs: ms, everyMs: 700, endMs: 55_000 }, (_, errorMs) =>
        expect(Math.abs(errorMs)).toBeLessThanOrEqual(clock.errorMs + 1e-6),
      )
    }
  })

  test('B8 when the way became slower and only old round trips are quick, the error is not below 0', () => {
    const clock = new RoundTripClock()
    const ms = (sentMs: number) => (sentMs < 200_000 ? 10 : 60)
    play(clock, { upMs: ms, downMs: ms, everyMs: 10_000, endMs: 400_000 }, () =>
      expect(clock.errorMs).toBeGreaterThanOrEqual(0),
    )
    expect(clock.rttMs).toBe(120)
  })

  test.each([1000, 4000, 10_000])(
    'B8 a way that becomes slower in one direction is not taken for skew, with a round trip every %d ms',
    (everyMs) => {
      const clock = new RoundTripClock()
      const downMs = (sentMs: number) => (sentMs < 300_000 ? 40 : 140)
      play(clock, { upMs: () => 40, downMs, everyMs, endMs: 600_000 }, (_, errorMs) => {
        expect(Math.abs(clock.skewPpm)).toBeLessThan(20)
        expect(Math.abs(errorMs)).toBeLessThanOrEqual(50 + clock.errorMs)
      })
    },
  )

  test('B8 20 ms of jitter either way leaves it within 5 ms', () => {
    const random = new Random(7)
    const ms = () => 40 + random.between(0, 20)
    expect(worstAfter(0, { upMs: ms, downMs: ms, everyMs: 50, endMs: 600_000 })).toBeLessThan(10)
    let sum = 0
    let count = 0
    play(
      new RoundTripClock(),
      { upMs: ms, downMs: ms, everyMs: 50, endMs: 600_000 },
      (_, errorMs) => {
        sum += errorMs * errorMs
        count++
      },
    )
    expect(Math.sqrt(sum / count)).toBeLessThan(3)
  })

  test.each([
    [500, 1000],
    [-500, 1000],
    [500, 10_000],
  ])(
    'B8 clocks %d ppm apart are followed for an hour, with a round trip every %d ms',
    (ppm, everyMs) => {
      const random = new Random(8)
      const ms = () => 40 + (random.next() < 0.1 ? random.between(0, 60) : random.between(0, 2))
      const clock = new RoundTripClock()
      let worst = 0
      play(clock, { upMs: ms, downMs: ms, ppm, everyMs, endMs: 3_600_000 }, (nowMs, errorMs) => {
        if (nowMs > 100_000) worst = Math.max(worst, Math.abs(errorMs))
      })
      expect(Math.abs(clock.skewPpm - ppm)).toBeLessThan(60)
      expect(worst).toBeLessThan(3)
    },
  )

  test('B8 skew is accepted only from quick round trips, and never beyond 1000 ppm', () => {
    const random = new Random(9)
    const clock = new RoundTripClock()
    let most = 0
    const downMs = (t: number) => (t < 60_000 ? 40 : 40 + (t - 60_000) / 100 + random.between(0, 5))
    play(clock, { upMs: () => 40, downMs, endMs: 100_000 }, () => {
      most = Math.max(most, Math.abs(clock.skewPpm))
    })
    expect(most).toBeLessThan(200)
    play(clock, { upMs: () => 40, downMs: () => 40, ppm: 5000, endMs: 200_000 }, () => {})
    expect(clock.skewPpm).toBe(1000)
  })

  test('B8 a new route is slewed to, at a tenth of time at most', () => {
    const clock = new RoundTripClock({ samples: 1 })
    clock.sample(0, 1050, 1050, 100)
    expect(clock.timeMs(100)).toBe(1100)
    clock.sample(100, 1100, 1100, 200)
    expect(clock.timeMs(200)).toBeCloseTo(1190, 9)
    expect(clock.timeMs(400)).toBeCloseTo(1370, 9)
    // 20 ms are still to go, and the sample is 250 ms old.
    expect(clock.errorMs).toBeCloseTo(20.25, 9)
    expect(clock.timeMs(700)).toBeCloseTo(1650, 9)
  })

  test('B8 a clock that was set is noticed at once: over 250 ms ahead it jumps, back it slews', () => {
    const clock = new RoundTripClock()
    const sample = (sentMs: number, offsetMs: number, wayMs: number) => {
      const atMs = sentMs + wayMs + offsetMs
      clock.sample(sentMs, atMs, atMs, sentMs + 2 * wayMs)
    }
    for (let i = 0; i < 8; i++) sample(i * 100, 0, 20)
    expect(clock.timeMs(800)).toBe(800)
    sample(800, 10_000, 30)
    expect(clock.timeMs(900)).toBe(10_900)
    sample(900, 9500, 40)
    expect(clock.timeMs(1000)).toBeCloseTo(10_990, 9)
    expect(clock.timeMs(7000)).toBeCloseTo(16_500, 9)
  })

  test('B8 invalid round trips are ignored', () => {
    const clock = new RoundTripClock()
    for (const bad of [Number.NaN, undefined as unknown as number])
      clock.sample(bad, 5000, 5000, 40)
    clock.sample(100, 5000, 5000, 40)
    clock.sample(0, 5000, 5100, 40)
    expect(clock.rttMs).toBeNaN()
    clock.sample(0, 5000, 5001, 0)
    expect(clock.rttMs).toBe(0)
    clock.begin()
    expect(clock.rttMs).toBeNaN()
    expect(clock.timeMs(0)).toBeNaN()
  })

  test('B8 the time never runs backwards, whatever the round trips say', () => {
    const trips = fc.array(
      fc.record({
        gapMs: fc.integer({ min: -5, max: 3000 }),
        upMs: fc.integer({ min: 0, max: 800 }),
        downMs: fc.integer({ min: 0, max: 800 }),
        setMs: fc.oneof(fc.constant(0), fc.integer({ min: -9000, max: 9000 })),
        frames: fc.array(fc.integer({ min: -5, max: 60 }), { maxLength: 5 }),
      }),
      { maxLength: 100 },
    )
    fc.assert(
      fc.property(trips, (list) => {
        const clock = new RoundTripClock()
        let nowMs = 0
        let offsetMs = 0
        let last = -Infinity
        for (const trip of list) {
          nowMs += trip.gapMs
          offsetMs += trip.setMs
          const atMs = nowMs + trip.upMs + offsetMs
          clock.sample(nowMs, atMs, atMs, nowMs + trip.upMs + trip.downMs)
          for (const frameMs of trip.frames) {
            nowMs += frameMs
            const timeMs = clock.timeMs(nowMs)
            expect(timeMs).toBeGreaterThanOrEqual(last)
            last = timeMs
          }
        }
      }),
    )
  })
})
