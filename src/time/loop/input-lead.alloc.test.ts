import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { InputLead } from './input-lead.ts'

test('A11 InputLead creates no object, and at most 5 boxed numbers, for an input', () => {
  const lead = new InputLead()
  lead.begin(1000 / 60, 50)
  const times = boxed((i) => i * 16.67)
  const stamps = boxed((i) => i + 4.2 + 3 * Math.sin(i / 50))
  const arrivals = boxed((i) => i * 1.0001 + 0.3 * (i % 5))
  let n = 5
  let odd = 0
  const bytes = bytesPerCall(() => {
    n++
    lead.generated(n, times[n]!, n % 7 === 0)
    lead.arrived(n - 5, arrivals[n]!)
    if (n % 9 === 0) lead.snapshot(times[n]!, times[n]!, n - 5, arrivals[n]!)
    if (lead.rate(times[n]!, stamps[n]!) !== 1) odd++
  })
  expect(odd).toBeGreaterThan(0)
  expect(lead.targetWaitSteps).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(5 * BOXED_NUMBER_BYTES + 1)
})
