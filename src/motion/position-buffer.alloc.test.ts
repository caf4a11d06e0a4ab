import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../test/bytes-per-call.ts'
import { PositionBuffer } from './position-buffer.ts'

test('B6 PositionBuffer allocates nothing', () => {
  const buffer = new PositionBuffer({ delayMs: 200, stepMs: 50 })
  const out = new Float64Array(2)
  const times = boxed((i) => i * 50.25)
  const renders = boxed((i) => i * 50.25 - 170.3)
  const xs = boxed((i) => i * 0.37)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    buffer.push(times[n]!, xs[n]!, xs[n + 1]!)
    buffer.sample(renders[n]!, out)
  })
  expect(buffer.count).toBe(8)
  expect(bytes).toBeLessThan(1)
})
