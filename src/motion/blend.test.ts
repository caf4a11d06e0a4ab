import { describe, expect, test } from 'vitest'
import { blendColumns } from './blend.ts'
import type { Curve } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { slerpCurve } from './slerp-curve.ts'

function blended(curves: readonly Curve[], a: number[], b: number[], alpha: number): number[] {
  const out = new Float64Array(curves.length)
  const values = Float64Array.from([99, ...a, ...b])
  blendColumns(curves, values, 1, values, 1 + a.length, alpha, out)
  return [...out]
}

const HALF = Math.SQRT1_2

describe('blendColumns', () => {
  test('C5 D3 each column goes by its curve, exactly from the first state to the second', () => {
    const square = (from: number, to: number, alpha: number) => from + (to - from) * alpha ** 2
    const curves: Curve[] = ['linear', 'angle', 'step', square, hermiteCurve(), hermiteCurve(0)]
    const a = [0, 6, 1, 10, 4, 8]
    const b = [10, 0.2, 2, 20, 8, 0]
    expect(blended(curves, a, b, 0)).toEqual(a)
    expect(blended(curves, a, b, 1)).toEqual(b)
    const [linear, angle, ...rest] = blended(curves, a, b, 0.25)
    expect(linear).toBe(2.5)
    expect(angle).toBeCloseTo(6 + 0.25 * (2 * Math.PI - 5.8), 12)
    expect(rest).toEqual([1, 10.625, 5, 6])
  })

  test('C5 D10 the second state at 1 is itself, whatever the first was', () => {
    const curves: Curve[] = [
      'linear',
      'angle',
      'step',
      slerpCurve,
      slerpCurve,
      slerpCurve,
      slerpCurve,
    ]
    const last = [1, 2, 3, 0, 0, 0, 1]
    expect(blended(curves, Array(7).fill(Number.NaN), last, 1)).toEqual(last)
  })

  test('C5 D8 four slerp columns are one rotation, and the columns around them are their own', () => {
    const curves: Curve[] = ['linear', slerpCurve, slerpCurve, slerpCurve, slerpCurve, 'linear']
    const [x, , , z, w, y] = blended(curves, [0, 0, 0, 0, 1, 4], [2, 0, 0, 1, 0, 8], 0.5)
    expect([x, y]).toEqual([1, 6])
    expect(z).toBeCloseTo(HALF, 12)
    expect(w).toBeCloseTo(HALF, 12)
  })

  test('D6 above 1 movement is extrapolated from the second state; steps and functions keep that state', () => {
    const curves: Curve[] = ['linear', 'angle', 'step', () => 1000]
    const [linear, angle, ...rest] = blended(curves, [0, 6.2, 1, 3], [10, 0, 2, 4], 1.5)
    expect(linear).toBe(15)
    expect(angle).toBeCloseTo((2 * Math.PI - 6.2) / 2, 12)
    expect(rest).toEqual([2, 4])
  })
})
