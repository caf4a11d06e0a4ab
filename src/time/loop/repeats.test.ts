import { describe, expect, test } from 'vitest'
import { Repeats } from './repeats.ts'

/** The wait that each input's tick needs, if its inputs needed `waits` themselves and those in `changes` are new. */
function needs(waits: readonly number[], changes: readonly number[]): number[] {
  const repeats = new Repeats()
  for (let id = 1; id <= waits.length; id++) repeats.made(id, changes.includes(id))
  return waits.map((wait, i) => repeats.enough(i + 1, wait))
}

describe('Repeats', () => {
  test('an input that is new has to be in time itself', () => {
    expect(needs([2, 9, 1, 5], [1, 2, 3, 4])).toEqual([2, 9, 1, 5])
  })

  test('of equal inputs it is enough that one was in time', () => {
    expect(needs([2, 9, 9, 1, 7], [1])).toEqual([2, 2, 2, 1, 1])
  })

  test('a change in the middle of a gap leaves the ticks after it without, until one of those is in time', () => {
    expect(needs([2, 9, 8, 7, 6, 2, 5], [1, 3])).toEqual([2, 2, 8, 7, 6, 2, 2])
  })

  test('a change counts even if there is no report of its own input', () => {
    const repeats = new Repeats()
    for (let id = 1; id <= 6; id++) repeats.made(id, id === 1 || id === 4)
    expect(repeats.enough(1, 3)).toBe(3)
    expect(repeats.enough(6, 8)).toBe(8)
  })

  test('remembers inputs as far back as reports go, and nothing after begin', () => {
    const repeats = new Repeats()
    for (let id = 1; id <= 300; id++) repeats.made(id, id === 1 || id === 100)
    expect(repeats.enough(99, 4)).toBe(4)
    expect(repeats.enough(100, 9)).toBe(9)
    expect(repeats.enough(300, 12)).toBe(9)
    repeats.begin()
    for (let id = 1; id <= 2; id++) repeats.made(id, id === 1)
    expect(repeats.enough(1, 6)).toBe(6)
    expect(repeats.enough(2, 8)).toBe(6)
  })
})
