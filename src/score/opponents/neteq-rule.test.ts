import { expect, test } from 'vitest'
import { NetEqRule } from './neteq-rule.ts'
import { ratesOf, runRule, SCENE } from './snapshots.case.ts'

const even = (index: number): number => index * 50 + 60

test('without jitter the target falls from 80 to 20 ms, and one interval is the delay', () => {
  const rule = new NetEqRule(SCENE)
  const frames = runRule(rule, even, 5000)
  const first = frames.find(({ timeMs }) => !Number.isNaN(timeMs))!
  expect(first.nowMs - first.timeMs).toBeCloseTo(60 + 50 + 80 - 20, 9)
  expect(rule.targetMs).toBe(20)
  for (const { nowMs, timeMs } of frames.slice(200)) {
    expect(nowMs - timeMs).toBeGreaterThan(108)
    expect(nowMs - timeMs).toBeLessThanOrEqual(110 + 1e-9)
  }
})

test('the target is the bucket that 95 % of the half seconds stay below', () => {
  const often = new NetEqRule(SCENE)
  // One in twenty is 70 ms late, about every other half second. 70 is in the bucket that begins at 60.
  runRule(often, (index) => even(index) + (index % 20 === 7 ? 70 : 0), 20_000)
  expect(often.targetMs).toBe(80)
  // One in 400 is one half second in 40, which is less than 5 %.
  const rule = new NetEqRule(SCENE)
  runRule(rule, (index) => even(index) + (index % 400 === 399 ? 70 : 0), 60_000)
  expect(rule.targetMs).toBe(20)
})

test('loss does not enter the statistic', () => {
  const rule = new NetEqRule(SCENE)
  runRule(rule, (index) => (index % 4 === 1 ? Number.NaN : even(index)), 20_000)
  expect(rule.targetMs).toBe(20)
})

test('when dry it waits at the newest stamp, then plays 10 % fast until the target is reached', () => {
  // After a minute one stall is less than 5 % of what is remembered.
  const stall = (index: number): number => Math.max(even(index), index >= 1300 ? 65_500 : 0)
  const frames = runRule(new NetEqRule(SCENE), stall, 72_000)
  const inStall = frames.filter(({ nowMs }) => nowMs > 65_100 && nowMs < 65_500)
  expect(inStall.length).toBeGreaterThan(20)
  for (const { timeMs } of inStall) expect(timeMs).toBe(1299 * 50)
  const rates = ratesOf(frames.filter(({ nowMs }) => nowMs > 65_520))
    .map((rate) => Math.round(rate * 1000))
    .join()
  expect(rates).toMatch(/^(1100,){200,}(1000,?){50,}$/)
})

test('never runs backwards', () => {
  const jittered = (index: number): number => even(index) + ((index * 7919) % 97)
  for (const rate of ratesOf(runRule(new NetEqRule(SCENE), jittered, 10_000).slice(10)))
    expect(rate).toBeGreaterThanOrEqual(0)
})
