import { expect, test } from 'vitest'
import { bytesPerCall } from './bytes-per-call.ts'
import { sideBySide } from './support/side.ts'

test('frames of a session that predicts its player and shows 100 moving entities allocate nothing', () => {
  const { session, run } = sideBySide('datagram')
  const bytes = bytesPerCall(run, 1000)
  const { snapshots, packetsOut, corrections, gaps } = session.stats
  expect(session.entities('sheep').length).toBe(100)
  expect(packetsOut).toBeGreaterThan(2.9 * snapshots)
  expect(snapshots).toBeGreaterThan(1900)
  expect({ corrections, gaps }).toEqual({ corrections: 0, gaps: 0 })
  // Three frames with an input each, a snapshot, and the room's side of it.
  expect(bytes).toBeLessThan(1)
}, 60_000)
