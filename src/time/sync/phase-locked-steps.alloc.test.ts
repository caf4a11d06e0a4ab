import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { PhaseLockedSteps } from './phase-locked-steps.ts'

test('B3 PhaseLockedSteps creates no object, and at most one boxed number, for an input', () => {
  const steps = new PhaseLockedSteps()
  steps.begin(16.7, 50.1)
  const times = boxed((i) => i * 16.7 + 0.3)
  const stamps = boxed((i) => (i + 5.5 + (i % 5) * 0.1) * 16.7)
  let n = 5
  let odd = 0
  const bytes = bytesPerCall(() => {
    n++
    steps.generated(n, times[n]!)
    if (n % 3 === 0) steps.snapshot(stamps[n - 5]!, times[n]!, -1, stamps[n]!)
    if (steps.rate(times[n]!, stamps[n]!) !== 1) odd++
  })
  expect(odd).toBeGreaterThan(1000)
  expect(bytes).toBeLessThan(BOXED_NUMBER_BYTES + 1)
})
