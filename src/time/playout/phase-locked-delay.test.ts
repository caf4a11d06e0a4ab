import { expect, test } from 'vitest'
import { GlissadeError } from '../../base/error.ts'
import { Random } from '../../base/random.ts'
import { PhaseLockedDelay } from './phase-locked-delay.ts'
import { play, runPlayoutCases } from './playout.case.ts'

runPlayoutCases({
  name: 'B2 PhaseLockedDelay',
  open: () => new PhaseLockedDelay(),
  delayMs: 200,
  followsInMs: 70_000,
})

test('B1 B2 others are shown 200 ms behind the mean arrival, under 15 % loss and 10 % of jitter', () => {
  const random = new Random(41)
  const playout = new PhaseLockedDelay()
  const owdMs = (): number => (random.next() < 0.15 ? Number.NaN : 100 + random.between(-10, 10))
  let worst = 0
  let fastest = 0
  play(playout, { owdMs, endMs: 120_000 }, (nowMs, _, behindMs) => {
    if (nowMs < 30_000) return
    worst = Math.max(worst, Math.abs(behindMs - 300))
    fastest = Math.max(fastest, Math.abs(playout.rate - 1))
  })
  expect(worst).toBeLessThan(5)
  // Up to 0.1 ms of correction falls into a frame of 16.7 ms.
  expect(fastest).toBeLessThanOrEqual(0.1 / 16.6)
  expect(playout.loop.locked).toBe(true)
  expect(playout.jumps).toBe(0)
})

test('B2 the delay is an option, beside those of the loop', () => {
  const playout = new PhaseLockedDelay({ delayMs: 60, maxCorrectionMs: 1 })
  let behindLast = 0
  const owdMs = (t: number): number => (t > 5000 ? 120 : 40)
  play(playout, { owdMs, endMs: 15_000 }, (_nowMs, _shownMs, behindMs) => {
    behindLast = behindMs
  })
  // With ten times the article's correction, the clock follows 80 ms within 10 s.
  expect(Math.abs(behindLast - 180)).toBeLessThan(2)
  for (const delayMs of [-1, Number.NaN, Infinity])
    expect(() => new PhaseLockedDelay({ delayMs })).toThrow(GlissadeError)
  expect(() => new PhaseLockedDelay({ gain: 0 })).toThrow('gain')
})
