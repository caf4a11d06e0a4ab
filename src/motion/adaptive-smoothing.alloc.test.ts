import { expect, test } from 'vitest'
import { bytesPerCall } from '../../test/bytes-per-call.ts'
import { AdaptiveSmoothing } from './adaptive-smoothing.ts'
import { InterpolationError } from './interpolation-error.ts'

test('E15 AdaptiveSmoothing and InterpolationError allocate nothing', () => {
  const smoothing = new AdaptiveSmoothing({ curves: ['linear', 'linear'] })
  const error = new InterpolationError({ curves: ['linear', 'linear'] })
  const state = new Float64Array(2)
  const out = new Float64Array(2)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    const nowMs = n * 16
    if (n % 3 === 0) {
      state[0] = nowMs * 0.3
      state[1] = (n % 100) * 2
      smoothing.arrived(nowMs, state)
      error.arrived(nowMs, state)
    }
    smoothing.follow(nowMs, state, 0.016, out)
    error.shown(nowMs, out, 0.016)
  })
  // Both were at work.
  expect(smoothing.factor).not.toBe(0.2)
  expect(error.meanUnits).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(1)
})
