import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { FixedDelay } from './fixed-delay.ts'

test('B1 FixedDelay.arrived creates no object, and at most 2 boxed numbers', () => {
  const playout = new FixedDelay()
  playout.begin(50)
  const stamps = boxed((i) => i * 49.9)
  const arrivals = boxed((i) => i * 50 + 40.3 + (i % 7) * 1.3)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    playout.arrived(stamps[n]!, arrivals[n]!)
  })
  expect(bytes).toBeLessThan(2 * BOXED_NUMBER_BYTES + 1)
})

test('B1 FixedDelay.advance creates no object, and at most one boxed number', () => {
  const playout = new FixedDelay()
  playout.begin(50)
  const stamps = boxed((i) => i * 16)
  const frames = boxed((i) => i * 16 + 60.1)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    if (n % 4 === 0) playout.arrived(stamps[n]!, frames[n]!)
    playout.advance(frames[n]!)
  })
  expect(playout.renderTimeMs).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThan(BOXED_NUMBER_BYTES + 1)
})
