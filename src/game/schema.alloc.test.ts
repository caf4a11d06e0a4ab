import { expect, test } from 'vitest'
import { bytesPerCall } from '../../test/bytes-per-call.ts'
import { number, text } from './field.ts'
import { type Holder, Schema } from './schema.ts'
import { vec2 } from './vectors.ts'

/** Reads, rounds and writes an object of `schema` in steady state. The numbers are never whole. */
function roundTrip(schema: Schema, object: Holder): () => void {
  const row = new Int32Array(schema.width)
  let n = 0
  return () => {
    n++
    for (let i = 0; i < row.length; i++) row[i] = 2_097_152 + ((n * 7 + i) % 5000)
    schema.scatter(row, 0, object)
    schema.round(object)
    schema.gather(object, row, 0, null)
  }
}

test('A4 a record of four numbers, whose names others use for texts, is rounded without allocation', () => {
  const others = new Schema({ x: text(8), y: vec2(), vx: text(8), vy: vec2() })
  const elsewhere: Holder[] = ['x', 'y', 'vx', 'vy'].map((name) => ({ [name]: name }))
  const other = others.create()
  const schema = new Schema({ x: number(), y: number(), vx: number(), vy: number() })
  expect(bytesPerCall(roundTrip(schema, schema.create()))).toBeLessThan(1)
  expect([other, ...elsewhere].length).toBe(5)
})
