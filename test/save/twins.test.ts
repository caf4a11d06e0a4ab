import { expect, test } from 'vitest'
import { playTwin } from './twins.ts'

test('a room that is saved in mid-play and restored goes on to the bit like its untouched twin', () => {
  let bytes = 0
  for (let seed = 1; seed <= 40; seed++) {
    const untouched = playTwin(seed, false)
    const moved = playTwin(seed, true)
    expect(moved.hashes, `seed ${seed}`).toEqual(untouched.hashes)
    expect(new Set(moved.hashes).size, `seed ${seed}`).toBeGreaterThan(30)
    bytes = Math.max(bytes, moved.bytes)
  }
  expect(bytes).toBeGreaterThan(500)
}, 120_000)
