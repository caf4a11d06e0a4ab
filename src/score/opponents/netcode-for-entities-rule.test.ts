import { expect, test } from 'vitest'
import { NetcodeForEntitiesRule } from './netcode-for-entities-rule.ts'
import { FRAME_MS, ratesOf, runRule, SCENE } from './snapshots.case.ts'

const even = (index: number): number => index * 50 + 60

test('on an even network it stays two intervals behind the newest stamp', () => {
  const rule = new NetcodeForEntitiesRule(SCENE)
  const frames = runRule(rule, even, 5000)
  expect(rule.delayMs).toBe(100)
  for (const { nowMs, timeMs } of frames.slice(10)) expect(nowMs - timeMs).toBeCloseTo(160, 6)
})

test('with two of three lost, the delay follows the spacing of arrivals, up to six intervals', () => {
  for (const [every, lengthMs, delayMs] of [
    [3, 20_000, 150],
    [9, 30_000, 300],
  ] as const) {
    const rule = new NetcodeForEntitiesRule(SCENE)
    runRule(rule, (index) => (index % every === 0 ? even(index) : Number.NaN), lengthMs)
    expect(rule.delayMs).toBeCloseTo(delayMs, 0)
  }
})

test('the delay moves by at most a tenth of the time', () => {
  const rule = new NetcodeForEntitiesRule(SCENE)
  for (let i = 0; i < 20; i++) rule.arrived(i * 50, even(i))
  rule.frame(1000)
  // With gaps of 4 and 5, the aim leaps by 114 ms. A time constant of 1 s alone would follow faster.
  rule.arrived(23 * 50, even(23))
  rule.arrived(28 * 50, even(28))
  let delayMs = rule.delayMs
  for (let frame = 1; frame < 60; frame++) {
    rule.frame(1000 + frame * FRAME_MS)
    if (frame < 8) expect(rule.delayMs - delayMs).toBeCloseTo(FRAME_MS * 0.1, 9)
    expect(rule.delayMs - delayMs).toBeLessThanOrEqual(FRAME_MS * 0.1 + 1e-9)
    expect(rule.delayMs).toBeGreaterThan(delayMs)
    delayMs = rule.delayMs
  }
})

test('runs at 0.85x to 1.1x while it is less than ten ticks behind, never backwards', () => {
  const frames = runRule(
    new NetcodeForEntitiesRule(SCENE),
    (index) => even(index) + (index > 40 && index < 80 ? 120 : 0),
    8000,
  )
  const rates = ratesOf(frames.slice(5))
  expect(Math.min(...rates)).toBeCloseTo(0.85, 9)
  expect(Math.max(...rates)).toBeCloseTo(1.1, 9)
})

test('one tick of error is a tenth of the rate', () => {
  const rule = new NetcodeForEntitiesRule(SCENE)
  rule.arrived(0, 60)
  const firstMs = rule.frame(60)
  // 4 ms earlier than expected, half a tick with weight 1/8 of 4/3 of a tick: 0.5 ms.
  rule.arrived(50, 106)
  expect(rule.frame(60 + FRAME_MS) - firstMs).toBeCloseTo(FRAME_MS * (1 + (0.1 * 0.5) / FRAME_MS))
})

test('is set forward when it is ten ticks behind', () => {
  const rule = new NetcodeForEntitiesRule(SCENE)
  rule.arrived(0, 2000)
  expect(rule.frame(2000)).toBe(-100)
  let offsetMs = -2000
  for (let i = 1; i <= 10; i++) {
    rule.arrived(i * 50, 2000 + i)
    offsetMs += (i * 50 - (2000 + i) - offsetMs) / 8
  }
  const targetMs = 2011 + offsetMs - 100
  expect(targetMs).toBeGreaterThan(-89 + 10 * FRAME_MS)
  expect(rule.frame(2011)).toBeCloseTo(targetMs, 9)
})
