import { describe, expect, test } from 'vitest'
import { LeastCostDelay } from './least-cost-delay.ts'
import { play } from './playout.case.ts'

describe('a hidden tab whose data go on coming, without a jump', () => {
  test.each([
    ['faster', 30],
    ['slower', 70],
  ])('is shown what is due when it comes back over a %s route: no run, no burst', (_, laterMs) => {
    const playout = new LeastCostDelay()
    const owdMs = (t: number) => (t > 11_000 ? laterMs : 50)
    const hidden = (t: number) => t > 10_000 && t < 20_000
    let [worstMs, fastest, slowest] = [0, 1, 1]
    play(playout, { owdMs, endMs: 30_000, hidden }, (nowMs, _shownMs, behindMs) => {
      if (nowMs < 20_100) return
      worstMs = Math.max(worstMs, Math.abs(behindMs - laterMs - 44))
      fastest = Math.max(fastest, playout.rate)
      slowest = Math.min(slowest, playout.rate)
    })
    expect(worstMs).toBeLessThan(30)
    expect(fastest).toBeLessThan(1.15)
    expect(slowest).toBeGreaterThan(0.85)
  })
})
