import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { FixedTimestep } from './fixed-timestep.ts'

test('C3 C7 FixedTimestep creates no object, and at most one boxed number, in mode semi-fixed and on a ramp', () => {
  const clock = new FixedTimestep({ stepMs: 10, mode: 'semi-fixed' })
  const times = boxed((i) => i * 16.67 + (i % 3))
  let n = 0
  let rests = 0
  const bytes = bytesPerCall(() => {
    if (n % 64 === 0) clock.rampTo(n % 128 === 0 ? 2 : 0.5, 700)
    const steps = clock.advance(times[n++]!)
    for (let i = 0; i < steps; i++) if (clock.stepLengthMs(i) < 10) rests++
  })
  expect(rests).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(BOXED_NUMBER_BYTES + 1)
})
