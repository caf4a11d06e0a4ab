import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import type { Ms } from '../../base/units.ts'
import type { Playout } from './playout.ts'

/** The conditions under which snapshots and frames reach a `Playout`. */
export interface Conditions {
  /** One-way delay of a packet sent at this true time; NaN loses the packet. */
  readonly owdMs: (sentMs: number) => number
  /** Server clock rate against the client's, parts per million. */
  readonly ppm?: number
  readonly intervalMs?: number
  readonly frameHz?: number
  /** How often each packet arrives. Default 1. */
  readonly copies?: number
  readonly endMs: number
  /** True times between which the client does not draw. */
  readonly hidden?: (nowMs: number) => boolean
}

/** The server's clock at true time 0. */
export const OFFSET_MS = 123_456

/** Plays snapshots under `conditions`. Calls `frame` with each displayed moment and how far behind the server it is. */
export function play(
  playout: Playout,
  conditions: Conditions,
  frame: (nowMs: number, shownMs: number, behindMs: number) => void,
): void {
  const intervalMs = conditions.intervalMs ?? 50
  const speed = 1 + (conditions.ppm ?? 0) / 1e6
  const copies = conditions.copies ?? 1
  const hz = conditions.frameHz ?? 60
  const flying: { stampMs: number; atMs: number }[] = []
  let sentMs = 0
  playout.begin(intervalMs)
  for (let i = 0, nowMs = 0; nowMs < conditions.endMs; nowMs = (++i * 1000) / hz) {
    for (; sentMs <= nowMs; sentMs += intervalMs) {
      for (let copy = 0; copy < copies; copy++) {
        const owdMs = conditions.owdMs(sentMs)
        if (!Number.isNaN(owdMs))
          flying.push({ stampMs: OFFSET_MS + sentMs * speed, atMs: sentMs + owdMs })
      }
    }
    flying.sort((a, b) => a.atMs - b.atMs)
    while (flying.length > 0 && flying[0]!.atMs <= nowMs) {
      const packet = flying.shift()!
      playout.arrived(packet.stampMs, packet.atMs)
    }
    if (conditions.hidden?.(nowMs)) continue
    const shownMs = playout.advance(nowMs)
    frame(nowMs, shownMs, OFFSET_MS + nowMs * speed - shownMs)
  }
}

/** A playout in the contract test of `Playout`. */
export interface TestedPlayout {
  /** Begins the names of its tests. */
  readonly name: string
  readonly open: () => Playout
  /** The delay that its documentation gives for a steady path at 20 Hz. */
  readonly delayMs: Ms
  /** How far from that delay the picture may be. Default 2. */
  readonly withinMs?: Ms
  /** How long the playout may take to follow a route that changes by 80 ms. Default 8000. */
  readonly followsInMs?: Ms
  /** How long jitter that has ended may count. Default: `followsInMs`. */
  readonly forgetsInMs?: Ms
  /** The rates between which it plays on a steady path. Default 0.99 to 1.01. */
  readonly rates?: readonly [least: number, most: number]
}

