import { expect, test } from 'vitest'
import { bytesPerCall } from '../../test/bytes-per-call.ts'
import { slerpCurve } from './slerp-curve.ts'
import { SmoothingFactor } from './smoothing-factor.ts'

test('E2 SmoothingFactor allocates nothing', () => {
  const curves = [
    'linear',
    'angle',
    'step',
    slerpCurve,
    slerpCurve,
    slerpCurve,
    slerpCurve,
  ] as const
  const smoothing = new SmoothingFactor({ curves, snapUnits: 40 })
  const target = new Float64Array(curves.length)
  const out = new Float64Array(curves.length)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    target[0] = (n % 300) * 0.37
    target[1] = n * 0.07
    target[3] = Math.sin(n * 0.01)
    target[6] = Math.cos(n * 0.01)
    smoothing.follow(target, 1 / 61, out)
  })
  // It was not asleep: one unit on, it is already moving there.
  target[0] = out[0]! + 1
  smoothing.follow(target, 1 / 61, out)
  expect(target[0]! - out[0]!).toBeCloseTo(0.8, 1)
  expect(bytes).toBeLessThan(1)
})
