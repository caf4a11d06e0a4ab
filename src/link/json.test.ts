import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromJson, isNestedAtMost, MOST_DEPTH, toJson } from './json.ts'

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Returns how deep a value is nested, by walking it. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('a message may be nested 64 deep and not 65, for its sender and its receiver', () => {
  expect(MOST_DEPTH).toBe(64)
  for (const nested of [arrays, objects]) {
    expect(toJson(JSON.parse(nested(64)), 1000)).toBe(nested(64))
    expect(fromJson(nested(64))).toEqual(JSON.parse(nested(64)))
    expect(() => toJson(JSON.parse(nested(65)), 1000)).toThrow(
      'nested 64 deep: nothing may be deeper',
    )
    expect(fromJson(nested(65))).toBe(undefined)
  }
})

test('brackets within texts and beside one another do not count', () => {
  for (const value of [arrays(500), `"\\${arrays(99)}`, Array(500).fill([]), { a: '[[', '[': {} }])
    expect(fromJson(JSON.stringify(value))).toEqual(value)
  expect(isNestedAtMost(1, '["[\\"[", "\\\\"]')).toBe(true)
  expect(isNestedAtMost(1, '["\\\\", []]')).toBe(false)
})

test('the depth of any JSON is that of its value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'large', maxDepth: 9 }), (value) => {
      const json = JSON.stringify(value)
      const depth = depthOf(JSON.parse(json))
      expect(isNestedAtMost(depth, json)).toBe(true)
      if (depth > 0) expect(isNestedAtMost(depth - 1, json)).toBe(false)
    }),
  )
})

describe('an invalid message', () => {
  test('is refused with the reason where it is sent', () => {
    expect(() => toJson(undefined, 10)).toThrow('must be a JSON value')
    expect(() => toJson('12345678901', 10)).toThrow('13 characters long, but must be at most 10')
    expect(toJson('12345678', 10)).toBe('"12345678"')
  })

  test('is undefined where it arrives', () => {
    for (const json of ['', '{', '[1,]', "'a'", 'undefined', `${arrays(3)}]`])
      expect(fromJson(json)).toBe(undefined)
    expect(fromJson('null')).toBe(null)
  })
})

class Point {
  x = 1
}

test('what refuses unknown fields by its prototype is plain, as an entity of the server is', () => {
  const entity = Object.assign(Object.create(new Proxy({}, {})), { x: 1 })
  expect(toJson({ entity }, 100)).toBe('{"entity":{"x":1}}')
})

describe('what JSON would change is refused, with its path and what to send instead:', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  test.each<[unknown, string]>([
    [undefined, 'message is undefined: send null, or leave it out'],
    [NaN, 'message is NaN: send null'],
    [{ n: -Infinity }, 'message.n is -Infinity: send null'],
    [[1, [2, undefined]], 'message[1][1] is undefined: send null, or leave it out'],
    [new Array(2), 'message[0] is undefined'],
    [{ a: [{ b: 5n }] }, 'message.a[0].b is a bigint: send it as a text'],
    [{ f() {} }, 'message.f is function: send null, or leave it out'],
    [{ s: Symbol('s') }, 'message.s is symbol: send null, or leave it out'],
    [{ tiles: new Uint8Array(3) }, 'message.tiles is a Uint8Array: send an array, [...it]'],
    [new Map([[1, 2]]), 'message is a Map: send an array, [...it]'],
    [{ of: new Set() }, 'message.of is a Set: send an array, [...it]'],
    [{ at: new Date(0) }, 'message.at is a Date: send a plain object of its fields'],
    [{ at: new Point() }, 'message.at is a Point: send a plain object of its fields'],
    [{ toJSON: () => 1 }, 'message.toJSON is function'],
    [{ deep: circle }, 'is nested 64 deep: nothing may be deeper'],
  ])('%o', (message, words) => {
    expect(() => toJson(message, 1000)).toThrow(`send: a message must be a JSON value, but message`)
    expect(() => toJson(message, 1000)).toThrow(words)
  })

  test('anything else arrives as it was', () => {
    const other = runInNewContext('({ a: [1, { b: null }] })')
    const bare = Object.assign(Object.create(null), { a: 'lone \ud83d' })
    const own = JSON.parse('{"__proto__":{"admin":true}}')
    for (const message of [other, bare, own, '', 0, false, null, [], {}, { at: { x: 1.5 } }]) {
      const arrived = fromJson(toJson(message, 1000))
      expect(JSON.stringify(arrived)).toBe(JSON.stringify(message))
    }
    expect(fromJson(toJson({ a: 1, b: undefined }, 1000))).toEqual({ a: 1 })
  })
})
