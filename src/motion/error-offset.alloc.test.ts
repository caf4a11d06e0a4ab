import { expect, test } from 'vitest'
import { bytesPerCall } from '../../test/bytes-per-call.ts'
import { ErrorOffset } from './error-offset.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { slerpCurve } from './slerp-curve.ts'

const CURVES = [
  'linear',
  hermiteCurve(),
  'angle',
  slerpCurve,
  slerpCurve,
  slerpCurve,
  slerpCurve,
] as const

test('A9 ErrorOffset allocates nothing', () => {
  const offset = new ErrorOffset(CURVES)
  const old = new Float64Array(7)
  const fresh = new Float64Array(7)
  const time = Float64Array.of(1 / 64, 1.1)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    if (n % 6 === 0) {
      old[0] = (n % 50) + 0.5
      old[2] = 0.7
      old[3] = 0.6
      old[6] = 0.8
      fresh[6] = 1
      offset.add(old, fresh)
    }
    offset.decayFollowed(fresh, old, time)
    offset.apply(fresh)
    fresh[0] = 0
  })
  expect(offset.active).toBe(true)
  expect(bytes).toBeLessThan(1)
})
