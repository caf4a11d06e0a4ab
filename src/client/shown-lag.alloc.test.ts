import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../test/bytes-per-call.ts'
import { ShownLag } from './shown-lag.ts'

test('D11 a lag that follows, and one that is set, allocates nothing', () => {
  const lag = new ShownLag()
  const times = boxed((i) => i * 16.7)
  let n = 0
  const sum = new Float64Array(1)
  const bytes = bytesPerCall(() => {
    lag.renderTimeMs = times[n++]!
    if (n % 100 === 0) lag.toldMs = n % 251
    if (n % 1000 === 0) lag.renderTimeMs = -1.5
    lag.follow()
    sum[0] = sum[0]! + lag.ms
  })
  expect(sum[0]).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(1)
})
