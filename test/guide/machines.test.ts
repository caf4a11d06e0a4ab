import { defineGame, int, number } from 'glissade'
import { Session } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { DirectoryStore, defineRoom, memoryDirectory } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { afterEach, expect, test } from 'vitest'
import { realClock } from '../../src/net/real-clock.ts'
import { until } from '../support/until.ts'
import { game } from './machines.ts'
import { start } from './machines-server.ts'
import { copyOf, restoreOld } from './restore-server.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('a client goes to the process that has its room, and goes along when the room moves', async () => {
  const store = new DirectoryStore(realClock)
  const servers = [await start(memoryDirectory(store)), await start(memoryDirectory(store))]
  for (const server of servers) ends.push(() => server.close())
  const open = (url: string) => connectWebSocket(`${url}/glissade`)
  const join = async (url: string, name: string) => {
    const reopen = (moved = url) => open(moved)
    const options = { room: 'yard', profile: { name }, reopen }
    const session = new Session(game, await open(url), realClock, options)
    ends.push(() => session.close())
    return session.joined
  }
  const sessions = [await join(servers[0]!.url, 'Ann'), await join(servers[1]!.url, 'Bob')]
  const has = servers.findIndex(({ rooms }) => rooms.size === 1)
  expect([...servers[has]!.rooms.values()][0]!.players.length).toBe(2)
  expect(servers[1 - has]!.rooms.size).toBe(0)
  const timer = setInterval(() => {
    for (const session of sessions) session.frame(performance.now())
  }, 20)
  ends.push(() => clearInterval(timer))
  await until(() => sessions.every((session) => session.entities('cart').length === 2))
  expect(await servers[has]!.drain()).toBe(0)
  await until(() => servers[1 - has]!.rooms.size === 1)
  const moved = [...servers[1 - has]!.rooms.values()][0]!
  await until(() =>
    sessions.every(({ state, stats }) => state === 'open' && stats.reconnects === 1),
  )
  expect(moved.players.map(({ id }) => id)).toEqual([1, 2])
  expect((moved.world.state as { visits: Map<string, number> }).visits).toEqual(
    new Map([
      ['Ann', 1],
      ['Bob', 1],
    ]),
  )
})

test('a room can be copied, and an older one restored', () => {
  const sim = new Simulation(
    defineRoom(game, { join: (world, player) => world.spawn('cart', player) }),
  )
  sim.join()
  sim.run(500)
  const copy = copyOf(sim.room as never, 0)
  expect(copy.tick).toBe(sim.room.tick)
  const { definition } = game
  const newer = defineGame({
    ...definition,
    entities: { cart: { x: number({ max: 10_000 }), hue: int({ max: 359 }) } },
  })
  const room = restoreOld(defineRoom(newer) as never, sim.room.save(), 0)
  const [cart] = room.world.entities('cart') as unknown as { id: number; hue: number }[]
  expect(cart!.hue).toBe((cart!.id * 47) % 360)
})
