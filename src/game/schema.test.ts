import { setFlagsFromString } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quat } from '../motion/quat.ts'
import { checkFields } from './check-fields.ts'
import {
  angle,
  bits,
  type Field,
  flag,
  hidden,
  int,
  number,
  once,
  oneOf,
  own,
  ref,
  text,
  told,
} from './field.ts'
import { coarsen, refine } from './quantize.ts'
import { type Holder, Schema } from './schema.ts'
import { vec2, vec3 } from './vectors.ts'

const everything = {
  flag: flag(),
  int: int({ min: -5, max: 300 }),
  number: number({ min: -10, max: 10, step: 0.25 }),
  odd: number({ min: 0.3, max: 7, step: 0.1 }),
  angle: angle({ bits: 10 }),
  at: vec2({ max: 100 }),
  there: vec3(),
  spin: quat(),
  word: oneOf('a', 'b', 'c'),
  mask: bits(7),
  name: text(5),
  other: ref(),
}
const schema = new Schema(everything)

describe('a schema', () => {
  test('makes objects with every field at its default', () => {
    expect(schema.create()).toEqual({
      flag: false,
      int: 0,
      number: 0,
      odd: 0.3,
      angle: 0,
      at: { x: 0, y: 0 },
      there: { x: 0, y: 0, z: 0 },
      spin: { x: 0, y: 0, z: 0, w: 1 },
      word: 'a',
      mask: 0,
      name: '',
      other: null,
    })
  })

  test('makes objects that do not become slow hash tables, however many fields they have', () => {
    setFlagsFromString('--allow-natives-syntax')
    const isFast = new Function('object', 'return %HasFastProperties(object)') as (
      o: object,
    ) => boolean
    const record = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, int()]))
    expect(isFast(new Schema(record, true).create())).toBe(true)
  })

  test('A4 rounds any number to its grid and range, and rounding again changes nothing', () => {
    const any = fc.double({ noNaN: false })
    fc.assert(
      fc.property(any, any, any, any, (a, b, c, d) => {
        const object = schema.create()
        Object.assign(object, { int: a, number: b, odd: c, angle: d, mask: a, at: { x: b, y: c } })
        schema.round(object)
        const once = JSON.stringify(object)
        schema.round(object)
        expect(JSON.stringify(object)).toBe(once)
        const numbers = object as Record<'int' | 'number' | 'odd' | 'angle' | 'mask', number>
        expect(numbers.int).toSatisfy((n: number) => Number.isInteger(n) && n >= -5 && n <= 300)
        expect(numbers.number).toSatisfy((n: number) => n >= -10 && n <= 10 && n % 0.25 === 0)
        expect(numbers.odd).toSatisfy((n: number) => n >= 0.3 && n <= 7)
        expect(numbers.angle).toSatisfy((n: number) => n >= -Math.PI && n < Math.PI)
        expect(numbers.mask).toSatisfy((n: number) => n >= 0 && n <= 127)
      }),
      { numRuns: 2000 },
    )
  })

  test('rows and objects hold the same values', () => {
    const object = schema.create()
    const row = new Int32Array(schema.width)
    fc.assert(
      fc.property(
        fc.double({ min: -200, max: 400, noNaN: true }),
        fc.nat(2),
        fc.boolean(),
        (n, word, on) => {
          Object.assign(object, {
            flag: on,
            int: n,
            number: n,
            odd: n,
            angle: n,
            mask: n,
            other: 70_000,
          })
          Object.assign(object, {
            word: ['a', 'b', 'c'][word],
            at: { x: n, y: -n },
            spin: { x: 0.1, y: n, z: 0, w: 1 },
          })
          schema.round(object)
          schema.gather(object, row, 0, null)
          const back = schema.create()
          schema.scatter(row, 0, back)
          expect(back).toEqual(object)
        },
      ),
    )
  })

  test('setting a vector copies it, and spreading, listing or printing an object works as for a plain one', () => {
    const schema = new Schema({ at: vec2(), spin: quat(), hp: int() })
    const [a, b] = [schema.create(), schema.create()] as unknown as {
      at: { x: number; y: number }
    }[]
    b!.at.x = 3
    a!.at = b!.at
    b!.at.x = 4
    expect(a!.at).toEqual({ x: 3, y: 0 })
    expect({ ...a }).toEqual({ at: { x: 3, y: 0 }, spin: { x: 0, y: 0, z: 0, w: 1 }, hp: 0 })
    expect(a).toEqual({ ...a })
    expect(Object.keys(a!)).toEqual(['at', 'spin', 'hp'])
    expect(JSON.parse(JSON.stringify(a))).toEqual({ ...a })
    expect(structuredClone(a)).toEqual({ ...a })
  })

  test('A4 a rotation is its greatest part and three others, and rounding it again changes nothing', () => {
    const { columns, width } = new Schema({ hp: int(), spin: quat({ bits: 9 }), v: vec2() })
    expect(columns.map((c) => c.part)).toEqual(['', 'x', 'y', 'z', 'w', 'x', 'y'])
    expect(columns.slice(1, 5).map((c) => [c.levels, c.bits, c.initial, c.ratio])).toEqual([
      [3, 2, 3, 1],
      [511, 9, 256, 1],
      [511, 9, 256, 1],
      [511, 9, 256, 1],
    ])
    expect(width).toBe(7)
    const any = fc.oneof(fc.double(), fc.double({ min: -1, max: 1 }), fc.constantFrom(-0.5, 0.5, 0))
    const row = new Int32Array(schema.width + 2)
    const again = new Int32Array(schema.width + 2)
    const object = schema.create()
    fc.assert(
      fc.property(any, any, any, any, (x, y, z, w) => {
        object['spin'] = { x, y, z, w }
        schema.gather(object, row, 2, null)
        schema.round(object)
        const { spin } = object as { spin: Record<string, number> }
        const rounded = { ...spin }
        expect(Math.hypot(...Object.values(spin))).toBeCloseTo(1, 12)
        schema.round(object)
        expect(spin).toEqual(rounded)
        schema.gather(object, again, 2, null)
        expect(again).toEqual(row)
        const back = schema.create()
        schema.scatter(row, 2, back)
        expect(back['spin']).toEqual(rounded)
      }),
      { numRuns: 2000 },
    )
  })

  test('a row becomes numbers: values, x y z w of rotations, and whole numbers for the rest', () => {
    const record = {
      spin: quat(),
      x: number({ max: 100, step: 0.5, coarse: 2 }),
      word: oneOf('a', 'b'),
      turn: quat({ bits: 6 }),
      name: text(5),
      a: own(angle({ bits: 4 })),
    }
    const mixed = new Schema(record)
    const object = Object.assign(mixed.create(), { x: 7.5, word: 'b', a: -Math.PI / 2 })
    Object.assign(object['spin'] as object, { x: 3, w: -4 })
    mixed.round(object)
    const row = new Int32Array(mixed.width + 1)
    mixed.gather(object, row, 1, null)
    const to = new Float64Array(mixed.width + 2)
    mixed.toNumbers(mixed.every, row, 1, to, 2)
    const { x, w } = object['spin'] as { x: number; w: number }
    expect(x).toBeCloseTo(-0.6, 3)
    expect([...to]).toEqual([0, 0, x, 0, 0, w, 7.5, 1, 0, 0, 0, 1, 0, -Math.PI / 2])

    for (let i = 0; i < mixed.width; i++) row[1 + i] = coarsen(mixed.columns[i]!, row[1 + i]!)
    to.fill(9)
    mixed.coarseToNumbers(row, 1, to, 2)
    expect([...to]).toEqual([9, 9, x, 0, 0, w, 8, 1, 0, 0, 0, 1, 0, -Math.PI / 2])
  })

  test('only the listed fields are set from a row', () => {
    const mixed = new Schema({ x: int(), spin: told(quat()), turn: quat(), hp: told(int()) })
    const row = Int32Array.from([32_775, 0, 1024, 1024, 1024, 1, 1024, 1024, 1024, 32_776])
    const object = mixed.create()
    mixed.scatter(row, 0, object, mixed.told)
    const identity = { x: 0, y: 0, z: 0, w: 1 }
    expect(object).toEqual({ x: 0, spin: { x: 1, y: 0, z: 0, w: 0 }, turn: identity, hp: 8 })
  })

  test('D10 angles turn the short way into their range', () => {
    const object = schema.create() as Holder & { angle: number }
    object.angle = Math.PI * 3 + 0.01
    schema.round(object)
    expect(object.angle).toBeCloseTo(-Math.PI, 1)
  })

  test('a text is cut to its length, and each change of it gives its column another number', () => {
    const object = schema.create()
    const row = new Int32Array(schema.width)
    const texts: string[] = []
    const column = schema.columns.findIndex((c) => c.name === 'name')
    const gathered = (name: string) => {
      object['name'] = name
      schema.gather(object, row, 0, texts)
      return row[column]
    }
    const first = gathered('Ada')
    expect(gathered('Ada')).toBe(first)
    expect(gathered('Bo')).not.toBe(first)
    gathered('far too long')
    expect(object['name']).toBe('far t')
  })

  test('a number that is coarse for others comes back on the fine grid, within half a coarse step', () => {
    const { columns } = new Schema({ x: number({ max: 10, step: 0.25, coarse: 1.5 }) })
    const x = columns[0]!
    expect(x.ratio).toBe(6)
    for (let q = 0; q <= x.levels; q++) {
      const coarse = coarsen(x, q)
      expect(coarse).toBeLessThanOrEqual(x.coarseLevels)
      expect(Math.abs(refine(x, coarse) - q)).toBeLessThanOrEqual(3)
    }
    expect(x.coarseBits).toBe(3)
  })

  test('knows who sees what', () => {
    const seen = new Schema({ a: int(), b: own(int()), c: once(int()), d: hidden(int()) })
    expect([...seen.fine]).toEqual([0, 1, 2])
    expect([...seen.entering]).toEqual([0, 2])
    expect([...seen.shared]).toEqual([0])
  })
})

