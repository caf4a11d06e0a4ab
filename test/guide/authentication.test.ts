import { Session } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../support/until.ts'
import { enter } from './authentication-page.ts'
import { startMarket } from './authentication-server.ts'

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

test('the market of the guide: an account of a database, a banned player, a token that nobody has', async () => {
  const kept: unknown[] = []
  const server = await startMarket(
    {
      userOf: async (token) => USERS[token as keyof typeof USERS] ?? null,
      keep: async (...row) => void kept.push(row),
    },
    0,
  )
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
  expect(said).toEqual(['you are banned until Fri Jan 01 2100', 'please log in again'])
  const session = await join('ada')
  expect(session).toBeInstanceOf(Session)
  const frames = setInterval(() => session!.frame(performance.now()), 20)
  ends.push(() => clearInterval(frames))
  await until(() => session!.entities('trader').length === 1)
  expect(session!.entities('trader')[0]!.coins).toBe(40)
  session!.close()
  await until(() => kept.length === 1)
  expect(kept).toEqual([['u1', 40]])
})
