import { expect, test } from 'vitest'
import { Quake3Rule } from './quake3-rule.ts'
import type { RenderRule } from './rule-contender.ts'

function ruleAt(stampMs: number, nowMs: number): RenderRule {
  const rule: RenderRule = new Quake3Rule()
  expect(rule.frame(nowMs - 16)).toBeNaN()
  rule.arrived(stampMs, 0)
  expect(rule.frame(nowMs)).toBe(stampMs)
  return rule
}

/** The difference of the clocks in a frame that is too early to be held back. */
function differenceAt(rule: RenderRule, nowMs: number): number {
  return rule.frame(nowMs) - nowMs
}

test('a span that ran past the newest snapshot gives 2 ms back', () => {
  const rule = ruleAt(1000, 5000)
  rule.frame(5020)
  rule.arrived(1050, 0)
  expect(differenceAt(rule, 5050)).toBe(-4000)
  expect(differenceAt(rule, 5060)).toBe(-4002)
})

test.each([
  [5084, -2],
  [5083, 1],
])(
  'a frame at %s ms, the limit being 5 ms before the newest, changes it by %s ms',
  (nowMs, byMs) => {
    const rule = ruleAt(1000, 5000)
    rule.arrived(1090, 5001)
    rule.frame(5001)
    rule.frame(nowMs)
    rule.arrived(1150, 5090)
    expect(differenceAt(rule, 5090)).toBe(-3999)
    expect(differenceAt(rule, 5110)).toBe(-3999 + byMs)
  },
)

test('every span that stayed away from the newest snapshot goes 1 ms forward', () => {
  const rule = ruleAt(1000, 5000)
  rule.arrived(1090, 5010)
  expect(differenceAt(rule, 5010)).toBe(-4000)
  rule.arrived(1095, 5020)
  expect(differenceAt(rule, 5020)).toBe(-3999)
  expect(differenceAt(rule, 5030)).toBe(-3998)
})

test('several snapshots in one frame are one change', () => {
  const rule = ruleAt(1000, 5000)
  rule.arrived(1090, 0)
  rule.arrived(1091, 0)
  rule.arrived(1092, 0)
  rule.frame(5010)
  expect(differenceAt(rule, 5020)).toBe(-3999)
})

test('goes half the way if over 100 ms off, and all the way if over 500 ms', () => {
  const far = ruleAt(1000, 5000)
  far.arrived(1300, 0)
  far.frame(5100)
  expect(differenceAt(far, 5110)).toBe(-3900)
  const farther = ruleAt(1000, 5000)
  farther.arrived(1700, 0)
  expect(farther.frame(5100)).toBe(1700)
  expect(differenceAt(farther, 5110)).toBe(-3400)
})

test('never runs backwards while its clock falls back', () => {
  const rule = ruleAt(1000, 5000)
  rule.frame(5300)
  rule.arrived(1050, 0)
  const shownMs = rule.frame(5310)
  expect(shownMs).toBe(1310)
  expect(rule.frame(5320)).toBe(1310)
  expect(rule.frame(5500)).toBeGreaterThan(1310)
})

test('late snapshots change nothing', () => {
  const rule = ruleAt(1000, 5000)
  rule.arrived(950, 0)
  rule.frame(5010)
  expect(differenceAt(rule, 5020)).toBe(-4000)
})
