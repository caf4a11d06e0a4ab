import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../test/bytes-per-call.ts'
import type { Curve } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { slerpCurve } from './slerp-curve.ts'
import { Track } from './track.ts'

const CURVES: readonly Curve[] = [
  'linear',
  hermiteCurve(0),
  hermiteCurve(),
  'angle',
  'step',
  slerpCurve,
  slerpCurve,
  slerpCurve,
  slerpCurve,
]

test('B6 Track.push and sample allocate nothing, in order, late, repeated and dry', () => {
  const track = new Track({ curves: CURVES, fadeMs: 100 })
  const values = new Float64Array(CURVES.length)
  const out = new Float64Array(CURVES.length)
  const stamps = boxed((i) => i * 50.25)
  const repeats = boxed((i) => i * 50.25 + 25.1)
  const renders = boxed((i) => i * 50.25 + (i % 32 === 9 ? 20.7 : -40.3))
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    values[0] = n * 0.37
    values[1] = n * 0.71
    values[2] = (n * n) % 97.3
    values[3] = n * 0.01
    values[5] = Math.sin(n * 0.1)
    values[8] = Math.cos(n * 0.1)
    if (n % 8 === 3) track.push(stamps[n + 1]!, values)
    track.push(stamps[n]!, values)
    if (n % 16 === 5) track.repeatLast(repeats[n]!)
    track.sample(renders[n]!, out)
  })
  expect(track.extrapolatedFrames).toBeGreaterThan(0)
  expect(track.droppedSamples).toBe(0)
  expect(bytes).toBeLessThan(1)
})
