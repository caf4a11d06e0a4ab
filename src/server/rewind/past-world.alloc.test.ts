import { expect, test } from 'vitest'
import { runnersOf } from '../../../bench/fair-hits/runners.ts'
import { BOXED_NUMBER_BYTES, bytesPerCall } from '../../../test/bytes-per-call.ts'

test('D13 repeating what a player saw of 50 others creates no object, and at most 2 boxed numbers for each', () => {
  const { look, behindPx } = runnersOf(51)
  let seen = 0
  const call = () => {
    seen = look()
  }
  expect(bytesPerCall(call, 1000, 51 * 2 * BOXED_NUMBER_BYTES)).toBeLessThan(
    51 * 2 * BOXED_NUMBER_BYTES + 1,
  )
  expect(seen).toBe(51)
  expect(behindPx()).toBeGreaterThan(3)
})
