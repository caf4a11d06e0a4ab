import { expect, test } from 'vitest'
import { BOXED_NUMBER_BYTES, bytesPerCall } from '../../test/bytes-per-call.ts'
import { quat } from '../motion/quat.ts'
import { number } from './field.ts'
import { Schema } from './schema.ts'

test('A4 rounding rotations and converting them to numbers creates no object, and at most 1 boxed number', () => {
  const schema = new Schema({ x: number(), spin: quat(), turn: quat({ bits: 16 }) })
  const object = schema.create()
  const row = new Int32Array(schema.width)
  const numbers = new Float64Array(schema.width)
  const places = Int32Array.from([1, 5])
  let n = 0
  const roundTrip = () => {
    n++
    row[0] = n % 5000
    for (const at of places) {
      row[at] = n & 3
      for (let i = at + 1; i < at + 4; i++) row[i] = (n * 377 * i) & 2047
    }
    schema.scatter(row, 0, object)
    schema.round(object)
    schema.gather(object, row, 0, null)
    schema.toNumbers(schema.every, row, 0, numbers, 0)
    schema.coarseToNumbers(row, 0, numbers, 0)
  }
  expect(bytesPerCall(roundTrip, undefined, BOXED_NUMBER_BYTES)).toBeLessThan(
    BOXED_NUMBER_BYTES + 1,
  )
  expect(numbers.every(Number.isFinite)).toBe(true)
})
