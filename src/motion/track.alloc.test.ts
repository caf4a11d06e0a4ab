import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../test/bytes-per-call.ts'
import { Track } from './track.ts'

test('B6 Track.push and sample allocate nothing, in order, late, repeated and dry', () => {
  const track = new Track({ curves: ['linear', 'linear', 'angle', 'step'] })
  const values = new Float64Array(4)
  const out = new Float64Array(4)
  const stamps = boxed((i) => i * 50.25)
  const repeats = boxed((i) => i * 50.25 + 25.1)
  const renders = boxed((i) => i * 50.25 + (i % 32 === 9 ? 20.7 : -40.3))
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    values[0] = n * 0.37
    values[2] = n * 0.01
    if (n % 8 === 3) track.push(stamps[n + 1]!, values)
    track.push(stamps[n]!, values)
    if (n % 16 === 5) track.repeatLast(repeats[n]!)
    track.sample(renders[n]!, out)
  })
  expect(track.extrapolatedFrames).toBeGreaterThan(0)
  expect(track.droppedSamples).toBe(0)
  expect(bytes).toBeLessThan(1)
})
