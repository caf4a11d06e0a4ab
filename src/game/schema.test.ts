import { setFlagsFromString } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  angle,
  bits,
  flag,
  hidden,
  int,
  number,
  once,
  oneOf,
  own,
  quat,
  ref,
  text,
  vec2,
  vec3,
} from './field.ts'
import { coarsen, type Holder, refine, Schema } from './schema.ts'

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

  test('makes objects that V8 keeps as such and not as hash tables, however many fields they have', () => {
    setFlagsFromString('--allow-natives-syntax')
    const isFast = new Function('object', 'return %HasFastProperties(object)') as (
      o: object,
    ) => boolean
    const record = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, int()]))
    expect(isFast(new Schema(record, { teleports: true }).create())).toBe(true)
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

  test('rows and objects say the same', () => {
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

  test('what is coarse for others comes back on the fine grid, within half a coarse step', () => {
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

describe('what cannot be', () => {
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
    ['a long text', () => text(256), 'text(256) needs a whole number from 1 to 255'],
    ['two wrappers', () => own(once(int())), 'a field takes one of own, once, told, hidden'],
  ])('%s', (_what, make, message) => {
    expect(make).toThrow(message)
  })

  test('too many columns', () => {
    const record = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`v${i}`, vec2()]))
    expect(() => new Schema(record)).toThrow('at most 255 columns, this has 400')
  })
})
