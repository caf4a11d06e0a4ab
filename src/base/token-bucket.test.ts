import { expect, test } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

const rate = { perSecond: 10, most: 5, start: 2 }

test('a token bucket gives its first tokens, then those that time adds, and saves up to its most', () => {
  const bucket = new TokenBucket(rate, 1000)
  expect([bucket.take(1, 1000), bucket.take(1, 1000), bucket.take(1, 1000)]).toEqual([
    true,
    true,
    false,
  ])
  expect([bucket.take(1, 1099), bucket.take(1, 1100)]).toEqual([false, true])
  expect([bucket.has(5, 1599), bucket.has(5, 1600), bucket.has(5.1, 99_000)]).toEqual([
    false,
    true,
    false,
  ])
  expect([bucket.take(5, 99_000), bucket.take(1, 99_000)]).toEqual([true, false])
})

test('asking for too much takes nothing, and time that runs backwards adds nothing', () => {
  const bucket = new TokenBucket(rate, 1000)
  expect([bucket.take(3, 1000), bucket.take(2, 1000)]).toEqual([false, true])
  expect([bucket.take(1, 500), bucket.take(1, 1050), bucket.take(1, 1100)]).toEqual([
    false,
    false,
    true,
  ])
})
