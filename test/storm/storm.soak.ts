/**
 * Real sockets join a real server, speak, leave, break and come back, many at a time, next to ten honest clients: after it no
 * room, player, connection or descriptor is left over, memory is back where it was, and the honest ones are still there.
 * SECONDS=n lasts that long, default 120. Takes 3 minutes.
 */
import { expect, test } from 'vitest'
import { storm } from './storm.ts'

const { SECONDS = '120' } = process.env
const HONEST = 10
/** What may be held more than before: a heap is not the same twice. */
const MOST_MORE = 1.1
const MOST_MORE_BYTES = 2e6

test(`${SECONDS} s of visitors leave nothing behind`, async () => {
  const plan = {
    seconds: Number(SECONDS),
    warmUpSeconds: 5,
    visitors: 12,
    honest: HONEST,
    // Short of the default: the places of so many would fill the room.
    resumeMs: 3000,
  }
  const { visits, before, after, lost } = await storm(plan)
  console.log(JSON.stringify({ visits, before, after, lost }))
  expect(lost).toEqual([])
  const { rooms, players, connections, descriptors } = after
  expect({ rooms, players, connections }).toEqual({
    rooms: 1,
    players: HONEST,
    connections: HONEST,
  })
  expect(descriptors).toBeLessThanOrEqual(before.descriptors)
  expect(after.heldBytes).toBeLessThan(MOST_MORE * before.heldBytes + MOST_MORE_BYTES)
})
