import { describe, expect, test } from 'vitest'
import { Budget } from './budget.ts'
import { PlayerTime } from './player-time.ts'
import { StrictTime } from './strict-time.ts'

const STEP_MS = 1000 / 30
const WEEK_STEPS = 7 * 24 * 3600 * 30
/** Network ticks come every 1.5 steps. */
const SEND = 384
/** Two inputs every 1.7 steps, which is no whole number of subticks: more than may be applied. */
const ROUNDS = Math.floor(WEEK_STEPS / 1.7)
const nowOf = (round: number): number => Math.floor(round * 1.7 * 256)

describe('after a week of virtual time', () => {
  test('A11 C9 the budget has granted the steps of the week and the 150 ms of the start, not one more', () => {
    const budget = new Budget(0, STEP_MS)
    let granted = 0
    for (let round = 1; round <= ROUNDS; round++)
      for (let input = 0; input < 2; input++) if (budget.take(nowOf(round))) granted++
    expect(granted).toBe(Math.floor(4.5 + nowOf(ROUNDS) / 256))
  })

  test('A11 B7 C9 a strict time stands at the last step before the next network tick', () => {
    const time = new StrictTime(0, STEP_MS)
    let granted = 0
    let nextSend = 0
    for (let round = 1; round <= ROUNDS; round++) {
      const now = nowOf(round)
      nextSend = (Math.floor(now / SEND) + 1) * SEND
      for (let input = 0; input < 2; input++) if (time.take(now, nextSend)) granted++
    }
    expect(granted).toBe(Math.floor(nextSend / 256))
    expect(time.time).toBe(granted * 256)
  })

  /** Inputs a step apart of a client whose clock runs at `speed`, ten to a packet; and the newest of them. */
  function play(speed: number): { time: PlayerTime; lateMs: number; worstMs: number } {
    const time = new PlayerTime(0, STEP_MS)
    let [lateMs, worstMs] = [0, 0]
    for (let id = 1; id <= WEEK_STEPS; id += 10) {
      const nowMs = (id * STEP_MS) / speed + 40
      const arrival = Math.floor((nowMs / STEP_MS) * 256)
      time.arrived(id, arrival, nowMs)
      time.heal(id, nowMs, 80)
      time.advanceTo(id)
      lateMs = ((arrival - time.epochs.stampOf(id)) / 256) * STEP_MS
      if (id > 100) worstMs = Math.max(worstMs, Math.abs(lateMs))
    }
    return { time, lateMs, worstMs }
  }

  test('B4 C9 paced inputs keep their stamps, in the epoch that began when the path was known', () => {
    const { time, lateMs, worstMs } = play(1)
    expect(time.epochs.count).toBe(1)
    expect(Math.abs(lateMs)).toBeLessThan(1)
    expect(worstMs).toBeLessThan(1)
  })

  test.each([1.0002, 0.9998])(
    'A11 B4 C9 inputs that nobody paces, at %dx, are healed again and again and never far off',
    (speed) => {
      const { time, worstMs } = play(speed)
      // 200 ppm of a week are 121 s, corrected by 250 ms at a time.
      expect(time.epochs.count).toBeGreaterThan(380)
      expect(time.epochs.count).toBeLessThan(490)
      expect(worstMs).toBeLessThan(300)
    },
  )
})
