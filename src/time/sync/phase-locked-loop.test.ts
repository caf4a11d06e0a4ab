import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GlissadeError } from '../../base/error.ts'
import { Random } from '../../base/random.ts'
import { PhaseLockedLoop } from './phase-locked-loop.ts'

interface Conditions {
  /** One-way delay of the update sent at this true time; NaN loses the update. */
  readonly delayMs: (sentMs: number) => number
  readonly intervalMs?: number
  /** Server clock rate against the client's, parts per million. */
  readonly ppm?: number
  readonly endMs: number
}

const START_TICK = 1000

/** Plays updates under `conditions`, in order of arrival. Calls `seen` with how far behind the server the clock then is. */
function play(
  loop: PhaseLockedLoop,
  conditions: Conditions,
  seen: (sentMs: number, behindMs: number) => void,
): void {
  const intervalMs = conditions.intervalMs ?? 50
  const speed = 1 + (conditions.ppm ?? 0) / 1e6
  loop.begin(intervalMs)
  for (let i = 0; ; i++) {
    const sentMs = (i * intervalMs) / speed
    if (sentMs > conditions.endMs) return
    const arrivedAtMs = sentMs + conditions.delayMs(sentMs)
    loop.updated(START_TICK + i, arrivedAtMs)
    const nowMs = sentMs + 250
    seen(sentMs, START_TICK * intervalMs + nowMs * speed - loop.timeMs(nowMs))
  }
}

/** 200 ms of ping, plus or minus 10 %, halved: one way. */
function jittery(seed: number): () => number {
  const random = new Random(seed)
  return () => 100 + random.between(-10, 10)
}

function worstAfter(fromMs: number, conditions: Conditions, expectedMs: number): number {
  let worst = 0
  play(new PhaseLockedLoop(), conditions, (sentMs, behindMs) => {
    if (sentMs > fromMs) worst = Math.max(worst, Math.abs(behindMs - expectedMs))
  })
  return worst
}

