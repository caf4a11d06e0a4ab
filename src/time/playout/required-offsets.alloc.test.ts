import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { RequiredOffsets } from './required-offsets.ts'

test('D2 RequiredOffsets creates no object, and at most 2 boxed numbers, for a snapshot', () => {
  const offsets = new RequiredOffsets(50)
  const stamps = boxed((i) => i * 49.9)
  const arrivals = boxed((i) => i * 50 + 40.3 + (i % 7) * 13.3)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    offsets.insert(stamps[n % 9 === 0 ? n - 1 : n]!, arrivals[n]!)
  })
  expect(offsets.dryMs(5)).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(2 * BOXED_NUMBER_BYTES + 1)
})
