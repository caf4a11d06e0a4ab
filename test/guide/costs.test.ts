import { expect, test } from 'vitest'
import { bytesPerSecond } from './costs-server.ts'

test('a room in which all stand costs little, and each who walks costs the others a few bytes', () => {
  const still = bytesPerSecond(8, 0)
  expect(still).toBeGreaterThan(20)
  expect(still).toBeLessThan(60)
  const one = bytesPerSecond(8, 1)
  const all = bytesPerSecond(8, 8)
  expect(one).toBeGreaterThan(2 * still)
  expect(all).toBeGreaterThan(1.5 * one)
  expect(all).toBeLessThan(1000)
})
