import { AddressLimits } from 'glissade/server'
import { expect, test } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { coreOf } from '../../src/server/room.ts'
import type { RawClient } from '../support/raw-client.ts'
import { runner } from '../support/runner.ts'
import { open } from './virtual.ts'

const RUNS = 40
const STEPS = 60
const MAX_PLAYERS = 3
const ADDRESSES = ['a', 'b', 'c']

/** Reserves, joins, breaks off and waits at random. Returns what must be 0 at the end. */
async function play(random: Random): Promise<unknown> {
  const pick = <T>(list: readonly T[]): T => list[random.uint32() % list.length]!
  const addresses = new AddressLimits({ maxPerAddress: 4, roomsPerSecond: 100 })
  const { lobby, join, run, errors } = open({ addresses, maxPlayers: MAX_PLAYERS, resumeMs: 2000 })
  const seats: { room: string; key: string }[] = []
  const clients: RawClient[] = []
  for (let step = 0; step < STEPS; step++) {
    const address = pick(ADDRESSES)
    const what = random.next()
    if (what < 0.35) {
      const visitor = { request: null, address, resumeKey: [0, 0] as const, account: undefined }
      const found = await lobby.matchmaker.place({
        ...{ definition: runner, wish: {}, create: null, room: null, hops: 0, visitor },
        ...{ seats: 1, seatMs: random.between(100, 3000), isGone: () => false },
      })
      if ('keys' in found) seats.push({ room: found.room, key: found.keys[0]! })
    } else if (what < 0.7 && seats.length > 0) {
      const { room, key } = pick(seats)
      if (lobby.rooms.has(`runner/${room}`))
        clients.push(join(room, random.next() < 0.8 ? key : undefined, address))
    } else if (clients.length > 0) pick(clients).link.close(pick(['left', 'lost']))
    await run(100 + 50 * Math.floor(random.between(0, 20)))
    let taken = 0
    for (const room of lobby.rooms.values()) {
      const places = room.players.length + coreOf(room).openSeats.count
      expect(places).toBeLessThanOrEqual(MAX_PLAYERS)
      taken += places
    }
    const counted = ADDRESSES.reduce((sum, one) => sum + addresses.places(one), 0)
    expect(counted).toBe(taken)
  }
  for (const { link } of clients) link.close('left')
  await run(30_000)
  return { rooms: lobby.rooms.size, places: ADDRESSES.map((one) => addresses.places(one)), errors }
}

test('whatever happens, no room has too many players, and every place is given back', async () => {
  for (let seed = 1; seed <= RUNS; seed++)
    expect(await play(new Random(seed)), `seed ${seed}`).toEqual({
      rooms: 0,
      places: [0, 0, 0],
      errors: [],
    })
})
