import { test } from 'vitest'
import { Latest } from './latest.ts'
import { expectOneBoxedNumber } from './playout-bytes.case.ts'

test('Latest leaves at most its result behind, as one boxed number', () => {
  expectOneBoxedNumber(new Latest())
})
