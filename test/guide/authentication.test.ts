import { Session } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../support/until.ts'
import { enter } from './authentication-page.ts'
import { kick, startMarket, stop } from './authentication-server.ts'

vi.mock('glissade/client', async (original) => {
  const client = await original<typeof import('glissade/client')>()
  // Node has no page, so its own WebSocket is passed in.
  const connect = async (game: never, address: string, options: never) =>
    client.connect(game, await connectWebSocket(address), options)
  return { ...client, connect }
})

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const USERS = {
  ada: { id: 'u1', coins: 40, bannedUntil: 0 },
  bob: { id: 'u2', coins: 1, bannedUntil: Date.UTC(2100, 0, 1, 12) },
}

test('the market of the guide: accounts, refusals, a kick, and coins that are kept', async () => {
  const kept: unknown[] = []
  let isDown = false
  const database = {
    userOf: async (token: string) => USERS[token as keyof typeof USERS] ?? null,
    async addCoins(...row: unknown[]) {
      if (isDown) throw new Error('the database is down')
      kept.push(row)
    },
    end: async () => void kept.push('end'),
  }
  const server = await startMarket(database, 0)
  ends.push(() => server.close())
  const said: string[] = []
  const join = (token: string) =>
    enter(
      server.url.replace('http', 'ws'),
      async () => token,
      (words) => said.push(words),
    )
  expect(await join('bob')).toBe(null)
  expect(await join('eve')).toBe(null)
  expect(said.splice(0)).toEqual(['you are banned until Fri Jan 01 2100', 'please log in again'])
  const session = await join('ada')
  expect(session).toBeInstanceOf(Session)
  const frames = setInterval(() => session!.frame(performance.now()), 20)
  ends.push(() => clearInterval(frames))
  await until(() => session!.entities('trader').length === 1)
  expect(session!.entities('trader')[0]!.coins).toBe(40)
  expect(await join('ada')).toBe(null)
  expect(said.splice(0)).toEqual(['you are playing already'])

  const [room] = server.rooms.values()
  const earn = (coins: number) => {
    const [trader] = room!.world.entities('trader') as unknown as { coins: number }[]
    trader!.coins += coins
  }
  earn(2)
  const [player] = room!.players
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  ends.push(() => errors.mockRestore())
  isDown = true
  room!.definition.definition.leave!(room!.world, player!)
  await until(() => errors.mock.calls.length === 1)
  isDown = false
  earn(3)
  kick(server, 'u1', 'no bots, please')
  await until(() => kept.length === 1)
  // What could not be kept the first time is kept the second time.
  expect(kept.splice(0)).toEqual([['u1', 5]])
  await until(() => said.length === 1)
  expect(said).toEqual(['no bots, please'])

  await join('ada')
  earn(1)
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  ends.push(() => exit.mockRestore())
  await stop(server, database)
  expect(kept).toEqual([['u1', 1], 'end'])
  expect(exit).toHaveBeenCalledTimes(1)
})