/** The contract of `Playout` as a test, which every playout has to pass. */
export function runPlayoutCases(tested: TestedPlayout): void {
  const { name, open, delayMs, withinMs = 2, followsInMs = 8000, rates = [0.99, 1.01] } = tested
  const { forgetsInMs = followsInMs } = tested

  /** Plays, and checks what holds under any conditions. Calls `settled` for the frames after `fromMs`. */
  function playForwards(conditions: Conditions, fromMs: Ms, settled: (offMs: Ms) => void): Playout {
    const playout = open()
    let last = Number.NaN
    play(playout, conditions, (nowMs, shownMs, behindMs) => {
      if (shownMs < last || (Number.isNaN(shownMs) && !Number.isNaN(last)))
        throw new Error(`${name} went back from ${last} to ${shownMs} at ${nowMs} ms`)
      if (!(playout.rate >= 0)) throw new Error(`rate is ${playout.rate}`)
      last = shownMs
      if (nowMs >= fromMs) settled(behindMs)
    })
    return playout
  }

  function expectSettled(conditions: Conditions, fromMs: Ms, pathMs: Ms): Playout {
    let worst = 0
    const playout = playForwards(conditions, fromMs, (behindMs) => {
      worst = Math.max(worst, Math.abs(behindMs - pathMs - delayMs))
    })
    expect(worst).toBeLessThanOrEqual(withinMs)
    expect(Math.abs(playout.delayMs - delayMs)).toBeLessThanOrEqual(withinMs)
    return playout
  }

  describe(`${name} keeps the promises of a Playout`, () => {
    test('is NaN until a snapshot has come, and then behind it', () => {
      const playout = open()
      playout.begin(50)
      expect(playout.renderTimeMs).toBeNaN()
      expect(playout.advance(1000)).toBeNaN()
      playout.jump(1010)
      expect(playout.advance(1020)).toBeNaN()
      playout.arrived(5000, 1030)
      expect(playout.advance(1030)).toBeLessThanOrEqual(5000)
      expect(playout.renderTimeMs).toBeGreaterThan(4700)
      expect(playout.jumps).toBe(0)
    })

    test.each([60, 144])('settles where it says on a steady path, at %d Hz', (frameHz) => {
      const playout = open()
      const [least, most] = rates
      let [worst, slowest, fastest] = [0, 1, 1]
      play(playout, { owdMs: () => 50, frameHz, endMs: 20_000 }, (nowMs, _, behindMs) => {
        if (nowMs < 5000) return
        worst = Math.max(worst, Math.abs(behindMs - 50 - delayMs))
        slowest = Math.min(slowest, playout.rate)
        fastest = Math.max(fastest, playout.rate)
      })
      expect(slowest).toBeGreaterThanOrEqual(least)
      expect(fastest).toBeLessThanOrEqual(most)
      expect(worst).toBeLessThanOrEqual(withinMs)
      expect(Math.abs(playout.delayMs - delayMs)).toBeLessThanOrEqual(withinMs)
      expect(playout.jumps).toBe(0)
    })

    test('duplicates and packets out of order change nothing for good', () => {
      const random = new Random(21)
      const owdMs = (t: Ms) => (t < 10_000 && t > 50 ? random.between(50, 130) : 50)
      expectSettled({ owdMs, copies: 2, endMs: 25_000 + forgetsInMs }, 20_000 + forgetsInMs, 50)
    })

    test('a stall of 2 s is survived', () => {
      const owdMs = (t: Ms) => (t > 5000 && t < 7000 ? 50 + 7000 - t : 50)
      expectSettled({ owdMs, endMs: 25_000 }, 17_000, 50)
    })

    test.each([80, -80])('a route that changes by %d ms is followed', (byMs) => {
      const owdMs = (t: Ms) => (t > 5000 ? 100 + byMs : 100)
      const fromMs = 5000 + followsInMs
      expectSettled({ owdMs, endMs: fromMs + 5000 }, fromMs, 100 + byMs)
    })

    test('a network gap of 10 s is waited for at most 1 s past the newest data, then jumped over once', () => {
      const owdMs = (t: Ms) => (t > 5000 && t < 15_000 ? Number.NaN : 50)
      const playout = open()
      let longestLeadMs = -Infinity
      let worst = 0
      play(playout, { owdMs, endMs: 25_000 }, (nowMs, shownMs, behindMs) => {
        if (nowMs > 5000 && nowMs < 15_000)
          longestLeadMs = Math.max(longestLeadMs, shownMs - OFFSET_MS - 5000)
        if (nowMs > 19_000) worst = Math.max(worst, Math.abs(behindMs - 50 - delayMs))
      })
      expect(longestLeadMs).toBeLessThanOrEqual(1000)
      expect(worst).toBeLessThanOrEqual(withinMs)
      expect(playout.jumps).toBe(1)
    })

    test('the rate is that of the time that passed, also after a frame that came from the past', () => {
      const playout = open()
      play(playout, { owdMs: () => 50, endMs: 5000 }, () => {})
      playout.arrived(OFFSET_MS + 5000, 5050)
      playout.advance(5060)
      playout.advance(5050)
      playout.arrived(OFFSET_MS + 5050, 5100)
      playout.advance(5110)
      expect(playout.rate).toBeGreaterThan(0.93)
      expect(playout.rate).toBeLessThan(1.07)
    })

    test('render time never runs backwards, whatever arrives and however frames come', () => {
      const moment = fc.record({
        stampStepMs: fc.oneof(
          fc.integer({ min: -200, max: 200 }),
          fc.integer({ min: -9000, max: 9000 }),
        ),
        frameMs: fc.oneof(
          fc.integer({ min: -20, max: 60 }),
          fc.integer({ min: -5000, max: 5000 }),
          fc.constant(Number.NaN),
        ),
        jump: fc.boolean(),
      })
      fc.assert(
        fc.property(fc.array(moment, { maxLength: 60 }), (moments) => {
          const playout = open()
          playout.begin(50)
          let nowMs = 0
          let stampMs = 0
          let last = -Infinity
          for (const { stampStepMs, frameMs, jump } of moments) {
            stampMs += stampStepMs
            playout.arrived(stampMs, nowMs)
            if (jump) playout.jump(nowMs + frameMs)
            else expect(playout.advance(nowMs + frameMs)).toBe(playout.renderTimeMs)
            if (!Number.isNaN(frameMs)) nowMs += frameMs
            const shownMs = playout.renderTimeMs
            expect(shownMs < last || (Number.isNaN(shownMs) && last > -Infinity)).toBe(false)
            expect(playout.rate).toBeGreaterThanOrEqual(0)
            if (!Number.isNaN(shownMs)) last = shownMs
          }
        }),
        { seed: 5 },
      )
    })

    test('a clock that stands still, runs back or says nothing moves nothing', () => {
      const playout = open()
      playout.begin(50)
      playout.arrived(5000, 1000)
      const shownMs = playout.advance(1000)
      playout.arrived(5050, 1050)
      for (const nowMs of [1000, 990, Number.NaN, 1000])
        expect(playout.advance(nowMs)).toBe(shownMs)
      playout.jump(Number.NaN)
      expect(playout.renderTimeMs).toBe(shownMs)
      expect(playout.advance(1060)).toBeGreaterThan(shownMs)
      expect(playout.advance(-9000)).toBeGreaterThan(shownMs)
    })

    test('a stamp or an arrival that is NaN breaks nothing', () => {
      const owdMs = () => 50
      const playout = open()
      let worst = 0
      play(playout, { owdMs, endMs: 10_000 }, (nowMs, _, behindMs) => {
        if (nowMs > 3000 && nowMs < 3100) playout.arrived(Number.NaN, nowMs)
        if (nowMs > 5000) worst = Math.max(worst, Math.abs(behindMs - 50 - delayMs))
      })
      expect(worst).toBeLessThanOrEqual(withinMs)
    })

    test('begin starts anew, also for a server whose time is earlier', () => {
      const playout = open()
      play(playout, { owdMs: () => 50, endMs: 5000 }, () => {})
      const wasMs = playout.delayMs
      playout.begin(50)
      expect(playout.renderTimeMs).toBeNaN()
      expect(playout.advance(5000)).toBeNaN()
      playout.arrived(70, 5020)
      playout.advance(5020)
      expect(playout.renderTimeMs).toBeLessThanOrEqual(70)
      expect(playout.delayMs).toBeCloseTo(wasMs, -1)
      expect(playout.rate).toBe(1)
    })

    test('jump goes forward to where it should be, never back, and is counted once', () => {
      const playout = open()
      const hidden = (t: Ms) => t >= 8000
      play(playout, { owdMs: () => 50, endMs: 10_000, hidden }, () => {})
      const beforeMs = playout.renderTimeMs
      playout.jump(10_000)
      const shownMs = playout.renderTimeMs
      expect(shownMs - beforeMs).toBeGreaterThan(1900)
      expect(Math.abs(OFFSET_MS + 10_000 - shownMs - 50 - delayMs)).toBeLessThanOrEqual(withinMs)
      expect(playout.jumps).toBe(1)
      playout.jump(9990)
      expect(playout.renderTimeMs).toBeGreaterThanOrEqual(shownMs)
      const nextMs = playout.advance(10_016) - shownMs
      expect(nextMs).toBeGreaterThanOrEqual(0)
      expect(nextMs).toBeLessThanOrEqual(50)
    })
  })
}
