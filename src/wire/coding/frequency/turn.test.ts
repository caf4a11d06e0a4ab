import { describe, expect, test } from 'vitest'
import { toSmallestThree } from '../../../game/smallest-three.ts'
import { Between } from '../../records/expected-value.ts'
import { Turn } from './turn.ts'

const LEVELS = 65535

/** Packs a rotation about an axis into `row[at]`. */
function put(row: Int32Array, at: number, axis: readonly [number, number, number], angle: number) {
  const [x, y, z] = axis
  const sine = Math.sin(angle / 2) / Math.hypot(x, y, z)
  const parts = [x * sine, y * sine, z * sine, Math.cos(angle / 2)]
  toSmallestThree(Float64Array.from(parts), 0, LEVELS, row, at)
}

/** Returns the expected and the real four columns of a body that turns evenly. */
function expected(angles: readonly [number, number, number], elapsed: number, span: number) {
  const base = new Int32Array(12)
  const axis = [1, -2, 0.5] as const
  angles.forEach((angle, n) => {
    put(base, 4 * n, axis, angle)
  })
  const between = Object.assign(new Between(), { base, baseAt: 4, beforeAt: 0, elapsed, span })
  const turn = new Turn()
  turn.take(between, 0, LEVELS)
  const { greatest } = turn
  turn.round(greatest)
  const whole = [...turn.wholes].filter((_, part) => part !== greatest)
  return { got: [greatest, ...whole], wanted: [...base.subarray(8)], turn }
}

describe('a turning body', () => {
  test.each([
    [[0.3, 0.5, 0.7], 256, 256],
    [[0.1, 0.2, 0.6], 1024, 256],
    [[-0.4, 0.4, 0.8], 256, 512],
    [[1, 1, 1], 256, 256],
  ] as const)('%j is expected to go on turning, %i subticks after %i', (angles, elapsed, span) => {
    const { got, wanted } = expected(angles, elapsed, span)
    expect(got[0]).toBe(wanted[0])
    // For a turn by several times the angle, the sine is scaled, so it may be a little off.
    for (let i = 1; i < 4; i++) expect(Math.abs(got[i]! - wanted[i]!)).toBeLessThan(LEVELS / 100)
  })

  test('without a state before it is expected to rest', () => {
    const { turn } = expected([0.2, 0.9, 1.6], 256, 0)
    expect([...turn.ways]).toEqual([0, 0, 0, 0])
  })

  test('columns that are no valid rotation still have expected values in range', () => {
    const base = Int32Array.from([3, 0, 0, LEVELS, 1, LEVELS, LEVELS, LEVELS])
    const between = Object.assign(new Between(), {
      ...{ base, baseAt: 4, beforeAt: 0, elapsed: 5120, span: 1 },
    })
    const turn = new Turn()
    turn.take(between, 0, LEVELS)
    expect(turn.lead).toBeGreaterThanOrEqual(0)
    expect(turn.lead).toBeLessThanOrEqual(15)
    for (let greatest = 0; greatest < 4; greatest++) {
      turn.round(greatest)
      for (const whole of turn.wholes) {
        expect(whole).toBeGreaterThanOrEqual(0)
        expect(whole).toBeLessThanOrEqual(LEVELS)
      }
    }
  })
})
