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
    expect(() => toJson(JSON.parse(nested(65)), 1000)).toThrow('nested 64 deep, not deeper')
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
