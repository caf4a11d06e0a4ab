import { connect, type FoundRoom, roomsAt, type Seat, type Session } from 'glissade/client'
import { island } from './rooms.ts'

/** Plays at once: in a room with this ground, whichever that is. */
export async function quickPlay(server: string, ground: string): Promise<Session<typeof island>> {
  const seat = await roomsAt(server, island).joinOrCreate({ ground })
  return connect(island, seat.address, seat)
}

/** Opens a room for friends. They come by its name: `connect(island, server, { room })`. */
export function playWithFriends(server: string): Promise<Seat> {
  return roomsAt(server, island).create({ about: { ground: 'grass' }, isPrivate: true })
}

/** Returns the lines of a list of rooms. A click on one passes it to `connect`, as a seat. */
export async function choices(server: string): Promise<{ line: string; room: FoundRoom }[]> {
  const rooms = await roomsAt(server, island).list({ places: 1, most: 20 })
  return rooms.map((room) => ({
    line: `${room.about['ground']}: ${room.players} of ${room.maxPlayers}`,
    room,
  }))
}
