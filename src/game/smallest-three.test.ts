import { describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { fromSmallestThree, toSmallestThree } from './smallest-three.ts'

const levelsOf = (bits: number) => 2 ** bits - 1
const row = new Int32Array(4)
const again = new Int32Array(4)
const back = new Float64Array(4)
const given = new Float64Array(4)

const packed = (quat: readonly number[], bits = 9): number[] => {
  toSmallestThree(Float64Array.from(quat), 0, levelsOf(bits), row, 0)
  return [...row]
}
const unpacked = (numbers: readonly number[], bits = 9): number[] => {
  fromSmallestThree(Int32Array.from(numbers), 0, levelsOf(bits), back, 0)
  return [...back]
}

/** Packs `given`, unpacks the result and packs it again. True if both results are equal and a rotation in range. */
function settles(levels: number): boolean {
  toSmallestThree(given, 0, levels, row, 0)
  fromSmallestThree(row, 0, levels, back, 0)
  toSmallestThree(back, 0, levels, again, 0)
  for (let i = 0; i < 4; i++) {
    if (again[i] !== row[i] || Object.is(back[i], -0)) return false
    if (!(row[i]! >= 0 && row[i]! <= (i === 0 ? 3 : levels))) return false
  }
  const [x, y, z, w] = back as unknown as [number, number, number, number]
  const largest = back[row[0]!]!
  const isLargest = back.every((part) => Math.abs(part) <= largest + 1e-12)
  return isLargest && Math.abs(x * x + y * y + z * z + w * w - 1) < 1e-12
}

/** The angle between `given`, of unit length, and the unpacked rotation, in degrees. */
function missDegrees(): number {
  let chord = 0
  let cosine = 0
  for (let i = 0; i < 4; i++) cosine += given[i]! * back[i]!
  const sign = cosine < 0 ? -1 : 1
  for (let i = 0; i < 4; i++) chord += (given[i]! - sign * back[i]!) ** 2
  return (4 * Math.asin(Math.sqrt(chord) / 2) * 180) / Math.PI
}

function normalized(): void {
  const length = Math.hypot(...given)
  for (let i = 0; i < 4; i++) given[i]! /= length
}

const R = Math.SQRT1_2
/** Half a step in each of three parts, three times that in the greatest part, and the shift that settles a tie. */
const mostDegrees = (bits: number) => ((2 * 4 * R) / levelsOf(bits)) * (180 / Math.PI)

describe('a rotation as smallest three', () => {
  test('names the greatest part and keeps the others in order, on the well-known grid', () => {
    const grid = (v: number) => Math.floor(((v + R) / (2 * R)) * 511 + 0.5)
    const parts = [0.1, -0.3, 0.25]
    const greatest = Math.sqrt(1 - 0.01 - 0.09 - 0.0625)
    for (let largest = 0; largest < 4; largest++)
      expect(packed([...parts.slice(0, largest), greatest, ...parts.slice(largest)])).toEqual([
        largest,
        ...parts.map(grid),
      ])
  })

  test('a quaternion and its negative are the same', () => {
    expect(packed([-0.1, 0.3, -0.25, -0.9])).toEqual(packed([0.1, -0.3, 0.25, 0.9]))
  })

  test('the length does not matter, and without length it is the identity', () => {
    expect(packed([1e-9, -3e-9, 2e-9, 9e-9])).toEqual(packed([1, -3, 2, 9]))
    const identity = [3, 256, 256, 256]
    expect(packed([0, 0, 0, 1])).toEqual(identity)
    const nothing = [
      [0, 0, 0, 0],
      [-0, -0, -0, -0],
      [Number.NaN, 1, 0, 0],
      [0, Number.POSITIVE_INFINITY, 0, 0],
      [1e-170, 0, 0, 0],
    ]
    for (const quat of nothing) expect(packed(quat)).toEqual(identity)
  })

  test('a part of 0 comes back as 0, so turns about an axis stay with it, and quarter turns are exact', () => {
    expect(unpacked(packed([0, 0, 0, -2]))).toEqual([0, 0, 0, 1])
    for (const bits of [6, 11, 16]) {
      const [x, y, z, w] = unpacked(packed([0, 0, -R, R], bits), bits) as [
        number,
        number,
        number,
        number,
      ]
      expect([x, y]).toEqual([0, 0])
      expect(z).toBeCloseTo(R, 14)
      expect(w).toBeCloseTo(-R, 14)
    }
  })

  test('numbers that no rotation packs to still make one', () => {
    for (const numbers of [
      [0, 511, 511, 511],
      [1, 0, 0, 0],
      [3, 0, 511, 300],
    ]) {
      const quat = unpacked(numbers)
      expect(quat[numbers[0]!]).toBe(0)
      expect(Math.hypot(...quat)).toBeCloseTo(1, 12)
    }
  })

  test('is written at the given index, and the rest stays unchanged', () => {
    const to = new Int32Array(6).fill(-1)
    toSmallestThree(Float64Array.of(5, 0, 0, 1, 0), 1, 511, to, 1)
    expect([...to]).toEqual([-1, 2, 256, 256, 256, -1])
    const quat = new Float64Array(6).fill(-1)
    fromSmallestThree(to, 1, 511, quat, 1)
    expect([...quat]).toEqual([-1, 0, 0, 1, 0, -1])
  })
})

describe('A4 unpacking and packing again stays the same to the bit', () => {
  const random = new Random(6)
  const signed = () => 2 * random.next() - 1

  test.each([6, 7, 9, 11, 16])('any rotation, in %i bits, and it is close', (bits) => {
    const levels = levelsOf(bits)
    let worst = 0
    let failed = 0
    for (let n = 0; n < 150_000; n++) {
      for (let i = 0; i < 4; i++) given[i] = signed()
      normalized()
      if (!settles(levels)) failed++
      worst = Math.max(worst, missDegrees())
    }
    expect(failed).toBe(0)
    expect(worst).toBeLessThan(mostDegrees(bits))
  })

  test.each([6, 9, 11, 16])('where parts are about equal, in %i bits', (bits) => {
    const levels = levelsOf(bits)
    const step = (2 * R) / levels
    let worst = 0
    let failed = 0
    for (let n = 0; n < 200_000; n++) {
      const how = n % 3
      const most = R * (how === 0 ? 1 : 0.5 + 0.5 * random.next())
      for (let i = 0; i < 4; i++) {
        // Two, three or four parts are equal, or differ by a few steps, or by next to nothing.
        const isTied = random.next() < 0.6
        const off =
          random.next() < 0.5 ? step * 4 * signed() : 10 ** (-16 * random.next()) * signed()
        const part = isTied ? most + off : step * 3 * signed()
        given[i] = random.next() < 0.5 ? -part : part
      }
      normalized()
      if (!settles(levels)) failed++
      worst = Math.max(worst, missDegrees())
    }
    expect(failed).toBe(0)
    expect(worst).toBeLessThan(mostDegrees(bits))
  })

  test('every row of the grid about a tie, in 6 bits', () => {
    const levels = levelsOf(6)
    let failed = 0
    for (let largest = 0; largest < 4; largest++)
      for (let a = 0; a <= levels; a++)
        for (let b = 0; b <= levels; b++)
          for (let c = 0; c <= levels; c++) {
            fromSmallestThree(Int32Array.of(largest, a, b, c), 0, levels, given, 0)
            if (!settles(levels)) failed++
          }
    expect(failed).toBe(0)
  })
})
