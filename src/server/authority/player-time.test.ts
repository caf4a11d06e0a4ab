import { describe, expect, test } from 'vitest'
import { PlayerTime } from './player-time.ts'

const STEP_MS = 1000 / 30
const subTicks = (ms: number) => Math.round((ms / STEP_MS) * 256)

/** Inputs that come `lateMs` after their stamps, one per step, while the server checks every 50 ms. */
function arrive(time: PlayerTime, from: number, to: number, lateMs: number, rttMs = 100): number {
  let epochs = 0
  for (let id = from; id <= to; id++) {
    const nowMs = id * STEP_MS + lateMs
    time.arrived(id, subTicks(nowMs), nowMs)
    if (time.heal(id, nowMs, rttMs)) epochs++
    time.advanceTo(id)
  }
  return epochs
}

describe('the player’s own time', () => {
  test('B4 is set once the path is known, for an input that is not generated yet', () => {
    const time = new PlayerTime(0, STEP_MS)
    const nowMs = STEP_MS + 120
    time.arrived(1, subTicks(nowMs), nowMs)
    expect(time.heal(1, nowMs, 100)).toBe(true)
    const { from } = time.epochs
    expect(from).toBeGreaterThan(1 + 100 / STEP_MS)
    expect(time.epochs.stampOf(from - 1)).toBe((from - 1) * 256)
    expect(time.epochs.stampOf(from)).toBe(from * 256 + subTicks(120))
  })

  test('A11 the pace corrects a small error, and one epoch corrects a large standing one', () => {
    const time = new PlayerTime(0, STEP_MS)
    arrive(time, 1, 1, 0)
    expect(arrive(time, 2, 90, 200)).toBe(0)
    expect(arrive(time, 91, 300, 400)).toBe(1)
    expect(Math.abs(time.epochs.stampOf(300) - subTicks(300 * STEP_MS + 400))).toBeLessThan(256)
  })

  test('one late input among others begins no epoch', () => {
    const time = new PlayerTime(0, STEP_MS)
    arrive(time, 1, 30, 0)
    let epochs = 0
    for (let id = 31; id < 200; id++) epochs += arrive(time, id, id, id % 5 === 0 ? 0 : 600)
    expect(epochs).toBe(0)
  })

  test('a standing wait tells the client that it is early', () => {
    const time = new PlayerTime(0, STEP_MS)
    arrive(time, 1, 30, 0)
    const before = time.epochs.newestStampOf(100)
    for (let ms = 0; ms <= 400; ms += 50) time.waiting(3, 30 * STEP_MS + ms)
    const nowMs = 44 * STEP_MS
    time.arrived(44, subTicks(nowMs), nowMs)
    expect(time.heal(44, nowMs, 100)).toBe(true)
    expect(time.epochs.newestStampOf(100) - before).toBe(3 * 256)
  })

  test('A11 B7 an input over 150 ms early waits, and one over 1.5 s early is dropped', () => {
    const time = new PlayerTime(0, STEP_MS)
    const early = (ms: number) => subTicks(1000 - ms)
    expect([149, 151].map((ms) => time.isEarly(30, early(ms)))).toEqual([false, true])
    expect([1499, 1501, -1999, -2001].map((ms) => time.isOutside(30, early(ms)))).toEqual([
      ...[false, true, false, true],
    ])
  })

  test('A11 B7 the time that `move` reads stands still while inputs are moved back', () => {
    const time = new PlayerTime(0, STEP_MS)
    arrive(time, 1, 30, 400)
    const times: number[] = []
    let back = 0
    for (let id = 31; id <= 150; id++) {
      const { stamp } = time
      arrive(time, id, id, 0)
      if (time.stamp < stamp) back++
      times.push(time.moveTime)
    }
    expect(back).toBe(1)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(time.moveTime).toBe(time.stamp)
  })

  test('B4 no epoch begins while inputs from before the last one are still to be applied', () => {
    const time = new PlayerTime(0, STEP_MS)
    arrive(time, 1, 30, 0)
    const from = time.epochs.from
    for (let id = 31; id <= 200; id++) {
      const nowMs = id * STEP_MS + 400
      time.arrived(id, subTicks(nowMs), nowMs)
      time.heal(id, nowMs, 100)
    }
    expect(time.epochs.from).toBeGreaterThan(from)
    expect(time.epochs.count).toBe(1)
  })
})
