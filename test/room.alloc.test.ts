import { expect, test } from 'vitest'
import { Room } from '../src/server/room.ts'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from './bytes-per-call.ts'
import { acknowledgeAll, crowd, Sink } from './support/crowd.ts'

test('a network tick of a room with 8 players and 100 moving entities creates no object, and at most 10 boxed numbers', () => {
  const room = new Room(crowd, { nowMs: 0 })
  const sinks = Array.from({ length: 8 }, () => new Sink())
  for (const sink of sinks) room.join(sink, { profile: {} }, 0)
  const times = boxed((n) => (n + 1) * 50)
  let n = 0
  const bytes = bytesPerCall(
    () => {
      const now = times[n++]!
      acknowledgeAll(room, now)
      room.advance(now)
    },
    2000,
    10 * BOXED_NUMBER_BYTES,
  )
  // The sum of so many intervals may round to just before its tick, which then comes with the next.
  expect(room.stats.snapshotsSkipped).toBe(0)
  expect(room.stats.packetsOut).toBeGreaterThanOrEqual(8 * n)
  expect(sinks[0]!.bytes).toBeGreaterThan(100 * n)
  expect(bytes).toBeLessThan(10 * BOXED_NUMBER_BYTES + 1)
})
