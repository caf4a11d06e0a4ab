import { describe, expect, test } from 'vitest'
import { hermiteCurve } from './hermite-curve.ts'
import { InterpolationError } from './interpolation-error.ts'

/** Shows an entity that moves at 300 units per second, with states every 50 ms that take 100 ms, at `frameHz`. */
function run(
  frameHz: number,
  picture: (timeMs: number, frame: number) => number,
  error = new InterpolationError({ curves: ['linear'] }),
): InterpolationError {
  let state = 0
  for (let frame = 0; frame < 4 * frameHz; frame++) {
    const nowMs = (frame * 1000) / frameHz
    for (; state * 50 + 100 <= nowMs; state++) error.arrived(state * 50, [state * 15])
    error.shown(nowMs - 60, [picture(nowMs - 60, frame)], 1 / frameHz)
  }
  return error
}

describe('InterpolationError', () => {
  test('E15 a frame has an error as soon as newer states say where the entity was', () => {
    const error = new InterpolationError({ curves: ['linear', 'linear'] })
    error.arrived(0, [0, 0])
    error.shown(25, [8, 4], 1 / 60)
    expect(error.meanUnits).toBeNaN()
    error.arrived(50, [10, 0])
    expect(error.meanUnits).toBeCloseTo(5, 9)
  })

  test('E15 a state that comes after a newer one counts at once', () => {
    const error = new InterpolationError({ curves: ['linear'] })
    error.arrived(0, [0])
    error.arrived(200, [200])
    error.shown(40, [40], 1 / 60)
    // Now it is known to have been at 0 until 100 ms.
    error.arrived(100, [0])
    for (const timeMs of [50, 60, 90]) error.shown(timeMs, [0], 1 / 60)
    expect(error.meanUnits).toBeCloseTo(0, 9)
  })

  test.each([30, 60, 144])('E15 an even lag has an error and no unevenness, at %i Hz', (hz) => {
    const error = run(hz, (timeMs) => (timeMs - 40) * 0.3)
    expect(error.meanUnits).toBeCloseTo(12, 6)
    expect(error.unevenness).toBeCloseTo(0, 6)
  })

  test('E15 a picture that stands still and jumps is as uneven as can be', () => {
    const error = run(60, (timeMs) => 0.3 * 400 * Math.floor(timeMs / 400))
    expect(error.unevenness).toBeGreaterThan(0.95)
    expect(error.unevenness).toBeLessThanOrEqual(1)
    expect(error.meanUnits).toBeGreaterThan(45)
    expect(error.meanUnits).toBeLessThan(75)
  })

  test('E15 the mean fades: after an improvement, it falls to a third in `seconds`', () => {
    const error = new InterpolationError({ curves: ['linear'], seconds: 1 })
    run(60, (timeMs) => timeMs * 0.3 + 90, error)
    expect(error.meanUnits).toBeCloseTo(90, 6)
    for (let frame = 1; frame <= 60; frame++) {
      const timeMs = 3940 + (frame * 1000) / 60
      error.arrived(timeMs, [timeMs * 0.3])
      error.shown(timeMs, [timeMs * 0.3], 1 / 60)
    }
    expect(error.meanUnits).toBeCloseTo(90 / Math.E, 0)
  })

  test('E15 frames before the first state, without a time, and over 256 frames old have no error', () => {
    const error = new InterpolationError({ curves: ['linear'] })
    error.shown(Number.NaN, [7], 1 / 60)
    error.shown(-10, [7], 1 / 60)
    error.arrived(0, [0])
    error.arrived(50, [0])
    expect(error.meanUnits).toBeNaN()
    for (let frame = 1; frame <= 300; frame++)
      error.shown(50 + frame, [frame <= 44 ? 9 : 1], 1 / 60)
    error.arrived(400, [0])
    expect(error.meanUnits).toBeCloseTo(1, 9)
  })

  test('E15 the truth follows the curves, and a teleport is no way', () => {
    const curved = new InterpolationError({ curves: [hermiteCurve(1), 'step'] })
    curved.arrived(0, [0, 0])
    curved.shown(500, [0.5, 0], 1 / 60)
    curved.arrived(1000, [1, 3])
    // The cubic is at 1/8 there.
    expect(curved.meanUnits).toBeCloseTo(0.375, 9)
    const leapt = new InterpolationError({ curves: ['linear'] })
    leapt.arrived(0, [0])
    leapt.shown(49, [0], 1 / 60)
    leapt.arrived(50, [500], true)
    expect(leapt.meanUnits).toBe(0)
  })

  test('E15 clear forgets frames and states, and keeps the mean', () => {
    const error = run(60, (timeMs) => timeMs * 0.3 + 2)
    error.shown(5000, [9999], 1 / 60)
    error.clear()
    error.arrived(6000, [0])
    error.arrived(6050, [0])
    expect(error.meanUnits).toBeCloseTo(2, 6)
  })

  test('settings out of range are refused by name', () => {
    expect(() => new InterpolationError({ curves: ['linear'], seconds: 0 })).toThrow(/seconds is 0/)
    expect(() => new InterpolationError({ curves: [] })).toThrow(/curves/)
  })
})
