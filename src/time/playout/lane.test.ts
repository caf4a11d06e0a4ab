import { describe, expect, test } from 'vitest'
import { LeastCostDelay } from './least-cost-delay.ts'
import { play } from './playout.case.ts'

const FRAME_MS = 1000 / 60

describe('catching up', () => {
  test('the delay left by a faster route is made up for at 1.24, nearly all of it within 0.4 s', () => {
    const playout = new LeastCostDelay()
    let [fastest, madeUpMs] = [1, 0]
    // The target moves by the 40 ms as soon as the first snapshot arrives faster.
    const owdMs = (t: number) => (t < 10_000 ? 90 : 50)
    play(playout, { owdMs, endMs: 10_450 }, (nowMs) => {
      if (nowMs < 10_050) return
      fastest = Math.max(fastest, playout.rate)
      madeUpMs += (playout.rate - 1) * FRAME_MS
    })
    expect(fastest).toBeCloseTo(1.24, 9)
    expect(madeUpMs).toBeGreaterThan(36)
    expect(madeUpMs).toBeLessThan(41)
  })

  test('a player 1.5 s behind catches up at 1.5, without a jump, where the room jumps', () => {
    const fastest = (playout: LeastCostDelay): number => {
      let most = 1
      const owdMs = (t: number) => (t < 10_000 ? 1550 : 50)
      play(playout, { owdMs, endMs: 20_000 }, (nowMs) => {
        if (nowMs > 9000) most = Math.max(most, playout.rate)
      })
      return most
    }
    const room = new LeastCostDelay()
    const player = room.another()
    expect(fastest(player)).toBeCloseTo(1.5, 9)
    expect(player.jumps).toBe(0)
    fastest(room)
    expect(room.jumps).toBe(1)
  })
})

describe('horizons', () => {
  test.each([
    [25, [8, 36, 48, 48, 72]],
    [8, [8, 36, 48, 64, 88]],
  ])('inputs %d ms old shorten those over 48 ms, and none to less', (inputAgeMs, horizonsMs) => {
    const player = new LeastCostDelay().another(inputAgeMs)
    const cut = [8, 36, 52, 72, 96].map((horizonMs) => {
      player.horizonMs = horizonMs
      return player.horizonMs
    })
    expect(cut).toEqual(horizonsMs)
  })
})

describe('stalls', () => {
  test.each([20, 64, 128])('at %d Hz, one of 100 ms in each second is waited for', (sendHz) => {
    const playout = new LeastCostDelay()
    const owdMs = (t: number) => 40 + (t % 1000 > 900 ? 1000 - (t % 1000) : 0)
    const seen = { slow: 0, frames: 0 }
    play(playout, { owdMs, intervalMs: 1000 / sendHz, endMs: 60_000 }, (nowMs) => {
      if (nowMs < 20_000) return
      seen.frames++
      if (playout.rate < 0.75) seen.slow++
    })
    expect(seen.slow).toBe(0)
    expect(seen.frames).toBeGreaterThan(2000)
  })
})
