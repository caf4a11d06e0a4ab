import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SaveReader } from './save-reader.ts'
import { SaveWriter } from './save-writer.ts'

/** What a value has become when it was saved and restored. Throws what saving it throws. */
function restored(value: unknown): unknown {
  const writer = new SaveWriter({ referenceOf: () => null })
  writer.data(value, 'state')
  const reader = new SaveReader(writer.bits.toBytes(), { resolve: () => undefined })
  return reader.data(undefined, 'state')
}

const bytes = fc.uint8Array({ maxLength: 16 })
const leaf = fc.oneof(
  fc.constantFrom(undefined, null, true, false, -0, Number.NaN, Infinity, -Infinity),
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  fc.string({ unit: 'binary', maxLength: 80 }),
  // Lone halves of pairs, as a text that was cut has them.
  fc.constantFrom('\ud800', 'a\udc00b', '', '__proto__'),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom(/a+/gi, /[^\]\\/]/u, /(?:)/, /\u{1f600}/u),
  fc.constantFrom(Error, RangeError, TypeError, URIError).map((Kind) => new Kind('why')),
  fc.string().map((name) => Object.defineProperty(new Error('why'), 'name', { value: name })),
  bytes,
  bytes.map((one) => one.slice().buffer),
  bytes.map((one) => new DataView(one.slice().buffer)),
  bytes.map((one) => new Float32Array(one.slice(0, one.length & ~3).buffer)),
  fc.float64Array({ maxLength: 5 }),
  fc.bigInt64Array({ maxLength: 5 }),
  fc.sparseArray(fc.integer(), { maxLength: 20, maxNumElements: 5 }),
)
const key = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', 'length', '0', 'toString', '4294967295'),
)
const { data } = fc.letrec<{ data: unknown }>((tie) => {
  const items = fc.array(tie('data'), { maxLength: 6 })
  const named = (pairs: [string, unknown][]) => Object.fromEntries(pairs)
  return {
    data: fc.oneof(
      { maxDepth: 6 },
      leaf,
      items,
      fc.array(fc.tuple(key, tie('data')), { maxLength: 6 }).map(named),
      fc.array(fc.tuple(tie('data'), tie('data')), { maxLength: 5 }).map((all) => new Map(all)),
      items.map((all) => new Set(all)),
      // An array with properties besides its items.
      fc.tuple(items, tie('data')).map(([all, more]) => Object.assign(all, { more })),
      // What comes twice is one.
      tie('data').map((one) => [one, { one }]),
    ),
  }
})

test('whatever is saved is restored as it was', () => {
  fc.assert(
    fc.property(data, (value) => {
      deepStrictEqual(restored(value), value)
    }),
    { numRuns: 2000 },
  )
})

test('a date that is none stays none', () => {
  const again = restored(new Date(Number.NaN))
  expect(again).toBeInstanceOf(Date)
  expect((again as Date).getTime()).toBe(Number.NaN)
})

test('what is one object stays one, through cycles too', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.constantFrom('a', 'b')), { maxLength: 30 }),
      (links) => {
        const nodes = Array.from({ length: 10 }, (_, n) => ({ n }) as Record<string, unknown>)
        for (const [from, to, name] of links) nodes[from]![name] = nodes[to]
        const again = restored(nodes) as typeof nodes
        for (const [n, node] of again.entries()) {
          expect(node['n']).toBe(n)
          for (const name of ['a', 'b']) {
            const to = nodes[n]![name]
            expect(node[name]).toBe(
              to === undefined ? undefined : again[nodes.indexOf(to as never)],
            )
          }
        }
      },
    ),
  )
})

/** A list of so many objects, each in the one before. */
function listOf(length: number): object {
  let list: object = { end: true }
  for (let n = 1; n < length; n++) list = { next: list }
  return list
}

