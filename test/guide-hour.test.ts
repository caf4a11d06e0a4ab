import type { Room } from 'glissade/server'
import { expect, test } from 'vitest'
import type { islandRoom } from './guide/rooms-server.ts'
import { type GuideRoom, guideRooms, playHours } from './support/hours.ts'

test.each(Object.keys(guideRooms) as GuideRoom[])(
  "the guide's game %s runs for an hour without a warning",
  (name) => {
    const room = playHours(name, 1, 11)
    // A round takes a minute, also once the tick has passed 65,535.
    if (name === 'island') expect((room as Room<typeof islandRoom>).world.state.round).toBe(60)
  },
)