describe('PhaseLockedLoop', () => {
  test('B2 the first updates give the results of the formula by hand', () => {
    const loop = new PhaseLockedLoop()
    loop.begin(50)
    loop.updated(10, 700)
    expect(loop.timeMs(700)).toBe(500)
    // 4 ms late: diff -4, integrator -4, offset -200 - 0.04.
    loop.updated(11, 754)
    expect(loop.errorMs).toBe(-4)
    expect(loop.timeMs(754)).toBeCloseTo(553.96, 9)
    // 6 ms early: diff 6.04, integrator -3.6 + 6.04 = 2.44, offset -200.04 + 0.0244.
    loop.updated(12, 794)
    expect(loop.errorMs).toBeCloseTo(6.04, 9)
    expect(loop.timeMs(800)).toBeCloseTo(599.9844, 9)
    // 20 ms late: diff -19.9844, integrator 2.196 - 19.9844 = -17.7884, correction limited to -0.1.
    loop.updated(13, 870)
    expect(loop.timeMs(870)).toBeCloseTo(669.8844, 9)
  })

  test('B2 it follows the formula of the article update by update, with a gap in the ticks', () => {
    const random = new Random(20)
    const loop = new PhaseLockedLoop()
    loop.begin(50)
    const firstMs = 3100
    let expectedMs = firstMs
    let integrator = 0
    let drift = 0
    for (let tick = 0; tick < 40; tick++) {
      const arrivedAtMs = firstMs + tick * 50 + random.between(0, 12)
      if (tick % 7 === 3) continue
      loop.updated(tick, arrivedAtMs)
      if (tick === 0) {
        expectedMs = arrivedAtMs
        continue
      }
      // The article's quantities, in local time. The next update is expected one interval later, less the drift.
      const diff = expectedMs + tick * 50 - drift - arrivedAtMs
      integrator = integrator * 0.9 + diff
      drift += Math.min(Math.max(0.01 * integrator, -0.1), 0.1)
      expect(loop.errorMs).toBeCloseTo(diff, 9)
      const nowMs = firstMs + tick * 50 + 20
      expect(loop.timeMs(nowMs)).toBeCloseTo(nowMs - expectedMs + drift, 9)
    }
  })

  test('B2 jitter of 10 ms either way moves the clock by 5 ms at most', () => {
    expect(worstAfter(10_000, { delayMs: jittery(1), endMs: 300_000 }, 100)).toBeLessThan(5)
  })

  test('B2 15 % loss leaves the lock where it is without loss', () => {
    const chance = new Random(3)
    const clean: number[] = []
    const lossy: number[] = []
    const delayMs = jittery(2)
    const losing = jittery(2)
    play(new PhaseLockedLoop(), { delayMs, endMs: 120_000 }, (_, behindMs) => clean.push(behindMs))
    const lostOrNot = () => {
      const ms = losing()
      return chance.next() < 0.15 ? Number.NaN : ms
    }
    play(new PhaseLockedLoop(), { delayMs: lostOrNot, endMs: 120_000 }, (_, behindMs) =>
      lossy.push(behindMs),
    )
    let worst = 0
    for (let i = 200; i < clean.length; i++)
      worst = Math.max(worst, Math.abs(clean[i]! - lossy[i]!))
    expect(worst).toBeLessThan(2)
  })

  test('B2 a route that becomes 80 ms slower is followed, at 2 ms per second at most', () => {
    const behind = new Map<number, number>()
    const loop = new PhaseLockedLoop()
    const delayMs = (t: number) => (t < 20_000 ? 100 : 180)
    play(loop, { delayMs, endMs: 90_000 }, (sentMs, behindMs) => behind.set(sentMs, behindMs))
    expect(behind.get(19_950)).toBeCloseTo(100, 9)
    expect(behind.get(30_000)! - 100).toBeLessThanOrEqual(20.11)
    expect(behind.get(30_000)! - 100).toBeGreaterThan(19)
    for (let t = 65_000; t <= 90_000; t += 50)
      expect(Math.abs(behind.get(t)! - 180)).toBeLessThan(1)
    expect(loop.relocks).toBe(0)
  })

  test.each([200, -200])('B2 a clock that is off by %d ppm is followed for an hour', (ppm) => {
    const conditions = { delayMs: jittery(4), ppm, endMs: 3_600_000 }
    expect(worstAfter(10_000, conditions, 100)).toBeLessThan(5)
  })

  test('B2 lost updates are no late ones: after a pause of the network the next is expected on time', () => {
    const loop = new PhaseLockedLoop()
    const delayMs = (t: number) => (t > 5000 && t < 15_000 ? Number.NaN : 100)
    play(loop, { delayMs, endMs: 20_000 }, (_, behindMs) => expect(behindMs).toBeCloseTo(100, 9))
    expect(loop.errorMs).toBeCloseTo(0, 9)
  })

  test('B2 repeated and overtaken updates, and NaN, are ignored', () => {
    const loop = new PhaseLockedLoop()
    loop.begin(50)
    expect(loop.timeMs(0)).toBeNaN()
    expect(loop.errorMs).toBeNaN()
    loop.updated(5, 1000)
    for (const tick of [5, 4, Number.NaN]) loop.updated(tick, 1030)
    loop.updated(6, Number.NaN)
    expect(loop.errorMs).toBe(0)
    loop.updated(6, 1050)
    expect(loop.timeMs(1050)).toBe(300)
    expect(loop.timeMs(Number.NaN)).toBe(300)
  })

  test('B2 a stall of 2 s that ends in a burst does not start the clock anew', () => {
    const loop = new PhaseLockedLoop()
    const delayMs = (t: number) => (t > 10_000 && t < 12_000 ? 100 + 12_000 - t : 100)
    let worst = 0
    play(loop, { delayMs, endMs: 40_000 }, (_, behindMs) => {
      worst = Math.max(worst, Math.abs(behindMs - 100))
    })
    expect(loop.relocks).toBe(0)
    expect(worst).toBeLessThan(10)
  })

  test.each([5000, -5000])('B2 an error of %d ms that stays starts the clock anew', (ms) => {
    const loop = new PhaseLockedLoop()
    loop.begin(50)
    let shownMs = -Infinity
    for (let tick = 0; tick < 800; tick++) {
      const nowMs = 1000 + tick * 50
      loop.updated(tick + (tick < 200 ? 0 : 1000 + ms / 50), nowMs + (tick < 200 ? 0 : 50_000))
      const nextMs = loop.timeMs(nowMs + (tick < 200 ? 0 : 50_000))
      expect(nextMs).toBeGreaterThan(shownMs)
      shownMs = nextMs
    }
    expect(loop.relocks).toBe(1)
    expect(shownMs).toBeCloseTo((799 + 1000 + ms / 50) * 50, 6)
  })

  test('B2 locked says whether ten updates came near their expected times', () => {
    const loop = new PhaseLockedLoop()
    const history: boolean[] = []
    const delayMs = (t: number) => (t < 2000 ? 100 : 180)
    play(loop, { delayMs, endMs: 50_000 }, () => history.push(loop.locked))
    expect(history[8]).toBe(false)
    expect(history[12]).toBe(true)
    expect(history[39]).toBe(true)
    expect(history[60]).toBe(false)
    expect(history[1000]).toBe(true)
  })

  test('B2 the constants are options, and invalid ones are refused by name', () => {
    const loop = new PhaseLockedLoop({ integratorDecay: 0.5, gain: 0.1, maxCorrectionMs: 1 })
    loop.begin(50)
    loop.updated(0, 0)
    loop.updated(1, 54)
    expect(loop.timeMs(54)).toBeCloseTo(53.6, 9)
    loop.updated(2, 104)
    // diff -3.6, integrator -2 - 3.6 = -5.6, offset -0.4 - 0.56.
    expect(loop.timeMs(104)).toBeCloseTo(103.04, 9)
    for (const bad of [-1, 1, Number.NaN])
      expect(() => new PhaseLockedLoop({ integratorDecay: bad })).toThrow(/integratorDecay/)
    expect(() => new PhaseLockedLoop({ gain: 0 })).toThrow(/gain/)
    expect(() => new PhaseLockedLoop({ maxCorrectionMs: -1 })).toThrow(/maxCorrectionMs/)
    expect(() => new PhaseLockedLoop({ relockMs: Number.NaN })).toThrow(GlissadeError)
    expect(() => loop.begin(0)).toThrow(/intervalMs/)
  })

  test('B2 the time never runs backwards, whatever arrives and whenever it is asked for', () => {
    const steps = fc.array(
      fc.record({
        ticks: fc.integer({ min: -3, max: 60 }),
        lateMs: fc.oneof(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 0, max: 4000 })),
        frames: fc.array(fc.integer({ min: -5, max: 300 }), { maxLength: 4 }),
      }),
      { maxLength: 150 },
    )
    fc.assert(
      fc.property(steps, (list) => {
        const loop = new PhaseLockedLoop()
        loop.begin(50)
        let nowMs = 0
        let tick = 0
        let last = -Infinity
        for (const { ticks, lateMs, frames } of list) {
          tick += ticks
          loop.updated(tick, nowMs + lateMs)
          for (const frameMs of frames) {
            nowMs += frameMs
            const timeMs = loop.timeMs(nowMs)
            expect(timeMs).toBeGreaterThanOrEqual(last)
            last = timeMs
          }
        }
      }),
    )
  })
})
