import { GlissadeError } from 'glissade'
import { type ServeOptions, type Server, type ServerMatchRequest, serve } from 'glissade/node'
import { defineRoom, type Match } from 'glissade/server'
import { island } from './rooms.ts'

/** A race on the ground that the room is about. Nobody joins in the middle of it. */
const race = defineRoom(island, {
  open({ room, about }) {
    room.ground = about['ground'] === 'ice' ? 'ice' : 'grass'
  },
  join: (world, player) => world.spawn('runner', player),
  update(world) {
    world.isLocked = world.entities('runner').some(({ x }) => x > 0)
  },
  limits: { maxPlayers: 8 },
})

/** Puts runners together whose ratings differ by less than 100. */
export function byRating({ wish, create, rooms }: ServerMatchRequest): Match {
  if (create) return { create }
  const rating = Number((wish as { rating?: number } | null)?.rating)
  if (!Number.isFinite(rating)) throw new GlissadeError('refused', 'you have no rating yet')
  const near = rooms.find(({ about }) => Math.abs(Number(about['rating']) - rating) < 100)
  return near ? { join: near.id } : { create: { about: { rating, ground: 'ice' }, maxPlayers: 4 } }
}

export const start = (match?: ServeOptions['match']): Promise<Server> =>
  serve(race, { port: 0, match })

/** Opens a room for a team, for example for a bot in a chat. Returns a link for each member. */
export async function invite(server: Server, members: number): Promise<string[]> {
  const { room, keys } = await server.rooms.create({
    isPrivate: true,
    maxPlayers: members,
    seats: members,
    seatMs: 300_000,
  })
  return keys.map((resume) => `${server.url}/?${new URLSearchParams({ room, resume })}`)
}
