import { expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { angle, bits, flag, hidden, int, number, oneOf, ref, text } from '../../game/field.ts'
import { restOf } from '../../game/fine-steps.ts'
import * as OP from '../../game/op.ts'
import { getNumber, setNumber } from '../../game/quantize.ts'
import { Schema } from '../../game/schema.ts'
import { vec2 } from '../../game/vectors.ts'
import { quat } from '../../motion/quat.ts'
import { CHANGED, ChangeTracker } from './change-tracker.ts'

const record = {
  at: vec2({ min: -50, max: 50, step: 1 / 16, coarse: 1 / 4 }),
  speed: number({ min: -3, max: 3, step: 0.1 }),
  count: int({ min: -5, max: 300 }),
  facing: angle({ bits: 9 }),
  turn: quat(),
  mood: oneOf('calm', 'wary', 'panic'),
  is: flag(),
  mask: bits(6),
  other: ref(),
  name: text(5),
  secret: hidden(number({ max: 9, step: 0.5 })),
}

test.each([1, 2, 3])(
  'takes what rounding and gathering take, and says whether that has changed (seed %i)',
  (seed) => {
    const { secret: _, ...moved } = record
    const schema = new Schema(moved, true, new Schema({ go: flag() }))
    const watch = new ChangeTracker(schema)
    const random = new Random(seed)
    const one = schema.create() as never as Record<string, never>
    const other = schema.create() as never as Record<string, never>
    watch.add(one)
    const texts: string[] = []
    const otherTexts: string[] = []
    const row = new Int32Array(schema.ownWidth)
    const otherRow = new Int32Array(schema.ownWidth)
    const noted = new Int32Array(schema.ownWidth)
    const gathered = new Int32Array(schema.ownWidth)
    const numbers = new Float64Array(schema.width)
    const now = new Float64Array(1)
    let changes = 0
    for (let n = 0; n < 1000; n++) {
      const { secret: _, ...change } = changed(random) as { secret?: number }
      schema.remember(other as never, numbers)
      for (const object of [one, other]) schema.assign(object, change)
      mend(schema, other, numbers)
      const before = [...otherRow]
      schema.gather(other, gathered, 0, null)
      const differs = watch.note(0, noted, 0, row)
      for (const i of schema.viewed)
        if (schema.textIndex[i]! < 0) expect(noted[i]).toBe(gathered[i])
      const isOther = [...schema.viewed].some(
        (i) => schema.textIndex[i]! < 0 && gathered[i] !== before[i],
      )
      expect(differs).toBe(isOther)
      schema.round(other)
      schema.gather(other, otherRow, 0, otherTexts)
      const hasChanged = watch.take(0, row, texts)
      schema.rested.forEach((i) => {
        getNumber(schema.columns[i]!, other, now, 0)
        otherRow[schema.restAt[i]!] = restOf(schema.columns[i]!, now, 0)
      })
      expect([...row]).toEqual([...otherRow])
      expect(hasChanged).toBe(before.join() !== otherRow.join())
      expect(one).toStrictEqual(other)
      expect(texts).toEqual(otherTexts)
      if (hasChanged) changes++
    }
    expect(changes).toBeGreaterThan(200)
    expect(changes).toBeLessThan(950)
  },
)

/** Sets the numbers of an object that are NaN to what they were before. */
function mend(schema: Schema, object: Record<string, unknown>, before: Float64Array): void {
  const now = new Float64Array(schema.width)
  schema.columns.forEach((c, i) => {
    if (c.op !== OP.grid && c.op !== OP.angle) return
    getNumber(c, object, now, i)
    if (Number.isNaN(now[i])) setNumber(c, object, before, i)
  })
}

/** A few fields with some value, often their present one. Some numbers are out of range, and some are no numbers. */
function changed(random: Random): object {
  const r = () => random.next()
  const number = (size: number) => {
    const wild = [Number.NaN, Number.POSITIVE_INFINITY, -0, 0, -1e9]
    return r() < 0.2 ? wild[Math.floor(r() * wild.length)] : (r() - 0.5) * size
  }
  const all = {
    at: { x: number(120), y: number(120) },
    speed: number(7),
    count: Math.floor(r() * 400) - 50,
    facing: number(20),
    turn: { x: number(2), y: number(2), z: number(2), w: number(2) },
    mood: ['calm', 'wary', 'panic'][Math.floor(r() * 3)],
    is: r() < 0.5,
    mask: Math.floor(r() * 100),
    other: r() < 0.5 ? null : Math.floor(r() * 1000),
    name: ['', 'a', 'far too long'][Math.floor(r() * 3)],
    secret: number(20),
  }
  const rarely = r() < 0.5 ? 0 : 0.3
  return Object.fromEntries(Object.entries(all).filter(() => r() < rarely))
}

test('finds the objects whose fields have been written to, and no others, wherever they move', () => {
  const schema = new Schema(record, true)
  const watch = new ChangeTracker(schema)
  const random = new Random(4)
  const objects = Array.from({ length: 50 }, () => schema.create())
  const rows = new Map(objects.map((object) => [object, new Int32Array(schema.ownWidth)]))
  for (const object of objects) watch.add(object)
  const isChanged = (place: number) => (watch.marks[place]! & CHANGED) !== 0
  expect(objects.every((_, place) => isChanged(place))).toBe(true)
  let found = 0
  for (let round = 0; round < 200; round++) {
    objects.forEach((object, place) => {
      if (isChanged(place)) watch.take(place, rows.get(object)!, [])
      watch.marks[place] = 0
    })
    watch.find()
    expect(objects.some((_, place) => isChanged(place))).toBe(false)
    const written = new Set(objects.filter(() => random.next() < 0.2))
    for (const object of written) object['secret'] = ((object['secret'] as number) + 1) % 9
    const other = objects[round % objects.length]!
    Object.assign(other['at'] as object, { y: round % 2 === 0 ? 7 : 8 })
    if (round % 4 === 3) {
      const [gone] = objects.splice(round % objects.length, 1, objects.at(-1)!)
      objects.pop()
      watch.remove(round % (objects.length + 1))
      written.delete(gone!)
    }
    watch.find()
    objects.forEach((object, place) => {
      if (written.has(object)) expect(isChanged(place)).toBe(true)
      else if (object !== other) expect(isChanged(place)).toBe(false)
      if (isChanged(place)) found++
    })
  }
  expect(found).toBeGreaterThan(200)
})

test.each([1, 2, 3])(
  'what no input moves keeps the numbers that are written, within their range (seed %i)',
  (seed) => {
    const schema = new Schema(record, true)
    const watch = new ChangeTracker(schema)
    const random = new Random(seed)
    const one = schema.create() as never as Record<string, number>
    watch.add(one)
    const row = new Int32Array(schema.ownWidth)
    const told = new Int32Array(schema.ownWidth)
    watch.take(0, row, [])
    let kept = 0
    for (let n = 0; n < 1000; n++) {
      const change = changed(random) as Record<string, number>
      // No field holds -0.
      for (const field of ['speed', 'facing']) if (field in change) change[field]! += 0
      const { speed, facing } = one
      schema.assign(one, change)
      watch.take(0, row, [])
      schema.gather(one, told, 0, null)
      for (const i of schema.every) if (schema.textIndex[i]! < 0) expect(told[i]).toBe(row[i])
      const isNew = (field: string) => field in change && !Number.isNaN(change[field])
      expect(one['speed']).toBe(
        isNew('speed') ? Math.min(Math.max(change['speed']!, -3), 3) : speed,
      )
      if (!isNew('facing')) expect(one['facing']).toBe(facing)
      else if (Math.abs(change['facing']!) < Math.PI) expect(one['facing']).toBe(change['facing'])
      else expect(Math.abs(one['facing']!)).toBeLessThanOrEqual(Math.PI)
      expect(Number.isInteger(one['count'])).toBe(true)
      if (one['speed'] !== speed && Math.abs(one['speed']!) < 3) kept++
    }
    expect(kept).toBeGreaterThan(50)
  },
)
