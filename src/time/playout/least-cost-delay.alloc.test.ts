import { test } from 'vitest'
import { LeastCostDelay } from './least-cost-delay.ts'
import { expectBoxedNumbers } from './playout-bytes.case.ts'

test('B1 LeastCostDelay creates no object, and at most 2 boxed numbers, in a frame', () => {
  expectBoxedNumbers(new LeastCostDelay(), 2)
})
