import { expect } from 'vitest'
import { BOXED_NUMBER_BYTES, bytesPerCall } from '../bytes-per-call.ts'
import type { crowd } from './crowd.ts'
import { sideBySide } from './side.ts'

/**
 * Holds that frames of a session of a room, which predicts its player and shows 100 moving entities, create no object, and at
 * most `most` boxed numbers: far less than one for each entity.
 */
export function expectQuietFrames(definition: typeof crowd, most: number): void {
  const { room, session, run } = sideBySide('datagram', definition)
  const allowedBytes = most * BOXED_NUMBER_BYTES
  const bytes = bytesPerCall(run, 1000, allowedBytes)
  const { snapshots, packetsOut, corrections, gaps } = session.stats
  expect(session.entities('sheep').length).toBe(100)
  expect(packetsOut).toBeGreaterThan(2.9 * snapshots)
  expect(snapshots).toBeGreaterThan(1900)
  expect({ corrections, gaps }).toEqual({ corrections: 0, gaps: 0 })
  expect(room.stats.inputsMissing).toBe(0)
  // Three frames with an input each, a snapshot, and the room's side of it. What V8 inlines differs by a few from run to run.
  expect(bytes).toBeLessThan(allowedBytes + 1)
}
