import { expect } from 'vitest'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import type { Playout } from './playout.ts'

/** Tests that a playout creates no object and at most `most` boxed numbers per frame. Each file measures one playout. */
export function expectBoxedNumbers(playout: Playout, most: number): void {
  playout.begin(50)
  const stamps = boxed((i) => i * 16)
  const frames = boxed((i) => i * 16 + 60.1 + (i % 7) * 0.3)
  let n = 0
  const bytes = bytesPerCall(() => {
    n++
    if (n % 4 === 0) playout.arrived(stamps[n]!, frames[n]!)
    playout.advance(frames[n]!)
  })
  expect(playout.renderTimeMs).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThan(most * BOXED_NUMBER_BYTES + 1)
}
