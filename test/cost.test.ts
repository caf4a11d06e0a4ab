import { hermiteCurve, slerpCurve } from 'glissade'
import { type Curve, type CurveFunction, Track } from 'glissade/parts'
import { describe, expect, test } from 'vitest'
import { exponent } from '../bench/cost/fit.ts'
import { trackBytes } from '../bench/cost/track-bytes.ts'
import { typedBytesOf } from './support/typed-bytes.ts'

describe('D14 the memory of a track is what is stated', () => {
  const records: [string, readonly Curve[]][] = [
    ['x, y and an angle', ['linear', 'linear', 'angle']],
    ['one number', ['step']],
    ['smooth x and y', [hermiteCurve(), hermiteCurve(), 'linear']],
    ['sent velocities', [hermiteCurve(1), 'linear']],
    [
      'a body in space',
      ['linear', 'linear', 'linear', slerpCurve, slerpCurve, slerpCurve, slerpCurve],
    ],
  ]
  test.each(records)('D14 %s', (_name, curves) => {
    for (const capacity of [8, 32, 256]) {
      const made = typedBytesOf(() => new Track({ curves, capacity }))
      expect(made, `capacity ${capacity}`).toBe(trackBytes(curves, capacity))
    }
  })

  test('D14 x, y and an angle take 40 bytes a sample and 128 beside', () => {
    expect(trackBytes(['linear', 'linear', 'angle'])).toBe(32 * 40 + 128)
  })
})

describe('D14 the work grows with the entities, and with nothing else', () => {
  /** How often a curve is evaluated in so many frames. */
  function evaluations(
    entities: number,
    capacity: number,
    samples: number,
    frames: number,
  ): number {
    let calls = 0
    const curve: CurveFunction = (from, to, alpha) => {
      calls++
      return from + (to - from) * alpha
    }
    const tracks = Array.from({ length: entities }, () => {
      const track = new Track({ curves: [curve, 'linear'], capacity })
      for (let i = 0; i < samples; i++) track.push(i * 50, [i, i])
      return track
    })
    const out = new Float64Array(2)
    const lastMs = (samples - 1) * 50
    for (let frame = 1; frame <= frames; frame++) {
      // Never on a sample, where no curve is asked.
      const timeMs = lastMs - 49.9 + (49.8 * frame) / (frames + 1)
      for (const track of tracks) track.sample(timeMs, out)
    }
    return calls
  }

  test('D14 one evaluation per column, entity and frame: 10 to 5000 entities', () => {
    const points = [10, 100, 1000, 5000].map((n) => [n, evaluations(n, 32, 16, 20)] as const)
    for (const [n, calls] of points) expect(calls).toBe(n * 20)
    expect(exponent(points)).toBeCloseTo(1, 12)
  })

  test('D14 the same with 4 samples in the ring as with 256', () => {
    expect(evaluations(10, 256, 256, 60)).toBe(evaluations(10, 8, 4, 60))
  })
})

test('D14 the exponent of a fit is that of what was fitted', () => {
  const of = (power: number) => exponent([1, 3, 10, 50].map((x) => [x, 7 * x ** power]))
  expect(of(1)).toBeCloseTo(1, 12)
  expect(of(2)).toBeCloseTo(2, 12)
})
