import { connect } from 'glissade/client'
import { connectWebSocket, type LogEntry, type Server, serve } from 'glissade/node'
import { afterEach, expect, test } from 'vitest'
import type { MonitorData } from '../src/watch/monitor-data.ts'
import { runner } from './support/runner.ts'
import { until } from './support/until.ts'

const TOKEN = 'a-token-for-operators'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(onLog?: (entry: LogEntry) => void): Promise<Server> {
  const server = await serve(runner, { port: 0, monitor: { token: TOKEN }, onLog })
  ends.push(() => server.close())
  return server
}

async function join(url: string, room: string, name = 'Ann') {
  const link = await connectWebSocket(`${url.replace('http', 'ws')}/glissade`)
  const session = await connect(runner.game, link, { room, profile: { name } })
  const timer = setInterval(() => session.frame(performance.now()), 16)
  ends.push(() => clearInterval(timer))
  ends.push(() => session.close())
  return session
}

const ask = (url: string, path: string, method = 'GET', token = TOKEN) =>
  fetch(`${url}/monitor/${path}`, { method, headers: { Authorization: `Bearer ${token}` } })

const data = async (url: string, query = ''): Promise<MonitorData> =>
  (await ask(url, `data${query}`)).json() as Promise<MonitorData>

test('shows rooms, the players of the selected room, and samples of the process', async () => {
  const server = await start()
  await join(server.url, 'red', 'Ann')
  await join(server.url, 'red', '<img src=x>')
  await join(server.url, 'blue')
  const room = server.rooms.get('runner/red')!
  await until(() => room.tick > 60)
  const shown = await data(server.url, `?${new URLSearchParams({ room: 'runner/red' })}`)
  expect(shown.unready).toBeNull()
  expect(shown.rooms.map(({ key, connected, away }) => [key, connected, away])).toEqual([
    ['runner/blue', 1, 0],
    ['runner/red', 2, 0],
  ])
  expect(shown.rooms[1]!.tickMs).toBeGreaterThan(0)
  expect(shown.rooms[1]!.bytesOut).toBeGreaterThan(0)
  expect(shown.players!.map(({ id, profile, link }) => [id, profile, link])).toEqual([
    [1, '{"name":"Ann"}', 'ordered'],
    [2, '{"name":"<img src=x>"}', 'ordered'],
  ])
  for (const player of shown.players!) {
    expect(player.address).toBe('127.0.0.1')
    expect(player.rttMs).toBeGreaterThan(0)
    expect(player.bytesIn).toBeGreaterThan(0)
    expect(player.bytesOut).toBeGreaterThan(0)
    expect(player.ageMs).toBeGreaterThan(0)
  }
  expect(shown.samples.length).toBeGreaterThan(0)
  const { atMs, connected, memoryBytes, bytesOutPerSecond } = shown.samples.at(-1)!
  expect(connected).toBe(3)
  expect(memoryBytes).toBeGreaterThan(1e6)
  expect(bytesOutPerSecond).toBeGreaterThan(0)
  const newer = await data(server.url, `?since=${atMs}`)
  expect(newer.samples.every((sample) => sample.atMs > atMs)).toBe(true)
  expect(newer.players).toBeNull()
  expect((await data(server.url, '?since=rubbish&room=no/such')).players).toBeNull()
})

test('kicks a player and closes a room, only by POST, and the log says who did it', async () => {
  const entries: LogEntry[] = []
  const server = await start((entry) => entries.push(entry))
  await join(server.url, 'red')
  await join(server.url, 'red')
  const room = server.rooms.get('runner/red')!
  const kick = 'kick?room=runner%2Fred&player=1'
  expect((await ask(server.url, kick)).status).toBe(405)
  expect((await ask(server.url, 'data', 'POST')).status).toBe(405)
  expect(room.players.length).toBe(2)
  expect((await ask(server.url, kick, 'POST')).status).toBe(200)
  expect(room.players.map(({ id }) => id)).toEqual([2])
  const again = await ask(server.url, kick, 'POST')
  expect([again.status, await again.text()]).toEqual([404, 'the player has left\n'])
  expect((await ask(server.url, 'close?room=runner%2Fred', 'POST')).status).toBe(200)
  expect(server.rooms.size).toBe(0)
  expect((await ask(server.url, 'close?room=runner%2Fred', 'POST')).status).toBe(404)
  await until(() => entries.filter(({ event }) => event === 'player left').length === 2)
  const place = { game: 'runner', room: 'red', address: '127.0.0.1' }
  expect(entries.filter(({ level }) => level === 'warn')).toMatchObject([
    { event: 'player kicked by the operator', player: 1, ...place },
    { event: 'room closed by the operator', ...place },
  ])
  expect(entries.filter(({ event }) => event === 'player left')).toMatchObject([
    { player: 1, reason: 'kicked' },
    { player: 2, reason: 'server-closed' },
  ])
})

test('without the right token, it tells and does nothing, and guesses are limited', async () => {
  const server = await start()
  await join(server.url, 'red')
  const bare = await fetch(`${server.url}/monitor/data`)
  expect(bare.status).toBe(401)
  expect(bare.headers.get('www-authenticate')).toBe('Bearer')
  expect((await fetch(`${server.url}/monitor/data?token=${TOKEN}`)).status).toBe(401)
  for (const path of ['kick?room=runner%2Fred&player=1', 'close?room=runner%2Fred'])
    expect((await ask(server.url, path, 'POST', `${TOKEN}x`)).status).toBe(401)
  expect(server.rooms.get('runner/red')!.players.length).toBe(1)
  const statuses: number[] = []
  for (let n = 0; n < 12; n++)
    statuses.push((await ask(server.url, 'data', 'GET', `no-${n}`)).status)
  expect(statuses.slice(0, 8).every((status) => status === 401)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
})

test('its files are for everybody, never kept, in no frame, and run only scripts of their own', async () => {
  const server = await start()
  const page = await fetch(`${server.url}/monitor`)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /)
  expect(policy).toContain("frame-ancestors 'none'")
  const html = await page.text()
  expect(html).not.toContain('<script>')
  const named = [...html.matchAll(/(?:src|href)="(monitor\/[^"]+)"/g)].map(([, path]) => path)
  expect(named.length).toBe(2)
  for (const path of named) expect((await fetch(`${server.url}/${path}`)).status).toBe(200)
  const slash = await fetch(`${server.url}/monitor/`, { redirect: 'manual' })
  expect([slash.status, slash.headers.get('location')]).toEqual([308, '../monitor'])
  for (const path of ['/monitor/../node.ts', '/monitor/%2e%2e/monitor.ts', '/monitor/nothing'])
    expect([401, 404]).toContain((await fetch(server.url + path)).status)
})

test('a token that is too short is a mistake of the caller', async () => {
  await expect(serve(runner, { port: 0, monitor: { token: 'short' } })).rejects.toThrow(
    'monitor.token is 5 characters long, but must be at least 16',
  )
})
