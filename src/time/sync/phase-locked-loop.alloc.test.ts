import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { PhaseLockedLoop } from './phase-locked-loop.ts'

test('B2 PhaseLockedLoop allocates nothing', () => {
  const loop = new PhaseLockedLoop()
  loop.begin(50)
  const ticks = boxed((i) => i * 0.999)
  const arrivals = boxed((i) => i * 50 + 0.5 + (i % 7) * 1.3)
  let n = 0
  let behind = 0
  const bytes = bytesPerCall(() => {
    n++
    loop.updated(ticks[n]!, arrivals[n]!)
    if (loop.timeMs(arrivals[n]!) < arrivals[n]!) behind++
  })
  expect(behind).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(1)
})
