import { createServer, type ServerResponse } from 'node:http'
import { defineGame, number } from 'glissade'
import { roomsAt, type Seat, Session } from 'glissade/client'
import { connectWebSocket, serve } from 'glissade/node'
import { DirectoryStore, defineRoom, memoryDirectory } from 'glissade/server'
import { afterEach, expect, test, vi } from 'vitest'
import { realClock } from '../../src/net/real-clock.ts'
import { runner } from '../support/runner.ts'
import { atEnd, endAll, start, startSeveral } from './stage.ts'

afterEach(endAll)

const { game } = runner

/** Takes a seat as `connect` does in a page. */
async function take({ address, ...seat }: Seat): Promise<Session<typeof game>> {
  const session = new Session(game, await connectWebSocket(address), realClock, seat)
  atEnd(() => session.close())
  return session.joined
}

/** Starts a server that answers as it is told. */
async function answering(
  answer: (body: unknown) => [status: number, text: string],
): Promise<string> {
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray()
    const [status, text] = answer(JSON.parse(Buffer.concat(chunks).toString() || 'null'))
    response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  atEnd(() => http.close())
  return `http://127.0.0.1:${(http.address() as { port: number }).port}`
}

test('two players who wish for the same meet in a room, and one with another wish does not', async () => {
  const server = await start(runner)
  const rooms = roomsAt(server.url.replace('http', 'ws'), game)
  const a = await rooms.joinOrCreate({ map: 'dunes' })
  const b = await rooms.joinOrCreate({ map: 'dunes' })
  const c = await rooms.create({ about: { map: 'moor' }, maxPlayers: 3 })
  const hidden = await rooms.create({ about: { map: 'moor' }, isPrivate: true })
  expect([a.room, a.address]).toEqual([b.room, `${server.url}/glissade`])
  expect(new Set([a.room, c.room, hidden.room]).size).toBe(3)
  const dunes = server.rooms.get(`runner/${a.room}`)!
  for (const seat of [a, b]) await take(seat)
  expect(dunes.about).toEqual({ map: 'dunes' })
  expect(dunes.players.length).toBe(2)
  const { address } = a
  const [inDunes, inMoor] = [
    { room: a.room, address, players: 2, maxPlayers: 64, about: { map: 'dunes' } },
    { room: c.room, address, players: 1, maxPlayers: 3, about: { map: 'moor' } },
  ]
  expect(await rooms.list()).toEqual([inDunes, inMoor])
  expect(await rooms.list({ about: { map: 'moor' } })).toEqual([inMoor])
  expect(await rooms.list({ places: 3, most: 1 })).toEqual([inDunes])
})

test('100 players who come at once to two processes fill rooms of 4, and nobody is refused', async () => {
  const servers = await startSeveral(2, runner, { maxPlayers: 4 })
  const seats = await Promise.all(
    Array.from({ length: 100 }, (_, i) => roomsAt(servers[i % 2]!.url, game).joinOrCreate()),
  )
  // A few at a time, because a connection has to open within 10 s.
  for (let n = 0; n < seats.length; n += 10)
    await Promise.all(seats.slice(n, n + 10).map((seat) => take(seat)))
  const players = servers.flatMap(({ rooms }) =>
    [...rooms.values()].map((room) => room.players.length),
  )
  expect(players.reduce((sum, one) => sum + one, 0)).toBe(100)
  expect(Math.max(...players)).toBe(4)
  // Each process fills one room after another. In between, listings of the other one may be old.
  expect(players.filter((one) => one < 4).length).toBeLessThanOrEqual(4)
  for (const { rooms } of servers) expect(rooms.size).toBeGreaterThan(8)
})

test('a page goes where its room is', async () => {
  const [a, b] = await startSeveral(2, runner)
  await b!.rooms.create({ id: 'den', about: { map: 'dunes' } })
  const rooms = roomsAt(a!.url, game)
  const listed = async () => (await rooms.list()).map(({ address }) => address)
  await expect.poll(listed, { timeout: 60_000 }).toEqual([`${b!.url}/glissade`])
  const seat = await rooms.joinOrCreate({ map: 'dunes' })
  expect([seat.room, seat.address]).toEqual(['den', `${b!.url}/glissade`])
  await take(seat)
  expect(b!.rooms.get('runner/den')!.players.length).toBe(1)
})

test('if the process has gone to which a page was sent, the first one finds a room itself', async () => {
  const asked: unknown[] = []
  const gone = await answering(() => [502, 'Bad Gateway'])
  const home = await answering((body) => {
    asked.push(body)
    if (asked.length > 1) return [200, '{"room":"x","resume":"1.1"}']
    return [200, JSON.stringify({ moved: gone.replace('http', 'ws'), room: 'x', hops: 1 })]
  })
  const found = await roomsAt(home, game).joinOrCreate({ map: 'dunes' })
  expect(found).toEqual({ room: 'x', resume: '1.1', address: `${home}/glissade` })
  expect(asked).toEqual([{ wish: { map: 'dunes' } }, { wish: { map: 'dunes' }, hops: 3 }])
})

