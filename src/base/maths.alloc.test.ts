import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../test/bytes-per-call.ts'
import { cos, sin } from './maths.ts'

test('E3 sin and cos create no object, and at most 4 boxed numbers, for an angle', () => {
  const angles = boxed((i) => i * 0.0625 - 9000.5)
  const out = new Float64Array(2)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    out[0] = sin(angles[n]!)
    out[1] = cos(angles[n]!)
  })
  expect(Math.abs(out[0]! ** 2 + out[1]! ** 2 - 1)).toBeLessThan(1e-15)
  expect(bytes).toBeLessThan(4 * BOXED_NUMBER_BYTES + 1)
})
