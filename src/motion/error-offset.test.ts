import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ErrorOffset } from './error-offset.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { slerpCurve } from './slerp-curve.ts'

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

  test('A9 beyond 64 units, and for NaN, the truth is shown at once', () => {
    for (const wrong of [1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const offset = new ErrorOffset(['linear', 'linear', 'angle'])
      offset.add([3, 64, 1], [0, 0, 0])
      expect(shown(offset, 0, 0, 0)).toEqual([3, 64, 1])
      offset.add([3, wrong, 1], [0, 0, 0])
      expect(offset.active).toBe(false)
      expect(shown(offset, 0, 0, 0)).toEqual([0, 0, 0])
      offset.add([3, 0, 1], [0, 0, 0])
      expect(shown(offset, 0, 0, 0)).toEqual([3, 0, 1])
    }
  })

  test('A9 a position is eased although its velocity, a step, is off by hundreds', () => {
    const offset = new ErrorOffset(['linear', 'step'])
    offset.add([3, 320], [0, 0])
    expect(shown(offset, 0, 0)).toEqual([3, 0])
  })

  test('A9 after a long sleep nothing is left, and the next correction is eased', () => {
    for (const seconds of [100, 1e6, Number.POSITIVE_INFINITY]) {
      const offset = new ErrorOffset(['linear', 'angle'])
      offset.add([1, 0], [0, 0])
      offset.decay(seconds)
      expect(shown(offset, 5, 6)).toEqual([5, 6])
      offset.add([1, 0.5], [0, 0])
      expect(shown(offset, 0, 0)).toEqual([1, 0.5])
    }
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

  test('the frame rate does not change the offset', () => {
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

  test('A9 smooth columns are eased; functions, and velocities of other columns, change at once', () => {
    const offset = new ErrorOffset([hermiteCurve(), hermiteCurve(2), 'linear', (from) => from])
    offset.add([10, 20, 900, 5], [7, 22, 100, 6])
    expect(shown(offset, 7, 22, 100, 6)).toEqual([10, 20, 100, 6])
  })
})

describe('ErrorOffset of rotations', () => {
  const ROTATION = [slerpCurve, slerpCurve, slerpCurve, slerpCurve] as const
  /** The rotation by `degrees` about z. */
  const about = (degrees: number): number[] => {
    const half = (degrees * Math.PI) / 360
    return [0, 0, Math.sin(half), Math.cos(half)]
  }
  const minus = (q: number[]): number[] => q.map((part) => -part)
  /** By how many degrees a rotation turns about z, 0 to 360. */
  const degreesOf = (q: number[]): number =>
    ((((Math.atan2(q[2]!, q[3]!) * 360) / Math.PI) % 360) + 360) % 360

  test('A9 D8 nothing jumps, then it turns to the truth, and in the end is the truth to the bit', () => {
    const offset = new ErrorOffset(ROTATION)
    offset.add(about(30), about(90))
    expect(degreesOf(shown(offset, ...about(90)))).toBeCloseTo(30, 9)
    let last = 30
    for (let i = 0; i < 120; i++) {
      offset.decay(1 / 60)
      const picture = shown(offset, ...about(90))
      expect(Math.hypot(...picture)).toBeCloseTo(1, 12)
      expect(degreesOf(picture)).toBeGreaterThanOrEqual(last - 1e-9)
      last = degreesOf(picture)
    }
    expect(shown(offset, ...about(90))).toEqual(about(90))
    expect(offset.active).toBe(false)
  })

  test('A9 D8 it goes the short way whatever the signs, also when they change between frames', () => {
    for (const [old, fresh, next] of [
      [about(350), about(10), about(10)],
      [minus(about(350)), about(10), about(10)],
      [about(350), minus(about(10)), about(10)],
      [about(350), about(10), minus(about(10))],
    ] as const) {
      const offset = new ErrorOffset(ROTATION)
      offset.add(old, fresh)
      expect(degreesOf(shown(offset, ...next))).toBeCloseTo(350, 9)
      offset.decay(0.08)
      const half = degreesOf(shown(offset, ...next))
      expect(half > 350 || half < 10).toBe(true)
      expect(offset.units).toBe(0)
    }
  })

  test('A9 D8 the same rotation with the other sign is no error', () => {
    const offset = new ErrorOffset(ROTATION)
    offset.add(about(40), minus(about(40)))
    expect(offset.active).toBe(false)
  })

  test('A9 D8 offsets of two corrections add up, and a clear forgets them', () => {
    const offset = new ErrorOffset(ROTATION)
    offset.add(about(0), about(20))
    offset.add(about(20), about(50))
    expect(degreesOf(shown(offset, ...about(50))) % 360).toBeCloseTo(0, 9)
    offset.clear()
    expect(shown(offset, ...about(50))).toEqual(about(50))
  })
})

describe('ErrorOffset.decayFollowed', () => {
  const FRAME = Float64Array.of(0.02, 1)

  /** The offset after each frame of 20 ms, while the picture moves by `step` per frame. */
  function fading(step: number, size: number, frames: number, follows = true): number[] {
    const offset = new ErrorOffset(['linear', 'step'], 0.001, 1000)
    const left: number[] = []
    offset.add([size, 0], [0, 0])
    for (let i = 0; i < frames; i++) {
      if (follows) offset.decayFollowed([(i + 1) * step, 900], [i * step, 0], FRAME)
      else offset.decay(0.02)
      left.push(offset.units)
    }
    return left
  }

  test('D6 a picture at rest returns at 90 units per second at most', () => {
    expect(fading(0, 5, 3).map((units) => +units.toFixed(9))).toEqual([3.2, 1.4, 0])
  })

  test('D6 a moving picture may return 1.5 times as fast as it moves, either way, plus 90', () => {
    for (const step of [2, -2])
      expect(fading(step, 30, 3).map((units) => +units.toFixed(9))).toEqual([25.2, 20.4, 15.6])
  })

  test('D6 however fast it goes, it returns at 360 units per second at most, or in half a second', () => {
    for (const step of [4, 40])
      expect(fading(step, 30, 3).map((units) => +units.toFixed(9))).toEqual([22.8, 15.6, 8.4])
    expect(fading(40, 200, 2).map((units) => +units.toFixed(9))).toEqual([192, 184.32])
  })

  test('D6 the limits apply to the distance over all columns together', () => {
    const offset = new ErrorOffset(['linear', 'linear', 'step'], 0.001)
    offset.add([30, 40, 7], [0, 0, 0])
    expect(offset.units).toBe(50)
    offset.decayFollowed([3, 4, 9], [0, 0, 0], FRAME)
    expect(offset.units).toBeCloseTo(50 - 7.2, 9)
    const picture = Float64Array.of(0, 0, 1)
    offset.apply(picture)
    expect([...picture].map((value) => +value.toFixed(9))).toEqual([25.68, 34.24, 1])
    // The picture moves by 0.5 in all: 1.5 times that is allowed, plus 1.8.
    offset.decayFollowed([0.3, 0.4, 9], [0, 0, 0], FRAME)
    expect(offset.units).toBeCloseTo(50 - 7.2 - 2.55, 9)
  })

  test('D6 a turn is no distance: it allows no position to return faster', () => {
    const offset = new ErrorOffset(
      ['linear', 'angle', slerpCurve, slerpCurve, slerpCurve, slerpCurve],
      0.001,
    )
    offset.add([20, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1])
    offset.decayFollowed([0, 3.14, 0, 0, 0, 1], [0, -3.14, 0, 0, 0, -1], FRAME)
    expect(offset.units).toBeCloseTo(20 - 1.8, 9)
  })

  test('D6 the distance that a faster moment adds to a step counts towards the limit', () => {
    const hurried = (rate: number) => {
      const offset = new ErrorOffset(['linear'], 0.001)
      offset.add([20], [0])
      offset.decayFollowed([8 * rate], [0], Float64Array.of(0.02 * rate, rate))
      return +(20 - offset.units + 8 * rate - 8).toFixed(9)
    }
    expect([1, 1.25, 1.5].map(hurried)).toEqual([7.2, 7.2, 7.2])
    // Far behind, a quarter of the limit remains.
    expect(hurried(2)).toBeCloseTo(8 + 7.2 / 4, 9)
  })

  test('D6 it never holds back more than the half-life does', () => {
    const slow = new ErrorOffset(['linear'], 0.08)
    slow.add([1], [0])
    slow.decayFollowed([500], [0], FRAME)
    const free = new ErrorOffset(['linear'], 0.08)
    free.add([1], [0])
    free.decay(0.02)
    expect(slow.units).toBe(free.units)
  })

  test('D6 without it, and in no time at all, nothing is held', () => {
    expect(fading(0, 5, 1, false)).toEqual([0])
    const offset = new ErrorOffset(['linear'])
    offset.add([5], [0])
    offset.decayFollowed([1], [0], Float64Array.of(0, 1))
    expect(offset.units).toBe(5)
  })

  test('D6 an angle is not held by it, and an offset of angles alone dies away', () => {
    const offset = new ErrorOffset(['angle', 'linear'])
    offset.add([1, 0], [0, 0])
    offset.decayFollowed([0, 0], [0, 0], Float64Array.of(10, 1))
    expect(offset.active).toBe(false)
  })
})

test('A9 half-life and the error that is shown at once can be chosen', () => {
  const offset = new ErrorOffset(['linear'], 0.5, 200)
  offset.add([150], [0])
  expect(offset.units).toBe(150)
  offset.add([60], [0])
  expect(offset.active).toBe(false)
  offset.add([0.1], [0])
  offset.decay(0.5)
  expect(offset.units).toBeCloseTo(0.05, 3)
})

test('however far it is off, a picture at rest is back within two seconds', () => {
  const offset = new ErrorOffset(['linear'], 0.02, 250)
  offset.add([223], [0])
  const at = [0]
  let frames = 0
  while (offset.active && frames < 1000) {
    offset.decayFollowed(at, at, Float64Array.of(1 / 60, 1))
    frames++
  }
  expect(frames / 60).toBeLessThan(2)
})
