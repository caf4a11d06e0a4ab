import { expect, test } from 'vitest'
import { quat } from '../motion/quat.ts'
import { angle, flag, hidden, int, number, once, oneOf, own, press, text, told } from './field.ts'
import { Schema } from './schema.ts'
import { vec2 } from './vectors.ts'

const input = new Schema({
  right: flag(),
  x: number({ min: 1, max: 9, step: 0.5, coarse: 2 }),
  lean: vec2({ min: -1, max: 1, step: 0.25 }),
  aim: angle({ bits: 8 }),
  look: quat(),
  gear: oneOf('first', 'second'),
  secret: own(flag()),
  jump: press(),
})
const record = {
  x: number({ max: 100, step: 1 }),
  at: vec2({ max: 10 }),
  name: once(text(8)),
  timer: own(int({ max: 9 })),
  score: told(int({ max: 9 })),
  plan: hidden(int({ max: 9 })),
}
const schema = new Schema(record, true, input)
const plain = new Schema(record, true)

test('an input stands behind the fields and before the teleports, in the order of its fields', () => {
  const names = schema.columns.map((c) => String(c.name) + c.part)
  expect(names.slice(schema.inputAt, -1)).toEqual([
    'right',
    'x',
    'leanx',
    'leany',
    'aim',
    ...['x', 'y', 'z', 'w'].map((part) => `look${part}`),
    'gear',
    'secret',
    'jump',
  ])
  expect(schema.inputAt).toBe(plain.width - 1)
  expect(schema.width).toBe(plain.width + input.width)
  expect(schema.columns.at(-1)!.name).toBe(plain.columns.at(-1)!.name)
})

test('everybody gets it, except presses and fields inside own()', () => {
  const toldOf = [...schema.toldInput].map((i) => input.columns[i]!.name)
  expect(new Set(toldOf)).toEqual(new Set(['right', 'x', 'lean', 'aim', 'look', 'gear']))
  const columns = [...schema.toldInput].map((i) => schema.inputAt + i)
  for (const which of [schema.shared, schema.entering])
    expect([...which].filter((i) => i >= schema.inputAt && i < schema.width - 1)).toEqual(columns)
  for (const i of columns)
    expect([schema.curves[i], schema.columns[i]!.velocity]).toEqual(['step', -1])
})

test('it is no part of objects, views, predictions, or columns for the owner alone', () => {
  const isInput = (i: number) => i >= schema.inputAt && i < schema.width - 1
  expect(Object.keys(schema.create())).toEqual(Object.keys(record))
  const { every, viewed, fine, predicted, privateColumns } = schema
  for (const which of [every, viewed, fine, predicted, schema.told, privateColumns, schema.texts])
    expect([...which].filter(isInput)).toEqual([])
  expect(every.length).toBe(plain.width)
  const row = new Int32Array(schema.width).fill(3)
  schema.gather(schema.create(), row, 0, null)
  expect([...row].filter((_, i) => isInput(i))).toEqual(new Array(input.width).fill(3))
})

test('an object comes back from a row whatever input the row holds', () => {
  const object = schema.create()
  schema.assign(object, { x: 40, at: { x: 3, y: 4 }, timer: 5 })
  const row = new Int32Array(schema.width).fill(1)
  schema.gather(object, row, 0, null)
  const back = schema.create()
  schema.scatter(row, 0, back)
  expect(back).toEqual({ ...object, name: '' })
})

test('entities that do not glide, or that no input moves, have no input columns', () => {
  const still = { hand: oneOf('rock', 'paper'), count: int({ max: 9 }), secret: own(number()) }
  for (const without of [new Schema(still, true, input), plain]) {
    expect(without.input).toBeNull()
    expect(without.toldInput.length).toBe(0)
    expect(without.every.length).toBe(without.width)
  }
})
