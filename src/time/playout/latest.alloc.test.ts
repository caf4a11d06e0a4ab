import { test } from 'vitest'
import { Latest } from './latest.ts'
import { expectBoxedNumbers } from './playout-bytes.case.ts'

test('Latest creates no object, and at most one boxed number, in a frame', () => {
  expectBoxedNumbers(new Latest(), 1)
})
