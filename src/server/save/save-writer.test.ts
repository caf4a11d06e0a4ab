import { expect, test } from 'vitest'
import { SaveReader } from './save-reader.ts'
import { SaveWriter } from './save-writer.ts'

test('offsets come back to the bit, and small ones take few bits', () => {
  const values = [0, 1, -1, 7, -8, 100, -1000, 2 ** 31 - 1, -(2 ** 31)]
  const writer = new SaveWriter({ referenceOf: () => null })
  for (const value of values) writer.offset(value)
  const reader = new SaveReader(writer.bits.toBytes(), { resolve: () => undefined })
  expect(values.map(() => reader.offset())).toEqual(values)
  const short = new SaveWriter({ referenceOf: () => null })
  for (let n = 0; n < 100; n++) short.offset(n % 2)
  expect(short.bits.bitLength).toBe(50 * 1 + 50 * 5)
})
