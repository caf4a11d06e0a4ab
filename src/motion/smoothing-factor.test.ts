import { describe, expect, test } from 'vitest'
import type { Curve } from './curves.ts'
import { slerpCurve } from './slerp-curve.ts'
import { SmoothingFactor, type SmoothingFactorOptions } from './smoothing-factor.ts'
import { Track } from './track.ts'

const out = new Float64Array(4)

/** Makes one that is already at these values. */
function placed(
  values: number[],
  curves: readonly Curve[],
  options: Partial<SmoothingFactorOptions> = {},
): SmoothingFactor {
  const made = new SmoothingFactor({ curves, ...options })
  made.follow(values, 0, out)
  return made
}

describe('SmoothingFactor', () => {
  test('E2 a frame at 60 Hz goes the factor of the way, from 0.15 to 0.25, 0.2 if left out', () => {
    for (const factor of [0.15, 0.2, 0.25, undefined]) {
      placed([100], ['linear'], { factor }).follow([200], 1 / 60, out)
      expect(out[0]).toBeCloseTo(100 + 100 * (factor ?? 0.2), 9)
    }
  })

  test('E2 the frame rate does not matter: after a second it is as near at 30, 60 and 144 Hz', () => {
    for (const hz of [30, 60, 144]) {
      const smoothing = placed([0], ['linear'])
      for (let frame = 0; frame < hz / 2; frame++) smoothing.follow([100], 1 / hz, out)
      expect(Math.abs(out[0]! - 100 * (1 - 0.8 ** 30))).toBeLessThan(1e-9)
    }
  })

  test('E2 an even velocity is followed by v dt k / (1 - k) behind, k = (1 - factor)^(60 dt)', () => {
    for (const hz of [30, 60, 144]) {
      const smoothing = placed([0], ['linear'])
      const dt = 1 / hz
      let x = 0
      for (let frame = 0; frame < 3 * hz; frame++) smoothing.follow([(x += 300 * dt)], dt, out)
      const k = 0.8 ** (60 * dt)
      expect(x - out[0]!).toBeCloseTo((300 * dt * k) / (1 - k), 6)
      if (hz === 60) expect(x - out[0]!).toBeCloseTo(300 * 0.0667, 1)
    }
  })

  test('E2 on top of interpolation it rounds the corners off', () => {
    const track = new Track({ curves: ['linear'] })
    for (const [t, x] of [
      [0, 0],
      [200, 100],
      [400, 0],
      [600, 100],
    ] as const)
      track.push(t, [x])
    const smoothing = new SmoothingFactor({ curves: ['linear'] })
    const bend = (values: number[]): number =>
      Math.max(...values.slice(2).map((v, i) => Math.abs(v - 2 * values[i + 1]! + values[i]!)))
    const [plain, smooth]: [number[], number[]] = [[], []]
    for (let t = 0; t <= 600; t += 1000 / 60) {
      track.sample(t, out)
      plain.push(out[0]!)
      smoothing.follow(out, 1 / 60, out)
      smooth.push(out[0]!)
    }
    expect(bend(smooth)).toBeLessThan(bend(plain) / 2)
    expect(smooth[0]).toBe(0)
  })

  test('E2 D10 angles go the short way, steps are taken at once', () => {
    const smoothing = placed([6.2, 1], ['angle', 'step'])
    smoothing.follow([0.1, 2], 1 / 60, out)
    expect(out[0]).toBeCloseTo(6.2 + 0.2 * (0.1 + 2 * Math.PI - 6.2), 9)
    expect(out[1]).toBe(2)
  })

  test('E2 functions are taken at once, as steps are', () => {
    const late = (from: number, to: number, alpha: number): number => (alpha < 0.8 ? from : to)
    placed([1], [late]).follow([2], 1 / 60, out)
    expect(out[0]).toBe(2)
  })

  test('E2 NaN is left behind with the next target', () => {
    for (const curve of ['linear', 'angle'] as const) {
      const smoothing = placed([1], [curve])
      smoothing.follow([Number.NaN], 1 / 60, out)
      smoothing.follow([2], 1 / 60, out)
      expect(out[0]).toBe(2)
    }
  })

  test('E2 D8 rotations go along the shortest arc at unit length', () => {
    const curves: Curve[] = [slerpCurve, slerpCurve, slerpCurve, slerpCurve]
    const smoothing = placed([0, 0, 0, 1], curves)
    smoothing.follow([0, 0, -Math.SQRT1_2, -Math.SQRT1_2], 1 / 60, out)
    expect(Math.hypot(...out)).toBeCloseTo(1, 12)
    expect((2 * Math.atan2(out[2]!, out[3]!) * 180) / Math.PI).toBeCloseTo(18, 9)
  })

  test('E2 the first target, one further away than snapUnits, and one after clear are taken at once', () => {
    const smoothing = new SmoothingFactor({ curves: ['linear'], snapUnits: 50 })
    smoothing.follow([500], 1 / 60, out)
    expect(out[0]).toBe(500)
    smoothing.follow([550], 1 / 60, out)
    expect(out[0]).toBeCloseTo(510, 9)
    smoothing.follow([561], 1 / 60, out)
    expect(out[0]).toBe(561)
    smoothing.clear()
    smoothing.follow([570], 1 / 60, out)
    expect(out[0]).toBe(570)
  })

  test('E2 no time, time that runs backwards or is no number moves nothing', () => {
    const smoothing = placed([1], ['linear'])
    for (const dt of [0, -1, Number.NaN]) {
      smoothing.follow([2], dt, out)
      expect(out[0]).toBe(1)
    }
  })

  test('settings out of range are refused by name', () => {
    for (const factor of [0, -1, 1.1, Number.NaN])
      expect(() => new SmoothingFactor({ curves: ['linear'], factor })).toThrow(
        `factor is ${factor}`,
      )
    expect(() => new SmoothingFactor({ curves: ['linear'], snapUnits: -1 })).toThrow(
      /snapUnits is -1/,
    )
    expect(() => new SmoothingFactor({ curves: [] })).toThrow(/curves/)
  })
})
