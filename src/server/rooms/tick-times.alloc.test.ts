import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { TickTimes } from './tick-times.ts'

test('noting a tick creates no object, and at most one boxed number', () => {
  const times = new TickTimes()
  const list = boxed((i) => 0.01 + (i % 4000) * 0.25)
  let n = 0
  const bytes = bytesPerCall(() => times.note(list[n++]!, 1 + (n % 3)))
  expect(times.counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(n)
  expect(bytes).toBeLessThan(BOXED_NUMBER_BYTES + 1)
})
