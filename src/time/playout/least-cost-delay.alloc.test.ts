import { test } from 'vitest'
import { LeastCostDelay } from './least-cost-delay.ts'
import { expectOneBoxedNumber } from './playout-bytes.case.ts'

test('B1 LeastCostDelay leaves at most its result behind, as one boxed number', () => {
  expectOneBoxedNumber(new LeastCostDelay())
})
