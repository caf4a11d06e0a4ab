import { expect, test } from 'vitest'
import { playTwin } from './twins.ts'

test('a room that is saved in mid-play and restored goes on to the bit like its untouched twin', () => {
  let bytes = 0
  for (let seed = 1; seed <= 15; seed++) {
    const untouched = playTwin(seed, 'untouched')
    const moved = playTwin(seed, 'moved')
    expect(moved.hashes, `seed ${seed}`).toEqual(untouched.hashes)
    // To save a room does not change it.
    if (seed % 3 === 0) expect(playTwin(seed, 'saved').hashes).toEqual(untouched.hashes)
    expect(new Set(moved.hashes).size, `seed ${seed}`).toBeGreaterThan(30)
    bytes = Math.max(bytes, moved.bytes)
  }
  expect(bytes).toBeGreaterThan(500)
})
