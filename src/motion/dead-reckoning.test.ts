import { describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import type { Curve } from './curves.ts'
import { DeadReckoning, type DeadReckoningOptions } from './dead-reckoning.ts'
import { ErrorOffset } from './error-offset.ts'
import { hermiteCurve } from './hermite-curve.ts'

/** x, y, their velocities, and an animation. */
const CURVES: readonly Curve[] = [hermiteCurve(2), hermiteCurve(3), 'linear', 'linear', 'step']
const STEP_MS = 1000 / 60
const out = new Float64Array(5)

function end(options: Partial<DeadReckoningOptions> = {}): DeadReckoning {
  return new DeadReckoning({ curves: CURVES, thresholdUnits: 4, ...options })
}

/** Moves about for a minute with velocities that change at random moments. */
function* walk(seed: number): Generator<[number, number[]]> {
  const random = new Random(seed)
  const state = [0, 0, 100, 0, 0]
  for (let step = 0; step < 3600; step++) {
    if (random.next() < 0.05) {
      state[2] = random.next() * 600 - 300
      state[3] = random.next() * 600 - 300
    }
    state[0]! += (state[2]! * STEP_MS) / 1000
    state[1]! += (state[3]! * STEP_MS) / 1000
    yield [step * STEP_MS, [...state]]
  }
}

describe('DeadReckoning', () => {
  test('D9 with nothing lost the receiver is never off by more than the threshold', () => {
    for (const seed of [1, 2, 3]) {
      const [sender, receiver] = [end(), end()]
      let most = 0
      for (const [timeMs, state] of walk(seed)) {
        if (sender.shouldSend(timeMs, state)) receiver.received(timeMs, state)
        expect(receiver.estimate(timeMs, out)).toBe(true)
        most = Math.max(most, Math.hypot(out[0]! - state[0]!, out[1]! - state[1]!))
      }
      expect(most).toBeLessThanOrEqual(4 + 1e-9)
      expect(most).toBeGreaterThan(2)
      expect(sender.sent).toBeLessThan(3600 / 5)
    }
  })

  test('D9 an even motion saves more than 90 % of the updates; only silence is broken', () => {
    const sender = end()
    for (let step = 0; step < 1200; step++) {
      const timeMs = step * STEP_MS
      sender.shouldSend(timeMs, [timeMs * 0.2, 0, 200, 0, 0])
    }
    expect(sender.sent).toBe(20)
  })

  test('D9 the first state is always sent', () => {
    const sender = end()
    expect(sender.shouldSend(0, [0, 0, 0, 0, 0])).toBe(true)
    expect(sender.shouldSend(STEP_MS, [0, 0, 0, 0, 0])).toBe(false)
  })

  test('D9 the threshold is a distance over all positions together, of the truth from the estimate', () => {
    const sender = end()
    sender.shouldSend(0, [0, 0, 100, 0, 0])
    expect(sender.shouldSend(100, [10 + 2.8, 2.8, 0, 0, 0])).toBe(false)
    expect(sender.shouldSend(100, [10 + 2.9, 2.9, 0, 0, 0])).toBe(true)
    expect(sender.shouldSend(200, [12.9, 2.9, 0, 0, 0])).toBe(false)
  })

  test('D9 a step column is sent at once, and maxSilenceMs is kept', () => {
    const sender = end({ maxSilenceMs: 500 })
    sender.shouldSend(0, [0, 0, 0, 0, 0])
    expect(sender.shouldSend(20, [0, 0, 0, 0, 1])).toBe(true)
    expect(sender.shouldSend(519, [0, 0, 0, 0, 1])).toBe(false)
    expect(sender.shouldSend(520, [0, 0, 0, 0, 1])).toBe(true)
  })

  test('D9 the receiver ignores updates that are not newer, says when it has none, and is bounded', () => {
    const receiver = end()
    out[0] = 42
    expect(receiver.estimate(0, out)).toBe(false)
    expect(out[0]).toBe(42)
    receiver.received(100, [10, 0, 100, 0, 3])
    receiver.received(50, [900, 0, 0, 0, 0])
    receiver.received(100, [900, 0, 0, 0, 0])
    receiver.estimate(200, out)
    expect([...out]).toEqual([20, 0, 100, 0, 3])
    receiver.estimate(60_000, out)
    expect(out[0]).toBeCloseTo(10 + 100 * 2, 9)
  })

  test('D9 with an ErrorOffset an update is no jump and converges; without one it is', () => {
    const [jumping, easing] = [end(), end({ offset: new ErrorOffset(CURVES) })]
    for (const receiver of [jumping, easing]) {
      receiver.received(0, [0, 0, 100, 0, 0])
      receiver.estimate(100, out)
      expect(out[0]).toBeCloseTo(10, 9)
      receiver.received(90, [29, 0, 100, 0, 0])
    }
    jumping.estimate(101, out)
    expect(out[0]).toBeCloseTo(29 + 1.1, 9)
    easing.estimate(101, out)
    expect(out[0]).toBeGreaterThan(10)
    expect(out[0]).toBeLessThan(11)
    for (let t = 102; t < 1500; t++) easing.estimate(t, out)
    expect(out[0]).toBeCloseTo(29 + (1499 - 90) / 10, 9)
  })

  test('D9 two updates between two frames are no jump either', () => {
    const easing = end({ offset: new ErrorOffset(CURVES) })
    easing.received(0, [0, 0, 0, 0, 0])
    easing.estimate(100, out)
    easing.received(110, [10, 0, 0, 0, 0])
    easing.received(120, [10, 0, 0, 0, 0])
    easing.estimate(100.001, out)
    expect(out[0]).toBeCloseTo(0, 3)
  })

  test('settings that make no sense are refused by name', () => {
    expect(() => end({ thresholdUnits: -1 })).toThrow(/thresholdUnits is -1/)
    expect(() => end({ maxSilenceMs: 0 })).toThrow(/maxSilenceMs is 0, but must be above 0/)
    expect(() => end({ curves: ['linear'] })).toThrow(/velocity/)
  })
})
