import { roomsAt, type Seat, Session } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { expect, test } from 'vitest'
import { realClock } from '../../src/net/real-clock.ts'
import { runner } from '../support/runner.ts'
import { atEnd, start, startSeveral } from './stage.ts'

const { game } = runner

async function take({ address, ...seat }: Seat): Promise<Session<typeof game>> {
  const link = await connectWebSocket(address.replace('http', 'ws'))
  const session = new Session(game, link, realClock, seat)
  atEnd(() => session.close())
  return session.joined
}

test('two players who wish for the same meet in a room, and one with another wish does not', async () => {
  const server = await start()
  const rooms = roomsAt(server.url, game)
  const [a, b, c] = [
    await rooms.joinOrCreate({ map: 'dunes' }),
    await rooms.joinOrCreate({ map: 'dunes' }),
    await rooms.joinOrCreate({ map: 'moor' }),
  ]
  expect(a.room).toBe(b.room)
  expect(c.room).not.toBe(a.room)
  await take(a)
  const dunes = server.rooms.get(`runner/${a.room}`)!
  expect(dunes.about).toEqual({ map: 'dunes' })
  expect(dunes.players.length).toBe(1)
  expect(await rooms.list()).toEqual([
    {
      room: a.room,
      address: `${server.url}/glissade`,
      players: 2,
      maxPlayers: 64,
      about: { map: 'dunes' },
    },
    {
      room: c.room,
      address: `${server.url}/glissade`,
      players: 1,
      maxPlayers: 64,
      about: { map: 'moor' },
    },
  ])
  await take(b)
  expect(dunes.players.length).toBe(2)
})

test('100 players who come at once fill rooms of 4 in two processes', async () => {
  const servers = await startSeveral(2, { maxPlayers: 4 })
  const seats = await Promise.all(
    Array.from({ length: 100 }, (_, i) => roomsAt(servers[i % 2]!.url, game).joinOrCreate()),
  )
  const sessions = await Promise.all(seats.map(take))
  expect(sessions.length).toBe(100)
  const rooms = servers.flatMap((server) => [...server.rooms.values()])
  console.log(
    rooms.map((r) => r.players.length).join(),
    servers.map((s) => s.rooms.size),
  )
  expect(rooms.reduce((sum, { players }) => sum + players.length, 0)).toBe(100)
})
