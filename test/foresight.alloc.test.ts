import { expect, test } from 'vitest'
import { insides } from '../src/client/inside.ts'
import { BOXED_NUMBER_BYTES, bytesPerCall } from './bytes-per-call.ts'
import { watching } from './support/parade.ts'

const OTHERS = 20
const CALLS = 200
/** The first calls, and as many rounds as it may take. */
const ROUNDS = 1 + 8

test('frames of a session that extrapolates 20 other players by `move` create no object, and at most 93 boxed numbers for 3 frames and a snapshot', () => {
  const { session, run } = watching(OTHERS, ROUNDS * CALLS)
  const bytes = bytesPerCall(run, CALLS, 93 * BOXED_NUMBER_BYTES)
  const { remotes } = insides.get(session)!()!.timeline
  const foreseen = remotes.filter(({ track }) => track.foresight !== null)
  const { extrapolatedFrames, snapshots, corrections, gaps } = session.stats
  expect(foreseen.length).toBe(OTHERS)
  expect(snapshots).toBeGreaterThan(1.9 * CALLS)
  expect(extrapolatedFrames).toBeGreaterThan(2 * OTHERS * snapshots)
  expect({ corrections, gaps }).toEqual({ corrections: 0, gaps: 0 })
  // To measure a round takes 256 bytes. Each of the others has a clock, and each clock is told what time it is.
  expect(bytes).toBeLessThan(93 * BOXED_NUMBER_BYTES + 2)
})
