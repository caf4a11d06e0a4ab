import { test } from 'vitest'
import { expectBoxedNumbers } from './playout-bytes.case.ts'
import { TimeShift } from './time-shift.ts'

test('E1 TimeShift creates no object, and at most one boxed number, in a frame', () => {
  expectBoxedNumbers(new TimeShift(), 1)
})
