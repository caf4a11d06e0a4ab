import type { AnyRoom, Room } from 'glissade/server'
import { expect, test } from 'vitest'
import { room as arenaRoom } from '../../examples/arena/room.ts'
import { cubesRoom } from '../../games/cubes/room.ts'
import { linkRoom } from '../../games/link/room.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import { platformerWithBots } from '../../games/platformer/room-with-bots.ts'
import { shepherdWithBots } from '../../games/shepherd/company.ts'
import { shepherdRoom } from '../../games/shepherd/room.ts'
import type { Herd } from '../../games/shepherd/rules/herd.ts'
import { STEP_HZ } from '../../games/shepherd/rules/steps.ts'
import { playRoom } from './twins.ts'

const ROOMS: Record<string, AnyRoom> = {
  arena: arenaRoom,
  cubes: cubesRoom,
  link: linkRoom,
  platformer: platformerRoom,
  'platformer with bots': platformerWithBots,
  shepherd: shepherdRoom,
  'shepherd with bots': shepherdWithBots,
}

/** A moment of the night of Shepherd's World, in which wolves are out. */
const NIGHT_SECONDS = 178

function age(room: Room): void {
  const { herd } = room.world.state as { herd?: Herd }
  if (!herd) return
  herd.beganAt -= NIGHT_SECONDS * STEP_HZ
  herd.round.endsAt -= NIGHT_SECONDS * STEP_HZ
}

test.each(Object.keys(ROOMS))('a room of %s that moves in mid-play goes on to the bit', (name) => {
  // Whether players hit depends on what they saw, and how far entities are extrapolated is measured anew.
  const never = ['throw', 'fire', 'beam']
  const play = { most: 2000, never, fastestHz: 30, hashedMs: 1000, prepare: age }
  const room = ROOMS[name]!
  const untouched = playRoom(room, 1, 'untouched', play)
  const moved = playRoom(room, 1, 'moved', play)
  expect(moved.hashes).toEqual(untouched.hashes)
  expect(new Set(moved.hashes).size).toBe(2)
  expect(moved.bytes).toBeGreaterThan(100)
})
