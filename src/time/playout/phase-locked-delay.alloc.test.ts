import { test } from 'vitest'
import { PhaseLockedDelay } from './phase-locked-delay.ts'
import { expectOneBoxedNumber } from './playout-bytes.case.ts'

test('B2 PhaseLockedDelay leaves at most its result behind, as one boxed number', () => {
  expectOneBoxedNumber(new PhaseLockedDelay())
})
