import { describe, expect, test } from 'vitest'
import { mixSeed, Random } from './random.ts'

describe('Random', () => {
  test('equal seeds give equal sequences, other seeds others', () => {
    const a = new Random(7)
    const b = new Random(7)
    const c = new Random(8)
    const first = Array.from({ length: 5 }, () => a.uint32())
    expect(Array.from({ length: 5 }, () => b.uint32())).toEqual(first)
    expect(Array.from({ length: 5 }, () => c.uint32())).not.toEqual(first)
    a.reseed(7)
    expect(a.uint32()).toBe(first[0])
  })

  test('is spread evenly over its range', () => {
    const random = new Random(3)
    const buckets = new Array<number>(10).fill(0)
    for (let i = 0; i < 100_000; i++) buckets[Math.floor(random.between(0, 10))]!++
    for (const count of buckets) expect(Math.abs(count - 10_000)).toBeLessThan(500)
  })

  test('mixing depends on the order of its values', () => {
    expect(mixSeed(mixSeed(0, 1), 2)).not.toBe(mixSeed(mixSeed(0, 2), 1))
  })
})
