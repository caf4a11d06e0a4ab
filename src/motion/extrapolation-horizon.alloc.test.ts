import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../test/bytes-per-call.ts'
import { ExtrapolationHorizon } from './extrapolation-horizon.ts'
import { hermiteCurve } from './hermite-curve.ts'

test('D6 ExtrapolationHorizon allocates nothing', () => {
  const horizon = new ExtrapolationHorizon([hermiteCurve(1), 'step', 'linear'])
  const values = new Float64Array(3)
  const stamps = boxed((i) => i * 50.25)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    values[0] = Math.sin(n * 0.1) * 90.5
    values[1] = Math.cos(n * 0.1) * 180.1
    values[2] = (n % 37) * 1.3
    if (n % 100 === 0) horizon.breakOff()
    horizon.note(stamps[n]!, values)
  })
  expect(horizon.code).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(1)
})
