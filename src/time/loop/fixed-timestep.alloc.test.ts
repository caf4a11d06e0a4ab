import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { FixedTimestep } from './fixed-timestep.ts'

test('C4 FixedTimestep.advance allocates nothing', () => {
  const clock = new FixedTimestep({ stepMs: 1000 / 60 })
  clock.scale = 1.01
  const times = boxed((i) => i * 16.67 + (i % 3))
  let n = 0
  const bytes = bytesPerCall(() => {
    clock.advance(times[n++]!)
  })
  expect(clock.stepCount).toBeGreaterThan(30_000)
  expect(bytes).toBeLessThan(1)
})
