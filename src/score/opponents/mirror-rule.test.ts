import { expect, test } from 'vitest'
import { MirrorRule } from './mirror-rule.ts'
import { ratesOf, runRule, SCENE } from './snapshots.case.ts'

test('starts two intervals behind the first snapshot', () => {
  const rule = new MirrorRule(SCENE)
  expect(rule.frame(0)).toBeNaN()
  rule.arrived(1000, 10)
  expect(rule.bufferMs).toBe(100)
  expect(rule.frame(16)).toBe(916)
})

test('even deliveries leave the buffer at two intervals, and the rate at 1', () => {
  const rule = new MirrorRule(SCENE)
  const frames = runRule(rule, (index) => index * 50 + 60, 5000)
  expect(rule.bufferMs).toBeCloseTo(100, 9)
  for (const rate of ratesOf(frames.slice(5))) expect(rate).toBeCloseTo(1, 9)
})

test('deliveries that are 30 ms apart from their mean add 30 ms', () => {
  const rule = new MirrorRule(SCENE)
  // Every other delivery is 30 ms late, so the time between deliveries is 80, 20, 80, ...
  runRule(rule, (index) => index * 50 + 60 + (index % 2) * 30, 20_000)
  expect(rule.bufferMs).toBeGreaterThan(128)
  expect(rule.bufferMs).toBeLessThan(132)
})

test('the buffer is never more than five intervals', () => {
  const rule = new MirrorRule(SCENE)
  runRule(rule, (index) => Math.ceil(index / 20) * 1000, 10_000)
  expect(rule.bufferMs).toBe(250)
})

/** A route that becomes `byMs` slower after 3 s. */
const slower =
  (byMs: number) =>
  (index: number): number =>
    index * 50 + 60 + (index >= 60 ? byMs : 0)

test('nothing happens within one interval of its aim, and beyond it runs 4 % slow', () => {
  const calm = runRule(new MirrorRule(SCENE), slower(30), 8000)
  for (const rate of ratesOf(calm.slice(5))) expect(rate).toBeCloseTo(1, 9)
  const late = runRule(new MirrorRule(SCENE), slower(90), 8000)
  const rates = ratesOf(late.slice(5)).map((rate) => Math.round(rate * 1000))
  expect(new Set(rates)).toEqual(new Set([1000, 960]))
})

test('runs 2 % fast if it is too far behind', () => {
  const rates = ratesOf(runRule(new MirrorRule(SCENE), slower(-80), 6000).slice(5))
  expect(Math.max(...rates)).toBeCloseTo(1.02, 9)
})

test('is set back to the newest stamp when it has run past a whole buffer', () => {
  const rule = new MirrorRule(SCENE)
  rule.arrived(1000, 0)
  rule.frame(0)
  expect(rule.frame(400)).toBe(1300)
  rule.arrived(1050, 410)
  expect(rule.frame(410)).toBe(1060)
})

test('is set forward to two buffers behind the newest stamp', () => {
  const rule = new MirrorRule(SCENE)
  rule.arrived(1000, 0)
  rule.frame(0)
  rule.arrived(2000, 5)
  expect(rule.frame(10)).toBe(1810)
})
