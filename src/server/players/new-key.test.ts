import { expect, test, vi } from 'vitest'
import type { ResumeKey } from '../../wire/packets/handshake.ts'
import { checkedKey, isSameKey, randomKey } from './new-key.ts'

test('keys come from the best random generator: no two are alike, and every bit is used', () => {
  const keys = Array.from({ length: 1000 }, randomKey)
  expect(new Set(keys.map(String)).size).toBe(1000)
  for (const half of [0, 1] as const)
    for (let bit = 0; bit < 32; bit++) {
      const set = keys.filter((key) => (key[half] >>> bit) & 1).length
      // 500 on average, with a standard deviation of 16: never off by more than ten of these.
      expect(Math.abs(set - 500)).toBeLessThan(160)
    }
})

test('the zero key is never made', () => {
  const drawn = [
    [0, 0],
    [0, 0],
    [0, 9],
  ]
  const source = vi.spyOn(crypto, 'getRandomValues').mockImplementation((words) => {
    ;(words as unknown as Uint32Array).set(drawn.shift()!)
    return words
  })
  try {
    expect(randomKey()).toEqual([0, 9])
    expect(source).toHaveBeenCalledTimes(3)
  } finally {
    source.mockRestore()
  }
})

test.each([[[0, 0]], [[-1, 5]], [[1.5, 5]], [[2 ** 32, 5]], [[Number.NaN, 5]], [[5]]])(
  'a generator passed in that makes %j is told so',
  (key) => {
    expect(() => checkedKey(key as unknown as ResumeKey)).toThrow(
      `a key of newKey is ${key}, but must be two whole numbers of 32 bits, not both 0`,
    )
  },
)

test('keys are compared whole, and the zero key equals none', () => {
  expect(checkedKey([0, 1])).toEqual([0, 1])
  expect(isSameKey([1, 2], [1, 2])).toBe(true)
  expect(isSameKey([1, 2], [1, 3])).toBe(false)
  expect(isSameKey([3, 2], [1, 2])).toBe(false)
  expect(isSameKey([0, 0], [0, 0])).toBe(false)
})
