import { test } from 'vitest'
import { expectBoxedNumbers } from './playout-bytes.case.ts'
import { StepwiseDelay } from './stepwise-delay.ts'

test('D7 StepwiseDelay creates no object, and at most 2 boxed numbers, in a frame', () => {
  expectBoxedNumbers(new StepwiseDelay(), 2)
})
