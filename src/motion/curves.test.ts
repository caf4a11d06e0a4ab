import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { angleDifference, angleLerp, checkCurves, hermite, lerp, slerp } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { slerpCurve } from './slerp-curve.ts'

const DEGREE = Math.PI / 180
/** Turns minus zero into zero: they look the same. */
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

  test('D3 vectors in two and three dimensions move part by part, on a straight line', () => {
    const [a, b] = [
      [1, 2, 3],
      [5, -2, 3],
    ]
    expect(a!.map((part, i) => lerp(part, b![i]!, 0.25))).toEqual([2, 1, 3])
  })

  test('D3 the cubic has its ends and its slopes there, and is the motion itself up to the third power', () => {
    expect(hermite(3, 7, 5, -2, 0)).toBe(3)
    expect(hermite(3, 7, 5, -2, 1)).toBe(5)
    const d = 1e-6
    expect((hermite(3, 7, 5, -2, d) - 3) / d).toBeCloseTo(7, 4)
    expect((5 - hermite(3, 7, 5, -2, 1 - d)) / d).toBeCloseTo(-2, 4)
    const p = (t: number): number => 2 * t ** 3 - 5 * t ** 2 + 3 * t + 1
    const v = (t: number): number => 6 * t ** 2 - 10 * t + 3
    for (let t = 0; t <= 1; t += 0.125)
      expect(hermite(p(0), v(0), p(1), v(1), t)).toBeCloseTo(p(t), 12)
  })

  test('C5 every curve draws an entity at rest bit-identical', () => {
    fc.assert(
      fc.property(value, alpha, (a, t) => {
        expect(lerp(a, a, t)).toBe(a)
        expect(hermite(a, 0, a, 0, t)).toBe(a)
      }),
    )
  })

  test('D3 the cubic ends exactly where it should, whatever its slopes', () => {
    fc.assert(
      fc.property(value, value, value, value, (p0, m0, p1, m1) => {
        expect(hermite(p0, m0, p1, m1, 0)).toBe(p0)
        expect(hermite(p0, m0, p1, m1, 1)).toBe(p1)
      }),
    )
  })
})

type Quaternion = [number, number, number, number]

/** The rotation by `degrees` about an axis of unit length. */
function about(x: number, y: number, z: number, degrees: number): Quaternion {
  const half = (degrees * DEGREE) / 2
  const s = Math.sin(half)
  return [x * s, y * s, z * s, Math.cos(half)]
}

/** The angle in radians between two rotations, also precise for small angles. */
function between(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let minus = 0
  let plus = 0
  for (let i = 0; i < 4; i++) {
    minus += (a[i]! - b[i]!) ** 2
    plus += (a[i]! + b[i]!) ** 2
  }
  return 4 * Math.asin(Math.min(1, Math.sqrt(Math.min(minus, plus)) / 2))
}

function turned(a: Quaternion, b: Quaternion, t: number): number[] {
  const out = [0, 0, 0, 0]
  slerp(out, a, b, t)
  return out
}

const rotation = fc
  .tuple(...Array.from({ length: 4 }, () => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((part) => part / Math.hypot(...q)) as Quaternion)

describe('slerp', () => {
  test('D8 turns evenly: a quarter of the way from 10 to 90 degrees is 30 degrees', () => {
    const way = [about(0, 0, 1, 10), about(0, 0, 1, 90)] as const
    for (const [t, degrees] of [
      [0.25, 30],
      [0.5, 50],
      [0.75, 70],
    ] as const) {
      const expected = about(0, 0, 1, degrees)
      expect(between(turned(...way, t), expected)).toBeLessThan(1e-12)
    }
  })

  test('D8 takes the shortest arc: from 350 to 10 degrees by way of 0, whatever the signs', () => {
    const [a, b] = [about(0, 1, 0, 350), about(0, 1, 0, 10)]
    const minusB = b.map((part) => -part) as Quaternion
    for (const to of [b, minusB]) {
      expect(between(turned(a, to, 0.5), about(0, 1, 0, 0))).toBeLessThan(1e-9)
      expect(between(turned(a, to, 0.25), about(0, 1, 0, 355))).toBeLessThan(1e-9)
    }
  })

  test('D8 exact ends, unit length, and an angle that grows with alpha and is never above 180 degrees', () => {
    fc.assert(
      fc.property(rotation, rotation, alpha, (a, b, t) => {
        expect(turned(a, b, 0)).toEqual(a)
        expect(turned(a, b, 1)).toEqual(b)
        expect(turned(a, a, t)).toEqual(a)
        const q = turned(a, b, t)
        expect(Math.hypot(...q)).toBeCloseTo(1, 12)
        const whole = between(a, b)
        expect(whole).toBeLessThanOrEqual(Math.PI + 1e-9)
        expect(between(a, q)).toBeCloseTo(whole * t, 6)
        expect(between(q, b)).toBeCloseTo(whole * (1 - t), 6)
      }),
    )
  })

  test('D8 almost parallel ones fall back to a line, and rounding above 1 is clamped', () => {
    const a = about(1, 0, 0, 20)
    for (const degrees of [1e-12, 1e-7, 1e-3, 0.05, 0.2]) {
      const q = turned(a, about(1, 0, 0, 20 + degrees), 0.25)
      expect(between(a, q)).toBeCloseTo((degrees * DEGREE) / 4, 11)
      expect(Math.hypot(...q)).toBeCloseTo(1, 15)
    }
    const long = a.map((part) => part * (1 + 1e-9)) as Quaternion
    expect(turned(a, long, 0.5).every(Number.isFinite)).toBe(true)
    const opposite = long.map((part) => -part) as Quaternion
    expect(between(turned(a, opposite, 0.5), a)).toBeLessThan(1e-9)
  })

  test('D8 above 1 it turns on at the same rate', () => {
    const q = turned(about(0, 0, 1, 0), about(0, 0, 1, 40), 1.5)
    expect(between(q, about(0, 0, 1, 60))).toBeLessThan(1e-9)
  })

  test('D8 works inside longer arrays', () => {
    const out = new Float64Array(9).fill(7)
    slerp(out, [9, ...about(0, 0, 1, 0)], [9, 9, ...about(0, 0, 1, 90)], 0.5, 3, 1, 2)
    expect(between(out.subarray(3, 7), about(0, 0, 1, 45))).toBeLessThan(1e-9)
    expect([out[2], out[7]]).toEqual([7, 7])
  })
})

test('curves that make no record are refused by name', () => {
  expect(() => checkCurves([])).toThrow('curves is empty, but must be a list of at least one curve')
  expect(() => checkCurves([slerpCurve, slerpCurve, slerpCurve, 'linear'])).toThrow(
    /is 3, .* multiple of 4/,
  )
  expect(() => checkCurves(['linear', hermiteCurve(2)])).toThrow(/curves\[1\].velocity is 2/)
  expect(() => checkCurves(['linear', 'liner' as 'linear'])).toThrow(
    /curves\[1\] is 'liner', but must be one of/,
  )
  expect(() => checkCurves([hermiteCurve(1), 'linear', ...Array(8).fill(slerpCurve)])).not.toThrow()
})
