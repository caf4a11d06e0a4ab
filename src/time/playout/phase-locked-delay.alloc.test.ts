import { test } from 'vitest'
import { PhaseLockedDelay } from './phase-locked-delay.ts'
import { expectBoxedNumbers } from './playout-bytes.case.ts'

test('B2 PhaseLockedDelay creates no object, and at most one boxed number, in a frame', () => {
  expectBoxedNumbers(new PhaseLockedDelay(), 1)
})
