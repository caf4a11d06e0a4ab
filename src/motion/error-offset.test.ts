import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ErrorOffset } from './error-offset.ts'

const shown = (offset: ErrorOffset, ...values: number[]): number[] => {
  const picture = Float64Array.from(values)
  offset.apply(picture)
  return [...picture]
}

describe('ErrorOffset', () => {
  test('A9 E12 after a correction the picture is where it was, then nears the truth, then is the truth', () => {
    const offset = new ErrorOffset(['linear', 'linear'])
    offset.add([100, 50], [90, 53])
    expect(shown(offset, 90, 53)).toEqual([100, 50])
    let last = 10
    for (let i = 0; i < 120; i++) {
      offset.decay(1 / 60)
      const gap = shown(offset, 90, 53)[0]! - 90
      expect(gap).toBeLessThanOrEqual(last)
      expect(gap).toBeGreaterThanOrEqual(0)
      last = gap
    }
    expect(shown(offset, 90, 53)).toEqual([90, 53])
    expect(offset.active).toBe(false)
  })

  test('A9 a small offset halves in 80 ms, a large one dies faster', () => {
    const left = (size: number) => {
      const offset = new ErrorOffset(['linear'])
      offset.add([size], [0])
      offset.decay(0.08)
      return offset.units / size
    }
    expect(left(0.1)).toBeCloseTo(0.5, 2)
    expect(left(16)).toBeLessThan(0.35)
    expect(left(60)).toBeLessThan(left(16))
  })

  test('A9 offsets of two corrections add up', () => {
    const offset = new ErrorOffset(['linear'])
    offset.add([10], [7])
    offset.add([7], [5])
    expect(shown(offset, 5)).toEqual([10])
  })

  test('D10 angles are eased the short way, also when several corrections go round', () => {
    const offset = new ErrorOffset(['angle'])
    offset.add([0.1], [2 * Math.PI - 0.1])
    expect(shown(offset, 2 * Math.PI - 0.1)[0]).toBeCloseTo(2 * Math.PI + 0.1)
    offset.add([2], [0])
    offset.add([2], [0])
    expect(Math.abs(shown(offset, 0)[0]!)).toBeLessThanOrEqual(Math.PI)
  })

  test('step columns are never offset', () => {
    const offset = new ErrorOffset(['step', 'linear'])
    offset.add([7, 1], [3, 0])
    expect(shown(offset, 3, 0)).toEqual([3, 1])
  })

  test('beyond 64 units, and for what is no number, the truth is shown at once', () => {
    const offset = new ErrorOffset(['linear', 'linear'])
    offset.add([64, 3], [0, 0])
    expect(offset.active).toBe(true)
    offset.add([1, 3], [0, 0])
    expect(shown(offset, 0, 0)).toEqual([0, 0])
    offset.add([Number.NaN, 3], [0, 0])
    expect(shown(offset, 0, 0)).toEqual([0, 0])
  })

  test('without an offset, and after clear, the picture is untouched to the bit', () => {
    const offset = new ErrorOffset(['linear', 'angle'])
    offset.add([5, -0], [5, -0])
    expect(offset.active).toBe(false)
    expect(shown(offset, -0, 0.1)).toEqual([-0, 0.1])
    offset.add([5, 1], [4, 0])
    offset.clear()
    expect(shown(offset, -0, 0.1)).toEqual([-0, 0.1])
  })

  test('the frame rate does not change what is left', () => {
    const sizes = fc.double({ min: -60, max: 60, noNaN: true })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 30 }), (size, frames) => {
        const one = new ErrorOffset(['linear', 'angle'])
        const many = new ErrorOffset(['linear', 'angle'])
        one.add([size, size / 30], [0, 0])
        many.add([size, size / 30], [0, 0])
        one.decay(0.1)
        for (let i = 0; i < frames; i++) many.decay(0.1 / frames)
        const a = shown(one, 0, 0)
        const b = shown(many, 0, 0)
        expect(Math.abs(a[0]! - b[0]!)).toBeLessThan(0.0011)
        expect(Math.abs(a[1]! - b[1]!)).toBeLessThan(0.0011)
      }),
    )
  })
})
