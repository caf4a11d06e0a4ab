import { describe, expect, test } from 'vitest'
import { Hash } from './hash.ts'
import { atan2, cos, exp, sin } from './maths.ts'
import { Random } from './random.ts'

const SAMPLES = 100_000
const PI = Math.PI

/** The greatest difference between two functions over seeded samples. */
function worst(low: number, high: number, error: (x: number) => number): number {
  const random = new Random(3)
  let most = 0
  for (let i = 0; i < SAMPLES; i++) most = Math.max(most, error(random.between(low, high)))
  return most
}

describe('sin and cos', () => {
  test.each([1, 10, 1000, 1e5])('agree with the engine to 3e-16 up to %d', (reach) => {
    expect(worst(-reach, reach, (x) => Math.abs(sin(x) - Math.sin(x)))).toBeLessThan(3e-16)
    expect(worst(-reach, reach, (x) => Math.abs(cos(x) - Math.cos(x)))).toBeLessThan(3e-16)
  })

  test('stay exact relative to their value next to multiples of a quarter turn', () => {
    for (let n = 1; n < 60_000; n += 7) {
      const x = n * (PI / 2)
      const [small, reference] = n % 2 === 0 ? [sin(x), Math.sin(x)] : [cos(x), Math.cos(x)]
      expect(Math.abs(small / reference - 1)).toBeLessThan(1e-15)
    }
  })

  test('have the well-known values', () => {
    expect(sin(0)).toBe(0)
    expect(Object.is(sin(-0), -0)).toBe(true)
    expect(sin(5e-324)).toBe(5e-324)
    expect(cos(0)).toBe(1)
    expect(sin(PI / 2)).toBe(1)
    expect(cos(PI)).toBe(-1)
    expect(sin(PI / 6)).toBeCloseTo(0.5, 15)
    for (const x of [Number.NaN, Infinity, -Infinity]) {
      expect(sin(x)).toBeNaN()
      expect(cos(x)).toBeNaN()
    }
  })

  test('far away stay within -1 to 1, and near the engine’s by x * 4e-17', () => {
    for (const x of [1.5e6, -3e7, 1e9, 1e12]) {
      expect(Math.abs(sin(x) - Math.sin(x))).toBeLessThan(3e-16 + Math.abs(x) * 4e-17)
      expect(Math.abs(cos(x) - Math.cos(x))).toBeLessThan(3e-16 + Math.abs(x) * 4e-17)
    }
    for (const x of [1e20, 1e300, Number.MAX_VALUE]) {
      expect(Math.abs(sin(x))).toBeLessThanOrEqual(1)
      expect(Math.abs(cos(x))).toBeLessThanOrEqual(1)
    }
  })
})

describe('atan2', () => {
  test('agrees with the engine to 9e-16 all the way round', () => {
    const radius = new Random(4)
    const error = (a: number) => {
      const r = radius.between(1e-3, 1e3)
      const [y, x] = [r * Math.sin(a), r * Math.cos(a)]
      return Math.abs(atan2(y, x) - Math.atan2(y, x))
    }
    expect(worst(-PI, PI, error)).toBeLessThan(9e-16)
  })

  test('is exact relative to its value at small slopes', () => {
    const error = (y: number) => Math.abs(atan2(y * 1e-9, 3) / Math.atan2(y * 1e-9, 3) - 1)
    expect(worst(0.1, 1, error)).toBeLessThan(5e-16)
  })

  test('agrees to the bit on axes, diagonals, zeros, infinities and NaN', () => {
    const values = [0, -0, 1, -1, 2, 1e-300, -1e300, Infinity, -Infinity, Number.NaN]
    for (const y of values)
      for (const x of values) expect([y, x, atan2(y, x)]).toEqual([y, x, Math.atan2(y, x)])
  })
})

describe('exp', () => {
  test('agrees with the engine to one part in 2e15', () => {
    const error = (x: number) => Math.abs(exp(x) / Math.exp(x) - 1)
    expect(worst(-1, 1, error)).toBeLessThan(5e-16)
    expect(worst(-700, 700, error)).toBeLessThan(5e-16)
  })

  test('has the well-known values', () => {
    expect(exp(0)).toBe(1)
    expect(exp(-0)).toBe(1)
    expect(Math.abs(exp(1) - Math.E)).toBeLessThan(5e-16)
    expect(exp(709.7)).toBeLessThan(Infinity)
    expect(exp(709.79)).toBe(Infinity)
    expect(exp(-745.13)).toBe(5e-324)
    expect(exp(-746)).toBe(0)
    expect(exp(Infinity)).toBe(Infinity)
    expect(exp(-Infinity)).toBe(0)
    expect(exp(Number.NaN)).toBeNaN()
  })
})

describe('E3 shared movement may use them', () => {
  /** If another engine computed another number here, server and client could disagree. */
  test.each<[string, (a: number, b: number) => number, number]>([
    ['sin', (a) => sin(a * 1e5), 0xd426ffcb],
    ['cos', (a) => cos(a * 1e5), 0xf4e8cb3a],
    ['atan2', (a, b) => atan2(a, b), 0x3c646a88],
    ['exp', (a) => exp(a * 700), 0xd764afc3],
  ])('E3 %s gives the same bits everywhere', (_name, f, hash) => {
    const random = new Random(11)
    const bits = new Hash()
    for (let i = 0; i < 10_000; i++) bits.number(f(random.between(-1, 1), random.between(-1, 1)))
    expect(bits.value.toString(16)).toBe(hash.toString(16))
  })
})
