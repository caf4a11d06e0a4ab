import { describe, expect, test } from 'vitest'
import { ACCELERATION_MS, steadyAcceleration } from './acceleration.ts'
import type { Curve } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { Track } from './track.ts'

const H = 0.05

describe('steadyAcceleration', () => {
  test('a fall keeps its acceleration, whatever the time between samples', () => {
    expect(steadyAcceleration(0, 120, 240, H, H)).toBeCloseTo(2400, 9)
    expect(steadyAcceleration(-120, 0, 240, H, 2 * H)).toBeCloseTo(2400, 9)
    expect(steadyAcceleration(1, 1, 1, H, H)).toBe(0)
  })

  test('a curve that turns slowly is extrapolated as it turns', () => {
    // The second derivative of 300 sin t at the newest sample.
    const v = (t: number) => 300 * Math.cos(t)
    const is = steadyAcceleration(v(1), v(1 + H), v(1 + 2 * H), H, H)
    const straight = (v(1 + 2 * H) - v(1 + H)) / H
    const truth = -300 * Math.sin(1 + 2 * H)
    expect(Math.abs(is - truth)).toBeLessThan(Math.abs(straight - truth) / 5)
  })

  test.each([
    ['a jump', [120, 240, -800]],
    ['a landing', [480, 600, 0]],
    ['a key that is pressed', [0, 0, 320]],
    ['a key that is let go', [320, 320, 0]],
    ['a bounce', [480, 600, -600]],
  ])('%s is not extrapolated, in pixels or in metres', (_name, [v0, v1, v2]) => {
    for (const scale of [1, 0.01])
      expect(steadyAcceleration(v0! * scale, v1! * scale, v2! * scale, H, H)).toBe(0)
  })

  test('samples far apart say nothing', () => {
    expect(steadyAcceleration(0, 840, 960, 0.35, H)).toBe(0)
    expect(steadyAcceleration(0, 120, 960, H, 0.35)).toBe(0)
    expect(steadyAcceleration(0, 120, 240, Number.NaN, H)).toBe(0)
  })
})

describe('past the newest sample', () => {
  const CURVES: readonly Curve[] = [hermiteCurve(1), 'step']
  const G = 2400
  const fallen = (seconds: number) => [(G * seconds * seconds) / 2, G * seconds]
  const out = new Float64Array(2)

  function falling(samples: number, brokenAt = -1): Track {
    const track = new Track({ curves: CURVES, extrapolateMs: 600 })
    for (let i = 0; i < samples; i++) track.push(i * 50, fallen(i * H), 0, i === brokenAt)
    return track
  }

  test('D6 a fall is extrapolated exactly for 120 ms, then at the speed it led to', () => {
    const track = falling(4)
    for (let ms = 0; ms <= ACCELERATION_MS; ms += 10) {
      track.sample(150 + ms, out)
      expect(out[0]).toBeCloseTo(fallen(0.15 + ms / 1000)[0]!, 6)
    }
    const [end, speed] = fallen(0.15 + ACCELERATION_MS / 1000)
    track.sample(150 + ACCELERATION_MS + 100, out)
    expect(out[0]).toBeCloseTo(end! + 0.1 * speed!, 6)
  })

  test.each([
    ['two samples', 2, -1],
    ['a break among the last three', 5, 3],
    ['a break right before the newest', 5, 4],
  ])('D6 after %s it is extrapolated at its velocity', (_name, samples, brokenAt) => {
    const track = falling(samples, brokenAt)
    const atMs = (samples - 1) * 50
    const [x, v] = fallen(atMs / 1000)
    track.sample(atMs + 60, out)
    expect(out[0]).toBeCloseTo(x! + 0.06 * v!, 6)
  })

  test('D6 a newest sample that is replaced is extrapolated anew', () => {
    const track = new Track({ curves: CURVES, easeReturn: false })
    for (let i = 0; i < 4; i++) track.push(i * 50, fallen(i * H))
    track.sample(160, out)
    track.push(150, [fallen(0.15)[0]!, 0])
    track.sample(180, out)
    expect(out[0]).toBe(fallen(0.15)[0])
  })

  test('D6 samples of a cleared track do not inherit the acceleration of earlier ones', () => {
    const track = falling(4)
    track.sample(160, out)
    track.clear()
    for (let i = 0; i < 4; i++) track.push(i * 50, [i * 5, 100])
    track.sample(180, out)
    expect(out[0]).toBeCloseTo(18, 9)
  })
})
