import { expect, test } from 'vitest'
import { FixedDelay } from '../../time/playout/fixed-delay.ts'
import { LeastCostDelay } from '../../time/playout/least-cost-delay.ts'
import type { Playout } from '../../time/playout/playout.ts'
import { Players } from './players.ts'

const FRAME_MS = 1000 / 60

/** Plays 20 s of snapshots every 50 ms to the render clock and to the clocks of players with states of the given age. */
function played(room: Playout, ...agesMs: readonly ((nowMs: number) => number)[]) {
  const players = new Players({ sendSubTicks: 768, stepMs: FRAME_MS })
  const clocks = agesMs.map((_, i) => (players.of(i + 1).clock = room.another!()))
  for (let n = 0; n < 1200; n++) {
    const nowMs = n * FRAME_MS
    if (n % 3 === 0) {
      room.arrived(nowMs - 40, nowMs)
      for (const [i, ageMs] of agesMs.entries())
        players.of(i + 1).stampMs = nowMs - 40 - ageMs(nowMs)
      players.arrived(nowMs, 0, false)
    }
    room.advance(nowMs)
    players.advance(nowMs, false)
  }
  return { players, clocks, nowMs: 1199 * FRAME_MS }
}

test('C2 a late uplink delays its owner alone', () => {
  for (const room of [new LeastCostDelay(), new FixedDelay(100)]) {
    const { clocks } = played(
      room,
      () => 0,
      () => 120,
    )
    const [near, far] = clocks.map(({ renderTimeMs }) => room.renderTimeMs - renderTimeMs)
    expect(Math.abs(near!)).toBeLessThan(1)
    expect(far).toBeGreaterThan(115)
    expect(far).toBeLessThan(125)
  }
})

test('C2 an uplink that jitters costs more than one that is late', () => {
  const room = new LeastCostDelay()
  const jitter = (nowMs: number) => (Math.floor(nowMs / 250) % 2 === 0 ? 60 : 0)
  const { clocks } = played(room, jitter)
  expect(room.renderTimeMs - clocks[0]!.renderTimeMs).toBeGreaterThan(40)
})

test('C2 a clock follows a time that was set back, and learns nothing from the step', () => {
  const room = new LeastCostDelay()
  const { clocks } = played(room, (nowMs) => (nowMs < 10_000 ? 0 : 500))
  expect(clocks[0]!.delayMs).toBe(room.delayMs)
  expect(room.renderTimeMs - clocks[0]!.renderTimeMs).toBeGreaterThan(495)
  expect(room.renderTimeMs - clocks[0]!.renderTimeMs).toBeLessThan(505)
})
