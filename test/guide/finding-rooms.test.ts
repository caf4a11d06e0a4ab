import { connect } from 'glissade/client'
import type { Server } from 'glissade/node'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { until } from '../support/until.ts'
import { choices, playWithFriends, quickPlay } from './finding-rooms-page.ts'
import { byRating, invite, start } from './finding-rooms-server.ts'
import { island } from './rooms.ts'

let server: Server
afterEach(async () => {
  await server.close()
  vi.unstubAllGlobals()
})

test('the page of the guide finds rooms by their ground, and opens some for friends', async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  server = await start()
  const [a, b] = [await quickPlay(server.url, 'ice'), await quickPlay(server.url, 'ice')]
  const friends = await playWithFriends(server.url)
  expect(server.rooms.size).toBe(2)
  expect((await choices(server.url)).map(({ line }) => line)).toEqual(['ice: 2 of 8'])
  const [{ room }] = (await choices(server.url)) as [Awaited<ReturnType<typeof choices>>[number]]
  const third = await connect(island, room.address, room)
  await until(() => third.room.ground === 'ice')
  const friend = await connect(island, server.url, { room: friends.room })
  const host = await connect(island, friends.address, friends)
  expect(server.rooms.get(`island/${friends.room}`)!.players.length).toBe(2)
  // The race begins, and the room is locked.
  a.input.right = true
  await until(() => {
    a.frame(performance.now())
    return server.rooms.get(`island/${room.room}`)!.isLocked
  })
  expect(await choices(server.url)).toEqual([])
  await expect(connect(island, room.address, room)).rejects.toMatchObject({ code: 'full' })
  for (const session of [a, b, third, friend, host]) session.close()
})

test('the function of the guide goes by ratings', async () => {
  server = await start(byRating)
  const { rooms } = server
  const join = async (wish: unknown) => (await rooms.joinOrCreate({ wish })).room
  const first = await join({ rating: 1500 })
  expect(await join({ rating: 1560 })).toBe(first)
  expect(await join({ rating: 1700 })).not.toBe(first)
  const refused = { code: 'refused', message: 'joinOrCreate: you have no rating yet' }
  for (const wish of [{}, null, { rating: 'high' }])
    await expect(rooms.joinOrCreate({ wish })).rejects.toMatchObject(refused)
})

test('the links of a team lead to its seats, and nobody else gets in', async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  server = await start()
  const links = await invite(server, 2)
  const [one, two] = links.map((link) => Object.fromEntries(new URL(link).searchParams))
  await expect(connect(island, server.url, { room: one!['room'] })).rejects.toMatchObject({
    code: 'full',
  })
  for (const seat of [one, two]) (await connect(island, server.url, seat)).close()
})
