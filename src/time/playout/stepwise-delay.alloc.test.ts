import { test } from 'vitest'
import { expectOneBoxedNumber } from './playout-bytes.case.ts'
import { StepwiseDelay } from './stepwise-delay.ts'

test('D7 StepwiseDelay leaves at most its result behind, as one boxed number', () => {
  expectOneBoxedNumber(new StepwiseDelay())
})
