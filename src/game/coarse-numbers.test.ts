import { expect, test } from 'vitest'
import { quat } from '../motion/quat.ts'
import { CoarseNumbers } from './coarse-numbers.ts'
import { angle, flag, int, number, oneOf, text } from './field.ts'
import { refine, toNumber } from './quantize.ts'
import { Schema } from './schema.ts'
import { vec2 } from './vectors.ts'

const { columns, width } = new Schema(
  {
    whole: int({ min: -100, max: 100 }),
    place: vec2({ min: -7, max: 300, step: 0.1 }),
    // The last coarse step is not whole: the greatest number stands for less than that.
    rough: number({ min: -3, max: 10, step: 0.25, coarse: 1.5 }),
    fine: angle({ bits: 12 }),
    odd: angle({ count: 629 }),
    on: flag(),
    word: oneOf('a', 'b', 'c'),
    name: text(5),
  },
  true,
)

test('every whole number of every column becomes, to the bit, the value that the column defines', () => {
  const numbers = new CoarseNumbers(columns)
  const row = new Int32Array(width + 2)
  const to = new Float64Array(width + 4)
  let told = 0
  for (let i = 0; i < width; i++) {
    for (let q = 0; q <= columns[i]!.coarseLevels; q++) {
      row[2 + i] = q
      numbers.write(row, 2, to, 3)
      const value = toNumber(columns[i]!, refine(columns[i]!, q))
      if (!Object.is(to[3 + i], value)) expect(`${i}: ${q} is ${to[3 + i]}`).toBe(`${value}`)
      told++
    }
  }
  expect(told).toBeGreaterThan(10_000)
  expect([...to.subarray(0, 3), to[width + 3]]).toEqual([0, 0, 0, 0])
})

test('the greatest number of the finest grid does not overflow 32 bits', () => {
  const schema = new Schema({ x: number({ max: 0x7ffffffe, step: 1, coarse: 1000 }) })
  const { coarseLevels, ratio, levels } = schema.columns[0]!
  expect(coarseLevels * ratio).toBeGreaterThan(0x7fffffff)
  const to = new Float64Array(1)
  new CoarseNumbers(schema.columns).write(Int32Array.of(coarseLevels), 0, to, 0)
  expect(to[0]).toBe(levels)
})

test('the count of a text may be any number of 31 bits', () => {
  const name = columns.findIndex((c) => c.name === 'name')
  const row = new Int32Array(width)
  const to = new Float64Array(width)
  for (const count of [0, 6, 0x7fffffff]) {
    row[name] = count
    new CoarseNumbers(columns).write(row, 0, to, 0)
    expect(to[name]).toBe(count)
  }
})

test('a rotation becomes x y z w, between other columns as well', () => {
  const schema = new Schema({ x: int({ max: 9 }), spin: quat(), hp: int({ max: 9 }) })
  const object = schema.create()
  Object.assign(object, { x: 4, hp: 7, spin: { x: 0, y: 1, z: 0, w: 0 } })
  const row = new Int32Array(schema.width)
  schema.gather(object, row, 0, null)
  const to = new Float64Array(schema.width)
  new CoarseNumbers(schema.columns).write(row, 0, to, 0)
  expect([...to]).toEqual([4, 0, 1, 0, 0, 7])
})
