import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { InputLead } from './input-lead.ts'

test('A11 InputLead allocates nothing', () => {
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
  expect(bytes).toBeLessThan(1)
})
