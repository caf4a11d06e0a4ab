import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { angleDifference, angleLerp, lerp } from './curves.ts'

const DEGREE = Math.PI / 180
/** Minus zero counts as zero: they look the same. */
const value = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((v) => v || 0)
const angle = fc.double({ min: -20, max: 20, noNaN: true }).map((v) => v || 0)
const alpha = fc.double({ min: 0, max: 1, noNaN: true })

describe('curves', () => {
  test('D3 lerp is exact at both ends, for equal values, and stays between them', () => {
    fc.assert(
      fc.property(value, value, alpha, (a, b, t) => {
        expect(lerp(a, b, 0)).toBe(a)
        expect(lerp(a, b, 1)).toBe(b)
        expect(lerp(a, a, t)).toBe(a)
        const slack = 1e-9 * (Math.abs(a) + Math.abs(b))
        expect(lerp(a, b, t)).toBeGreaterThanOrEqual(Math.min(a, b) - slack)
        expect(lerp(a, b, t)).toBeLessThanOrEqual(Math.max(a, b) + slack)
      }),
    )
  })

  test('D10 an angle goes the short way: from 350 to 10 degrees by way of 0', () => {
    expect(angleLerp(350 * DEGREE, 10 * DEGREE, 0.5)).toBeCloseTo(360 * DEGREE)
    expect(angleLerp(10 * DEGREE, 350 * DEGREE, 0.5)).toBeCloseTo(0)
    expect(angleLerp(350 * DEGREE, 10 * DEGREE, 1)).toBe(10 * DEGREE)
    expect(angleLerp(0, 90 * DEGREE, 0.5)).toBeCloseTo(45 * DEGREE)
  })

  test('D10 an angle never turns more than half a turn, and arrives where it should', () => {
    fc.assert(
      fc.property(angle, angle, alpha, (a, b, t) => {
        const turn = angleDifference(a, b)
        expect(Math.abs(turn)).toBeLessThanOrEqual(Math.PI + 1e-14)
        expect(Math.cos(a + turn)).toBeCloseTo(Math.cos(b), 9)
        expect(Math.sin(a + turn)).toBeCloseTo(Math.sin(b), 9)
        expect(angleLerp(a, b, 0)).toBe(a)
        expect(angleLerp(a, b, 1)).toBe(b)
        expect(angleLerp(a, a, t)).toBe(a)
      }),
    )
  })
})
