import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { RequiredOffsets } from './required-offsets.ts'

test('D2 RequiredOffsets allocates nothing', () => {
  const offsets = new RequiredOffsets(50)
  const stamps = boxed((i) => i * 49.9)
  const arrivals = boxed((i) => i * 50 + 40.3 + (i % 7) * 13.3)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    offsets.stampMs = stamps[n % 9 === 0 ? n - 1 : n]!
    offsets.arrivedAtMs = arrivals[n]!
    offsets.insert()
  })
  expect(offsets.dryMs(5)).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(1)
})