describe('invalid fields are refused', () => {
  test.each<[string, () => unknown, string]>([
    [
      'min above max',
      () => number({ min: 3, max: 2 }),
      'number({ min: 3, max: 2 }) needs finite numbers with min < max',
    ],
    ['no step', () => number({ step: 0 }), 'number({ step: 0 }) needs 0 < step <= max - min'],
    ['too fine', () => number({ step: 1e-6 }), 'gives more than 2^31 values'],
    [
      'coarse and step apart',
      () => number({ step: 0.5, coarse: 0.75 }),
      'needs a whole multiple of step (0.5)',
    ],
    ['half numbers in an int', () => int({ max: 2.5 }), 'needs whole numbers with min < max'],
    ['one word', () => oneOf('a'), 'oneOf(a) needs 2 to 256 different words'],
    ['a word twice', () => oneOf('a', 'a'), 'needs 2 to 256 different words'],
    ['32 bits', () => bits(32), 'bits(32) needs a whole number from 1 to 31'],
    [
      'a coarse angle',
      () => angle({ bits: 2 }),
      'angle({ bits: 2 }) needs a whole number from 4 to 24',
    ],
    [
      'a coarse quat',
      () => quat({ bits: 5 }),
      'quat({ bits: 5 }) needs a whole number from 6 to 16',
    ],
    ['a fine quat', () => quat({ bits: 17 }), 'needs a whole number from 6 to 16'],
    ['half a bit', () => quat({ bits: 9.5 }), 'needs a whole number from 6 to 16'],
    ['a long text', () => text(256), 'text(256) needs a whole number from 1 to 255'],
    ['two wrappers', () => own(once(int())), 'a field takes only one of own, once, told, hidden'],
  ])('%s', (_what, make, message) => {
    expect(() => checkFields({ x: make() as Field })).toThrow(message)
  })
})
