import { describe, expect, test } from 'vitest'
import type { Curve } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { slerpCurve } from './slerp-curve.ts'
import { Track, type TrackOptions, TrackState } from './track.ts'

const out = new Float64Array(6)
const SENT: readonly Curve[] = [hermiteCurve(1), 'linear']

function track(
  samples: readonly (readonly [number, ...number[]])[],
  options: Partial<TrackOptions> = {},
): Track {
  const made = new Track({ curves: ['linear'], ...options })
  for (const [stampMs, ...values] of samples) made.push(stampMs, values)
  return made
}

function at(shown: Track, timeMs: number): number {
  shown.sample(timeMs, out)
  return out[0]!
}

describe('past the newest sample', () => {
  test('D6 a single sample is extrapolated by its sent velocity, at last slower, and then holds', () => {
    const one = track([[0, 10, 200]], { curves: SENT })
    expect(one.sample(50, out)).toBe(TrackState.extrapolated)
    expect(out[0]).toBeCloseTo(20, 9)
    expect(one.sample(100, out)).toBe(TrackState.held)
    // 200 units/s for two thirds of 100 ms, and half of that speed in the last third.
    expect(out[0]).toBeCloseTo(10 + 200 * (0.2 / 3 + 0.05 / 3), 9)
    expect(at(one, 1000)).toBe(out[0])
  })

  test('D6 the sent velocity counts, not that of the last two samples', () => {
    const turning = track(
      [
        [0, 0, 100],
        [50, 5, -100],
      ],
      { curves: SENT },
    )
    expect(at(turning, 60)).toBeCloseTo(5 - 100 * 0.01, 9)
  })

  test('D6 after a teleport only a sent velocity extrapolates', () => {
    const jumped = track([[0, 0, 0]], { curves: SENT })
    jumped.push(50, [900, 100], 0, true)
    expect(at(jumped, 60)).toBeCloseTo(900 + 100 * 0.01, 9)
    const plain = track([[0, 0]])
    plain.push(50, [900], 0, true)
    expect(plain.sample(60, out)).toBe(TrackState.held)
    expect(out[0]).toBe(900)
  })

  test('D6 an entity at rest is not extrapolated by a velocity sent before', () => {
    const rest = track([[0, 10, 200]], { curves: SENT })
    rest.isResting = true
    expect(rest.sample(50, out)).toBe(TrackState.between)
    expect(out[0]).toBe(10)
  })

  test('D6 a rest reported while the entity is extrapolated is no jump: it is eased back, to the bit', () => {
    const stopped = track([
      [0, 0],
      [50, 50],
    ])
    const before = at(stopped, 100)
    expect(before).toBeGreaterThan(80)
    stopped.isResting = true
    expect(Math.abs(at(stopped, 101) - before)).toBeLessThan(2)
    for (let t = 102; t < 1500; t++) at(stopped, t)
    expect(at(stopped, 1500)).toBe(50)
  })

  test('D6 an entity that has rested is not extrapolated by its earlier movement, until a newer sample', () => {
    const rested = track([
      [0, 0],
      [50, 50],
    ])
    rested.isResting = true
    at(rested, 60)
    rested.isResting = false
    expect(rested.sample(70, out)).toBe(TrackState.held)
    expect(out[0]).toBe(50)
    rested.push(80, [80])
    expect(rested.sample(90, out)).toBe(TrackState.extrapolated)
  })

  test('D6 D8 D10 rotations turn on, angles the short way; functions and steps hold', () => {
    const half = Math.PI / 180 / 2
    const curves: Curve[] = [slerpCurve, slerpCurve, slerpCurve, slerpCurve, 'angle', () => 1000]
    const turn = track(
      [
        [0, 0, 0, 0, 1, 6.2, 1],
        [50, 0, 0, -Math.sin(20 * half), -Math.cos(20 * half), 0, 2],
      ],
      { curves, extrapolateMs: Number.POSITIVE_INFINITY },
    )
    turn.sample(100, out)
    // 20 degrees in 50 ms, so 40 after 100, although the second quaternion has the opposite sign.
    expect(Math.abs(out[2]!)).toBeCloseTo(Math.sin(40 * half), 9)
    expect(Math.abs(out[3]!)).toBeCloseTo(Math.cos(40 * half), 9)
    expect(out[4]).toBeCloseTo(2 * Math.PI - 6.2, 9)
    expect(out[5]).toBe(2)
  })

  test('D6 a function gives the curve between two samples, and their own values at their times', () => {
    const late = (from: number, to: number, alpha: number): number => (alpha < 0.8 ? from : to)
    const own = track(
      [
        [0, 3],
        [100, 4],
      ],
      { curves: [late] },
    )
    expect([at(own, 0), at(own, 79), at(own, 81), at(own, 100)]).toEqual([3, 3, 4, 4])
  })

  test('E16 extrapolateFrames: a single frame is extrapolated, then it holds where that was', () => {
    const one = track([[0, 0, 100]], { curves: SENT, extrapolateFrames: 1 })
    expect(one.sample(0, out)).toBe(TrackState.between)
    expect(one.sample(16, out)).toBe(TrackState.extrapolated)
    const shown = out[0]!
    expect(shown).toBeCloseTo(100 * 0.016, 9)
    expect(one.sample(32, out)).toBe(TrackState.held)
    expect(out[0]).toBe(shown)
    expect(at(one, 48)).toBe(shown)
    expect([one.extrapolatedFrames, one.heldFrames]).toEqual([1, 2])
    one.push(50, [5, 100])
    expect(one.sample(64, out)).toBe(TrackState.extrapolated)
    expect(one.sample(80, out)).toBe(TrackState.held)
  })

  test('E16 extrapolateFrames counts anew from each newest sample', () => {
    const two = track([[0, 0, 100]], { curves: SENT, extrapolateFrames: 2 })
    const states = (...times: number[]): TrackState[] => times.map((t) => two.sample(t, out))
    const { extrapolated, held } = TrackState
    expect(states(10, 20, 30)).toEqual([extrapolated, extrapolated, held])
    two.push(40, [4, 100])
    expect(states(50, 60, 70)).toEqual([extrapolated, extrapolated, held])
  })

  test('E16 easeReturn off: the return is a snap to the next snapshot', () => {
    const options = { curves: SENT, extrapolateFrames: 1 }
    const snapping = track([[0, 0, 100]], { ...options, easeReturn: false })
    const easing = track([[0, 0, 100]], options)
    for (const shown of [snapping, easing]) {
      at(shown, 16)
      at(shown, 32)
      shown.push(40, [30, 0])
      shown.push(80, [30, 0])
    }
    expect(at(snapping, 48)).toBe(30)
    expect(at(easing, 48)).toBeLessThan(20)
  })

  test('E16 no frame at all is as good as no extrapolation', () => {
    const none = track([[0, 0, 100]], {
      curves: SENT,
      extrapolateFrames: 0,
      easeReturn: false,
    })
    expect(none.sample(16, out)).toBe(TrackState.held)
    expect(out[0]).toBe(0)
    none.push(50, [5, 100])
    expect(none.sample(60, out)).toBe(TrackState.held)
    expect(out[0]).toBe(5)
  })

  test('settings below 0 are refused by name', () => {
    expect(() => track([], { extrapolateMs: -1 })).toThrow(/extrapolateMs is -1, .* at least 0/)
    expect(() => track([], { extrapolateFrames: Number.NaN })).toThrow(/extrapolateFrames is NaN/)
    expect(() => track([], { fadeMs: -5 })).toThrow(/fadeMs is -5/)
  })
})
