import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../test/bytes-per-call.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { Tracks } from './tracks.ts'

test('B6 Tracks allocate nothing, in order, late, repeated and dry', () => {
  const curves = ['linear', 'angle', hermiteCurve(), hermiteCurve(0), 'step'] as const
  const tracks = new Tracks({ curves, count: 3 })
  const values = new Float64Array(curves.length)
  const out = new Float64Array(3 * curves.length)
  const stamps = boxed((i) => i * 50.25)
  const repeats = boxed((i) => i * 50.25 + 25.1)
  const renders = boxed((i) => i * 50.25 + (i % 32 === 9 ? 20.7 : -40.3))
  let n = 0
  let dry = 0
  const bytes = bytesPerCall(() => {
    n++
    for (let k = 0; k < 3; k++) {
      values[0] = n * 0.37 + k
      values[1] = n * 0.01
      values[2] = (n * n) % 97.3
      if (n % 8 === 3) tracks.push(k, stamps[n + 1]!, values)
      tracks.push(k, stamps[n]!, values)
      if (n % 16 === 5) tracks.repeatLast(k, repeats[n]!)
    }
    tracks.sample(renders[n]!, out)
    if (tracks.states[0] === 3) dry++
  })
  expect(dry).toBeGreaterThan(0)
  expect(tracks.droppedSamples).toBe(0)
  expect(bytes).toBeLessThan(1)
})