test.each([
  ['objects', listOf(200_000)],
  ['maps', Array.from({ length: 50_000 }).reduce<unknown>((inner) => new Map([[inner, 1]]), 1)],
  ['sets', Array.from({ length: 50_000 }).reduce<unknown>((inner) => new Set([inner]), 1)],
  ['arrays', Array.from({ length: 50_000 }).reduce<unknown>((inner) => [inner, 1], 1)],
])('%s may be as deep as there is memory', (_, deep) => {
  let depth = 0
  const inner = (one: unknown): unknown => {
    if (one instanceof Map) return [...one.keys()][0]
    if (one instanceof Set) return [...one][0]
    return Array.isArray(one) ? one[0] : (one as { next?: unknown }).next
  }
  for (let one = restored(deep); typeof one === 'object' && one !== null; one = inner(one)) depth++
  expect(depth).toBeGreaterThanOrEqual(50_000)
})

test('large things come back: a long text, many digits, an array that is nearly empty', () => {
  const long = 'x'.repeat(2 ** 24 - 1)
  expect(restored(long)).toBe(long)
  const big = 3n ** 200_000n
  expect(restored([big, -big])).toEqual([big, -big])
  const sparse: number[] = []
  sparse[2 ** 32 - 2] = 7
  sparse[3] = 1
  const again = restored(sparse) as number[]
  expect([again.length, Object.keys(again), again[2 ** 32 - 2]]).toEqual([
    2 ** 32 - 1,
    ['3', '4294967294'],
    7,
  ])
})

class Hero {
  readonly name = 'Ann'
}
class Heroes extends Map<string, number> {}
class Team extends Array<number> {}

describe('what cannot be restored as it is cannot be saved, and the path says where it is', () => {
  const detached = new ArrayBuffer(8)
  structuredClone(detached, { transfer: [detached] })
  const throwing = () => {
    throw new Error('boo')
  }
  test.each<[string, () => unknown, string]>([
    ['a function', () => [{ go: () => 1 }], 'state[0].go is a function'],
    ['a symbol', () => ({ s: Symbol('s') }), 'state.s is a symbol'],
    ['an instance', () => new Map([['a', new Hero()]]), 'state.get(a) is a Hero'],
    ['a map of another class', () => [new Heroes()], 'state[0] is a Heroes'],
    ['a list of another class', () => ({ team: new Team() }), 'state.team is a Team'],
    [
      'a promise',
      () => new Set([Promise.resolve()]),
      'state: the item that is an object is a Promise',
    ],
    [
      'a weak map as a key',
      () => new Map([[new WeakMap(), 1]]),
      'state: the key that is an object is a WeakMap',
    ],
    ['shared memory', () => ({ s: new SharedArrayBuffer(8) }), 'state.s is a SharedArrayBuffer'],
    [
      'a text that is too long',
      () => ({ t: ['x'.repeat(2 ** 24)] }),
      'state.t[0] is a text of 16777216 characters',
    ],
    [
      'a name that is too long',
      () => ({ ['x'.repeat(2 ** 24)]: 1 }),
      'is a text of 16777216 characters',
    ],
    [
      'a number that is too long',
      () => [1n << (4n * 2n ** 24n)],
      'state[0] is a text of 16777217 characters',
    ],
    [
      'a getter that throws',
      () => ({
        a: {
          get b() {
            return throwing()
          },
        },
      }),
      'state.a.b cannot be read: boo',
    ],
    [
      'an object that does not show its names',
      () => [new Proxy({}, { ownKeys: throwing })],
      'state[0] cannot be read: boo',
    ],
    ['bytes that have gone', () => ({ bytes: detached }), 'state.bytes cannot be read'],
    [
      'something deep',
      () => ({ list: Array.from({ length: 5000 }).reduce<unknown>((next) => ({ next }), Hero) }),
      'state.list.next.next',
    ],
  ])('%s', (_, value, words) => {
    const saving = () => restored(value())
    expect(saving).toThrow(words)
    expect(saving).toThrow(
      expect.objectContaining({
        code: 'misuse',
        message: expect.stringMatching(/^save: .{1,700}$/s),
      }),
    )
  })
})
