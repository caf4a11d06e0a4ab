import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { Pace } from './pace.ts'

test('A11 Pace creates no object, and at most one boxed number, for an input', () => {
  const pace = new Pace()
  pace.begin(1000 / 60)
  pace.targetSteps = 2
  const times = boxed((i) => i * 16.67)
  const stamps = boxed((i) => i + 4.2)
  const arrivals = boxed((i) => i * 1.0001 + 0.3 * (i % 5))
  let n = 5
  let odd = 0
  const bytes = bytesPerCall(() => {
    n++
    pace.generated(n, times[n]!)
    if (n % 3 === 0) pace.snapshot(0, 0, n - 5, arrivals[n]!)
    if (pace.rate(times[n]!, stamps[n]!) !== 1) odd++
  })
  expect(odd).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(BOXED_NUMBER_BYTES + 1)
})
