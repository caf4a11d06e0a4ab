import { expect, test } from 'vitest'
import { STEP_HZ } from '../games/shepherd/rules/steps.ts'
import { coreOf } from '../src/server/room.ts'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from './bytes-per-call.ts'
import { acknowledgeAll } from './support/crowd.ts'
import { Herding } from './support/herding.ts'

const STEPS = 1300
/** So much later than it is due a step is asked for: the moment itself may be rounded to just before it. */
const AFTER_MS = 0.01

test('a step of a whole room with 1000 sheep and 8 players, and its network ticks, create no object, and at most 114 boxed numbers', () => {
  const herding = new Herding()
  const { room, herd, sinks } = herding
  const times = boxed((n) => ((n + 1) * 1000) / STEP_HZ + AFTER_MS)
  let n = 0
  const bytes = bytesPerCall(
    () => {
      // It stays morning.
      herd.beganAt = n
      herd.round.endsAt = n + 200 * STEP_HZ
      herding.sway(n)
      const now = times[n++]!
      acknowledgeAll(room, now)
      room.advance(now)
    },
    STEPS,
    114 * BOXED_NUMBER_BYTES,
  )
  expect(room.tick).toBe(n)
  expect(room.stats.snapshotsSkipped).toBe(0)
  expect(coreOf(room).nextNetworkTick).toBeGreaterThan((n * 2) / 3)
  expect(room.stats.viewsCoded).toBeGreaterThan(sinks.length * ((n * 2) / 3 - 2))
  expect(sinks[0]!.bytes).toBeGreaterThan(30 * n)
  // One for each sheep would be 1000. It counts 73.
  expect(bytes).toBeLessThan(114 * BOXED_NUMBER_BYTES + 1)
})
