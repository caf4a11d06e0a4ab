import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { angle, bits, flag, int, number, once, oneOf, own, ref, text } from '../../game/field.ts'
import { coarsen, refine } from '../../game/quantize.ts'
import { Schema } from '../../game/schema.ts'
import { vec2, vec3 } from '../../game/vectors.ts'
import { quat } from '../../motion/quat.ts'
import { BitReader, BitWriter } from '../bits.ts'
import {
  anyChanged,
  LooseRecord,
  objectOf,
  readChanged,
  readWhole,
  writeChanged,
  writeWhole,
} from './columns.ts'

const schema = new Schema({
  at: vec2({ max: 500, step: 0.125, coarse: 1 }),
  turn: angle(),
  on: flag(),
  mask: bits(31),
  pose: oneOf('a', 'b', 'c'),
  target: ref(),
  name: once(text(8)),
  timer: own(int({ max: 99 })),
  tiny: number({ max: 1, step: 0.01 }),
  spin: quat(),
  turn3d: quat({ bits: 6 }),
  place: vec3({ min: -64, max: 64, step: 0.25, coarse: 0.5 }),
})
const part = fc.double({ min: -1, max: 1, noNaN: true })
const values = fc.record({
  at: fc.record({
    x: fc.double({ min: -9, max: 600, noNaN: true }),
    y: fc.double({ min: 0, max: 500, noNaN: true }),
  }),
  turn: fc.double({ min: -9, max: 9, noNaN: true }),
  on: fc.boolean(),
  mask: fc.nat(),
  pose: fc.constantFrom('a', 'b', 'c'),
  target: fc.option(fc.nat(0xffffff)),
  name: fc.string({ maxLength: 8 }),
  timer: fc.nat(99),
  tiny: fc.double({ min: 0, max: 1, noNaN: true }),
  spin: fc.record({ x: part, y: part, z: part, w: part }),
  turn3d: fc.record({ x: part, y: part, z: part, w: part }),
  place: fc.record({
    x: fc.double({ min: -90, max: 90, noNaN: true }),
    y: fc.double({ min: -64, max: 64, noNaN: true }),
    z: fc.double({ min: -64, max: 64, noNaN: true }),
  }),
})

/** The record as everybody gets it. */
const coarse = ({ row }: LooseRecord) => row.map((q, i) => coarsen(schema.columns[i]!, q))

describe('records on the wire', () => {
  test('A4 whole and fine: the rounded values are read back, to the last bit', () => {
    fc.assert(
      fc.property(values, (object) => {
        const from = new LooseRecord(schema).take({ ...schema.create(), ...object })
        const writer = new BitWriter()
        writeWhole(writer, schema, schema.fine, 'fine', from)
        const to = new LooseRecord(schema)
        const reader = new BitReader().start(writer.toBytes())
        readWhole(reader, schema.fine, 'fine', to)
        expect(reader.finished()).toBe(true)
        expect(objectOf(to)).toEqual(objectOf(from))
        expect(objectOf(from)['name']).toBe(object.name)
      }),
    )
  })

  test('changed and coarse: against any baseline, others get the same as from a whole record', () => {
    fc.assert(
      fc.property(values, values, (before, now) => {
        const base = new LooseRecord(schema).take({ ...schema.create(), ...before })
        const from = new LooseRecord(schema).take({ ...schema.create(), ...now })
        const writer = new BitWriter()
        const row = coarse(from)
        writeChanged(writer, schema, schema.shared, 'coarse', { ...from, row }, coarse(base), 0)
        const to = new LooseRecord(schema)
        to.row.set(coarse(base))
        const reader = new BitReader().start(writer.toBytes())
        readChanged(reader, schema.shared, 'coarse', to)
        expect(reader.finished()).toBe(true)
        for (const i of schema.shared) {
          const c = schema.columns[i]!
          expect(to.row[i]).toBe(row[i])
          expect(refine(c, to.row[i]!)).toBeLessThanOrEqual(c.levels)
        }
      }),
    )
  })

  test('a change below the coarse grid is a change for the owner, but not for others', () => {
    const a = new LooseRecord(schema).take({ ...schema.create(), at: { x: 3, y: 0 } })
    const b = new LooseRecord(schema).take({ ...schema.create(), at: { x: 3.125, y: 0 } })
    expect(anyChanged(schema.shared, coarse(a), 0, coarse(b), 0)).toBe(false)
    expect(anyChanged(schema.fine, a.row, 0, b.row, 0)).toBe(true)
  })

  test('a value above its levels fails the packet', () => {
    const narrow = new Schema({ n: int({ max: 4 }) })
    const reader = new BitReader().start(Uint8Array.of(7))
    readWhole(reader, narrow.fine, 'fine', new LooseRecord(narrow))
    expect(reader.failed).toBe(true)
  })
})
