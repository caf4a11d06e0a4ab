import { test } from 'vitest'
import { expectOneBoxedNumber } from './playout-bytes.case.ts'
import { TimeShift } from './time-shift.ts'

test('E1 TimeShift leaves at most its result behind, as one boxed number', () => {
  expectOneBoxedNumber(new TimeShift())
})
