import { describe, expect, test } from 'vitest'
import { RateLimit } from './rate-limit.ts'

/** How many of `tries` are allowed at one moment. */
const taken = (limit: RateLimit, key: string, nowMs: number, tries = 100): number =>
  Array.from({ length: tries }, () => limit.take(key, nowMs)).filter(Boolean).length

describe('a rate limit', () => {
  test('allows a burst, then the rate, and a whole burst again after a pause', () => {
    const limit = new RateLimit(3, 6, 'perSecond')
    expect(taken(limit, 'a', 1000)).toBe(6)
    expect(taken(limit, 'a', 1000)).toBe(0)
    expect(taken(limit, 'a', 2000)).toBe(3)
    let through = 0
    for (let nowMs = 2000; nowMs < 12_000; nowMs += 10) through += +limit.take('a', nowMs)
    expect(through).toBe(29)
    expect(taken(limit, 'a', 60_000)).toBe(6)
  })

  test('says whether it would allow one more, without counting it', () => {
    const limit = new RateLimit(1, 2, 'perSecond')
    for (let n = 0; n < 10; n++) expect(limit.allows('a', 0)).toBe(true)
    expect(taken(limit, 'a', 0)).toBe(2)
    expect(limit.allows('a', 0)).toBe(false)
    expect(limit.allows('b', 0)).toBe(true)
    expect(limit.allows('a', 1000)).toBe(true)
    expect(new RateLimit(Infinity, 1, 'perSecond').allows('a', 0)).toBe(true)
  })

  test('limits each key separately', () => {
    const limit = new RateLimit(1, 2, 'perSecond')
    expect(taken(limit, 'a', 0)).toBe(2)
    expect(taken(limit, 'b', 0)).toBe(2)
  })

  test('forgets keys whose bucket is full, however many there are', () => {
    const limit = new RateLimit(1, 1, 'perSecond')
    for (let n = 0; n < 100_000; n++) limit.take(`key ${n}`, n)
    expect(limit.size).toBeLessThan(2100)
    expect(limit.take('key 99999', 100_000)).toBe(false)
  })

  test('Infinity sets no limit and remembers nothing; 0 and less are refused', () => {
    const limit = new RateLimit(Infinity, Infinity, 'perSecond')
    expect(taken(limit, 'a', 0, 10_000)).toBe(10_000)
    expect(limit.size).toBe(0)
    expect(() => new RateLimit(0, 1, 'joinsPerSecond')).toThrow(
      'joinsPerSecond is 0, but must be above 0',
    )
    expect(() => new RateLimit(Number.NaN, 1, 'joinsPerSecond')).toThrow('must be above 0')
  })
})
