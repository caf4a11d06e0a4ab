import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { RoundTripSteps } from './round-trip-steps.ts'

test('B3 B8 RoundTripSteps and its clock create no object, and at most 2 boxed numbers, for an input', () => {
  const steps = new RoundTripSteps()
  steps.begin(16.7, 50.1)
  const times = boxed((i) => i * 16.7 + 0.3)
  const arrivals = boxed((i) => i + 4.2 + (i % 5) * 0.1)
  const stamps = boxed((i) => (i + 5.5) * 16.7)
  let n = 5
  let odd = 0
  const bytes = bytesPerCall(() => {
    n++
    steps.generated(n, times[n]!)
    if (n % 3 === 0) steps.snapshot(stamps[n - 5]!, times[n]!, n - 5, arrivals[n - 5]!)
    if (steps.rate(times[n]!, arrivals[n]!) !== 1) odd++
  })
  expect(steps.clock.rttMs).toBeGreaterThan(10)
  expect(odd).toBeGreaterThan(1000)
  expect(bytes).toBeLessThan(2 * BOXED_NUMBER_BYTES + 1)
})