test('a page with an old version of the game is sent to a process that serves it', async () => {
  const { input, move } = game.definition
  const entities = { ...game.definition.entities, hat: { size: number({ max: 9 }) } }
  const newer = defineRoom(defineGame({ name: game.name, input, entities, move }))
  const store = new DirectoryStore(realClock)
  const old = await start(runner, { directory: memoryDirectory(store) })
  const fresh = await serve(newer, { port: 0, directory: memoryDirectory(store) })
  atEnd(() => fresh.close())
  const seat = await roomsAt(fresh.url, game).joinOrCreate()
  expect(seat.address).toBe(`${old.url}/glissade`)
  expect(await roomsAt(fresh.url, game).list()).toMatchObject([{ room: seat.room }])
  const schema = { code: 'schema', message: "the page has another version of 'runner': reload it" }
  const unknown = { name: game.name, hash: game.hash ^ 1 }
  await expect(roomsAt(fresh.url, unknown).list()).rejects.toMatchObject(schema)
})

test("errors have the server's words, and say which server did not answer", async () => {
  const server = await start(runner, { maxRooms: 1 })
  const rooms = roomsAt(server.url, game)
  await rooms.create()
  const full = { code: 'full', message: 'this server has no place for another room' }
  await expect(rooms.create()).rejects.toMatchObject(full)
  const refused = {
    code: 'refused',
    message: 'maxPlayers is 0.5, but must be a whole number, at least 1',
  }
  await expect(rooms.create({ maxPlayers: 0.5 })).rejects.toMatchObject(refused)
  await server.close()
  const silent = { code: 'unreachable', message: expect.stringContaining(`${server.url}/glissade`) }
  await expect(rooms.list()).rejects.toMatchObject(silent)
  expect(() => roomsAt('nowhere', game)).toThrow("roomsAt: 'nowhere' is not an address")
})

test('what a server answers is checked: an odd room is left out, and nobody is sent to what is no address', async () => {
  const room = { room: 'x', address: '', players: 1, maxPlayers: 4, about: {} }
  const odd = [
    ...[null, 7, 'x', [], {}].map((one) => one as unknown),
    ...['javascript:alert(1)', 'data:text/html,x', 'http://[', 'file:///etc/passwd', 7, null].map(
      (address) => ({ ...room, address }),
    ),
    ...[{ room: 1 }, { players: '2' }, { maxPlayers: null }, { about: null }].map((one) => ({
      ...room,
      ...one,
    })),
  ]
  const there = { ...room, room: 'y', address: 'wss://eu.example/p/1/glissade' }
  const home = await answering(() => [200, JSON.stringify({ rooms: [room, ...odd, there] })])
  expect(await roomsAt(home, game).list()).toEqual([
    { ...room, address: `${home}/glissade` },
    { ...there, address: 'https://eu.example/p/1/glissade' },
  ])
  for (const moved of ['javascript:alert(1)', 'http://[', 'mailto:a@b.example']) {
    const sending = await answering(() => [200, JSON.stringify({ moved, room: 'x', hops: 1 })])
    const unreachable = { code: 'unreachable', message: expect.stringContaining('no address') }
    await expect(roomsAt(sending, game).joinOrCreate()).rejects.toMatchObject(unreachable)
  }
  const words = await answering(() => [500, '{"reason":"full","detail":{"toString":1}}'])
  await expect(roomsAt(words, game).list()).rejects.toMatchObject({ code: 'unreachable' })
})

test('what JSON does not have is a misuse', async () => {
  const rooms = roomsAt('http://127.0.0.1:1', game)
  const misuse = { code: 'misuse', message: expect.stringContaining('roomsAt: not JSON: ') }
  await expect(rooms.joinOrCreate({ a: 1n })).rejects.toMatchObject(misuse)
  await expect(rooms.create({ about: { a: 1n as never } })).rejects.toMatchObject(misuse)
  await expect(rooms.list({ about: { a: 1n as never } })).rejects.toMatchObject(misuse)
})

test.each([
  ['a server that never answers', () => {}],
  ['a server that never ends its answer', (response: ServerResponse) => response.write('{')],
])('%s is a timeout', async (_what, answer) => {
  const http = createServer((_, response) => answer(response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  atEnd(() => http.close().closeAllConnections())
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(15_000)
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 300)
    return abort.signal
  })
  atEnd(() => limit.mockRestore())
  const { port } = http.address() as { port: number }
  const late = { code: 'timeout', message: `no answer of 127.0.0.1:${port} within 15 s` }
  await expect(roomsAt(`http://127.0.0.1:${port}`, game).list()).rejects.toMatchObject(late)
})

test.each([
  ['no JSON', 200, '<html>', 'HTTP 200, but no answer of a game server'],
  ['an error of a proxy', 502, 'Bad Gateway', 'HTTP 502, but no answer of a game server'],
  ['a seat without a key', 200, '{"room":"x"}', 'no seat came'],
  ['another server for ever', 200, '{"moved":"/glissade","room":"x","hops":1}', 'too many servers'],
])('an answer that is %s ends in an error', async (_what, status, body, message) => {
  const rooms = roomsAt(await answering(() => [status, body]), game)
  const error = { code: 'unreachable', message: expect.stringContaining(message) }
  await expect(rooms.joinOrCreate()).rejects.toMatchObject(error)
})
