import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { angle, bits, flag, int, number, oneOf, own, press, ref, text } from './field.ts'
import type { Infer } from './infer.ts'
import { list } from './lists.ts'
import { Schema } from './schema.ts'
import { vec2 } from './vectors.ts'

/** What a list becomes when it is written to a row and its texts and read again. */
function travelled(field: ReturnType<typeof list>, value: unknown): unknown {
  const schema = new Schema({ field })
  const object = schema.create()
  object['field'] = value
  const texts: string[] = []
  schema.gather(object, new Int32Array(schema.width), 0, texts)
  expect(texts[0]!.length).toBeLessThanOrEqual(255)
  const heard = schema.textCode!.heard(schema)
  return heard.at(0, heard.put(0, texts[0]!))
}

describe('a list', () => {
  test('is empty at first, and cannot be written to in place', () => {
    const object = new Schema({ hand: list(int(), 3) }).create()
    expect(object['hand']).toEqual([])
    expect(Object.isFrozen(object['hand'])).toBe(true)
  })

  test('has the type of its elements, readonly', () => {
    const record = { hand: list(int(), 3), way: list(vec2(), 2), mode: list(oneOf('a', 'b'), 2) }
    expectTypeOf<Infer<typeof record>['hand']>().toEqualTypeOf<readonly number[]>()
    expectTypeOf<Infer<typeof record>['way'][number]>().toEqualTypeOf<{ x: number; y: number }>()
    expectTypeOf<Infer<typeof record>['mode']>().toEqualTypeOf<readonly ('a' | 'b')[]>()
  })

  test('keeps every value of every kind of element', () => {
    expect(travelled(list(flag(), 4), [true, false, true])).toEqual([true, false, true])
    expect(travelled(list(int({ min: -5, max: 300 }), 4), [-5, 0, 300])).toEqual([-5, 0, 300])
    expect(travelled(list(bits(31), 2), [2 ** 31 - 1, 0])).toEqual([2 ** 31 - 1, 0])
    expect(travelled(list(oneOf('up', 'down'), 2), ['down', 'up'])).toEqual(['down', 'up'])
    expect(travelled(list(ref(), 2), [null, 0x1_0002])).toEqual([null, 0x1_0002])
    expect(travelled(list(angle({ bits: 8 }), 1), [Math.PI / 2])).toEqual([Math.PI / 2])
    const places = [
      { x: 0.25, y: -1.5 },
      { x: 7, y: 8 },
    ]
    expect(travelled(list(vec2({ min: -100, max: 100 }), 2), places)).toEqual(places)
  })

  test('is rounded to the grid of its element, and cut to its length', () => {
    expect(travelled(list(number({ max: 10, step: 0.5 }), 2), [1.26, 99, 3])).toEqual([1.5, 10])
  })

  test('is empty if it is no array, and has the default for elements that are no numbers', () => {
    expect(travelled(list(int({ max: 9 }), 2), 'no' as never)).toEqual([])
    expect(travelled(list(int({ max: 9 }), 2), [Number.NaN, {}])).toEqual([0, 0])
    expect(travelled(list(vec2({ max: 9 }), 2), [null])).toEqual([{ x: 0, y: 0 }])
  })

  test('has elements in range, whatever text arrives', () => {
    const schema = new Schema({ field: list(int({ min: 3, max: 1000 }), 5) })
    fc.assert(
      fc.property(fc.string({ maxLength: 255 }), (any) => {
        const heard = schema.textCode!.heard(schema)
        const made = heard.at(0, heard.put(0, any)) as readonly number[]
        for (const one of made) expect(one >= 3 && one <= 1000).toBe(true)
      }),
    )
  })

  test('refuses elements that are not numbers, and a length beyond that of a text', () => {
    expect(() => list(text(3) as never, 2)).toThrow('list(text()): an element must be one of')
    expect(() => list(press() as never, 2)).toThrow('list(press())')
    expect(() => list(own(int()) as never, 2)).toThrow('without a wrapper')
    expect(() => list(list(int(), 2) as never, 2)).toThrow('list(list())')
    expect(() => list(int(), 0)).toThrow('list(int(), 0) needs a whole number from 1 to 85')
    expect(() => list(int({ max: 127 }), 256)).toThrow('from 1 to 255')
  })

  test('with another element makes another game', async () => {
    const { Hash } = await import('../base/hash.ts')
    const hashOf = (field: ReturnType<typeof list>) => {
      const hash = new Hash()
      new Schema({ field }).describe(hash)
      return hash.value
    }
    expect(hashOf(list(int({ max: 9 }), 4))).not.toBe(hashOf(list(int({ max: 8 }), 4)))
  })
})
