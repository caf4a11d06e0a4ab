import { describe, expect, test } from 'vitest'
import { AdaptiveSmoothing } from './adaptive-smoothing.ts'
import { SmoothingFactor } from './smoothing-factor.ts'

const SPEED = 300

/** Follows the newest of the states that come every `everyMs`, for `seconds` at `frameHz`. */
function followNewest(
  smoothing: AdaptiveSmoothing,
  everyMs: number,
  frameHz = 60,
  seconds = 20,
  fromMs = 0,
): AdaptiveSmoothing {
  const out = new Float64Array(1)
  let newestMs = fromMs
  for (let frame = 0; frame < seconds * frameHz; frame++) {
    const nowMs = fromMs + (frame * 1000) / frameHz
    for (; newestMs + everyMs <= nowMs; newestMs += everyMs)
      smoothing.arrived(newestMs + everyMs, [((newestMs + everyMs) * SPEED) / 1000])
    smoothing.follow(nowMs, [(newestMs * SPEED) / 1000], 1 / frameHz, out)
  }
  return smoothing
}

const made = () => new AdaptiveSmoothing({ curves: ['linear'] })

describe('AdaptiveSmoothing', () => {
  test('E15 the factor grows where the picture lags, and shrinks where it jerks', () => {
    expect(made().factor).toBe(0.2)
    // The target moves in each frame, so that all smoothing is lag.
    expect(followNewest(made(), 1000 / 60).factor).toBeCloseTo(1, 2)
    // The target stands still for 200 ms, and jumps.
    expect(followNewest(made(), 200).factor).toBeLessThan(0.14)
  })

  test('E15 it adjusts itself again when the network changes', () => {
    const smoothing = followNewest(made(), 200)
    const careful = smoothing.factor
    followNewest(smoothing, 1000 / 60, 60, 30, 20_000)
    expect(smoothing.factor).toBeGreaterThan(4 * careful)
  })

  test('E15 the frame rate does not matter', () => {
    const factors = [60, 120, 240].map((hz) => followNewest(made(), 100, hz).factor)
    for (const factor of factors) expect(Math.abs(factor - factors[0]!)).toBeLessThan(0.02)
  })

  test('E15 the mean error is that of the picture on display', () => {
    const smoothing = followNewest(made(), 1000 / 60)
    expect(smoothing.meanUnits).toBeLessThan(2)
    expect(smoothing.unevenness).toBeLessThan(0.1)
    expect(made().meanUnits).toBeNaN()
  })

  test('E15 before an error is known, it does what SmoothingFactor does', () => {
    const plain = new SmoothingFactor({ curves: ['linear', 'step'] })
    const smoothing = new AdaptiveSmoothing({ curves: ['linear', 'step'] })
    const [out, wanted] = [new Float64Array(2), new Float64Array(2)]
    for (let frame = 0; frame < 30; frame++) {
      plain.follow([frame, frame], 1 / 60, wanted)
      smoothing.follow(Number.NaN, [frame, frame], 1 / 60, out)
      expect([...out]).toEqual([...wanted])
    }
  })

  test('E15 the output may be the target, and clear and snapUnits go there at once', () => {
    const smoothing = new AdaptiveSmoothing({ curves: ['linear'], snapUnits: 50 })
    const row = new Float64Array([100])
    smoothing.follow(0, row, 1 / 60, row)
    row[0] = 110
    smoothing.follow(16, row, 1 / 60, row)
    expect(row[0]).toBeCloseTo(102, 9)
    row[0] = 200
    smoothing.follow(33, row, 1 / 60, row)
    expect(row[0]).toBe(200)
    smoothing.clear()
    row[0] = 210
    smoothing.follow(50, row, 1 / 60, row)
    expect(row[0]).toBe(210)
  })

  test('settings out of range are refused by name', () => {
    const curves = ['linear'] as const
    expect(() => new AdaptiveSmoothing({ curves, seconds: -1 })).toThrow(/seconds is -1/)
    expect(() => new AdaptiveSmoothing({ curves, snapUnits: -1 })).toThrow(/snapUnits is -1/)
    expect(() => new AdaptiveSmoothing({ curves: [] })).toThrow(/curves/)
  })
})
