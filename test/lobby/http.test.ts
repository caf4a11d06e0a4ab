import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect as tcpConnect } from 'node:net'
import { type Server, serve } from 'glissade/node'
import { afterEach, describe, expect, test } from 'vitest'
import { runner } from '../support/runner.ts'
import { atEnd, endAll, start } from './stage.ts'

afterEach(endAll)

const { name, hash } = runner.game
const QUERY = `game=${name}&hash=${hash}`

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> | null
}

async function ask(
  server: Pick<Server, 'url'>,
  query = QUERY,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}/glissade/rooms?${query}`, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
  }
}

const post = (server: Pick<Server, 'url'>, body: unknown, query = QUERY): Promise<Answer> =>
  ask(server, query, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('GET lists rooms, POST reserves a seat, and neither is cached', async () => {
  const server = await start(runner, { maxPlayers: 4 })
  expect((await ask(server)).body).toEqual({ rooms: [] })
  const seat = await post(server, { wish: { map: 'dunes' } })
  expect(seat.status).toBe(200)
  expect(seat.body).toEqual({
    room: expect.any(String),
    resume: expect.stringMatching(/^\d+\.\d+$/),
  })
  expect(seat.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(seat.headers.get('cache-control')).toBe('no-store')
  await post(server, { create: { about: { map: 'moor' } } })
  await post(server, { create: { isPrivate: true } })
  const listed = await ask(server, `${QUERY}&about={"map":"dunes"}`)
  expect(listed.body).toEqual({
    rooms: [
      { room: seat.body!['room'], address: '', players: 1, maxPlayers: 4, about: { map: 'dunes' } },
    ],
  })
  expect(((await ask(server)).body!['rooms'] as unknown[]).length).toBe(2)
  expect(((await ask(server, `${QUERY}&places=4`)).body!['rooms'] as unknown[]).length).toBe(0)
  const head = await ask(server, QUERY, { method: 'HEAD' })
  expect([head.status, head.body]).toEqual([200, null])
})

describe('a wrong request gets words that say what is wrong', () => {
  test.each<[string, number, Record<string, unknown>, string, unknown?]>([
    [
      'another game',
      404,
      { reason: 'refused', detail: "there is no game 'chess' here" },
      `game=chess&hash=${hash}`,
    ],
    ['no game', 404, { reason: 'refused', detail: "there is no game '' here" }, ''],
    [
      'another version',
      409,
      { reason: 'schema', detail: "the page has another version of 'runner': reload it" },
      `game=${name}&hash=${hash ^ 1}`,
    ],
    [
      'no number for a hash',
      409,
      { reason: 'schema', detail: "the page has another version of 'runner': reload it" },
      `game=${name}&hash=x`,
    ],
    [
      'a filter that is no JSON',
      400,
      { reason: 'refused', detail: 'about is no JSON, but must be an object as JSON' },
      `${QUERY}&about={`,
    ],
    [
      'too many rooms',
      400,
      { reason: 'refused', detail: 'most is 1001, but must be from 1 to 1000' },
      `${QUERY}&most=1001`,
    ],
    [
      'a number of places that is none',
      400,
      { reason: 'refused', detail: 'places is NaN, but must be at least 0' },
      `${QUERY}&places=x`,
    ],
    [
      'no JSON',
      400,
      { reason: 'refused', detail: 'the body must be a JSON object' },
      QUERY,
      '{"wish":',
    ],
    ['no object', 400, { reason: 'refused', detail: 'the body must be a JSON object' }, QUERY, []],
    ['nothing', 400, { reason: 'refused', detail: 'the body must be a JSON object' }, QUERY, ''],
    [
      'a room that is no text',
      400,
      { reason: 'refused', detail: 'room is 1, but must be a text of at most 127 characters' },
      QUERY,
      { room: 1 },
    ],
    [
      'wrong hops',
      400,
      { reason: 'refused', detail: 'hops is -1, but must be a whole number, at least 0' },
      QUERY,
      { hops: -1 },
    ],
    [
      'a wrong detail',
      400,
      { reason: 'refused', detail: 'maxPlayers is many, but must be a whole number, at least 1' },
      QUERY,
      { create: { maxPlayers: 'many' } },
    ],
    [
      'a create that is no object',
      400,
      { reason: 'refused', detail: 'create is true, but must be an object' },
      QUERY,
      { create: true },
    ],
    [
      'a create that is a list',
      400,
      { reason: 'refused', detail: 'create is a list, but must be an object' },
      QUERY,
      { create: [] },
    ],
    [
      'a create with an unknown name',
      400,
      {
        reason: 'refused',
        detail: 'a name in create is "private", but must be one of about, isPrivate, maxPlayers',
      },
      QUERY,
      { create: { private: true } },
    ],
    [
      'an about that is a list',
      400,
      { reason: 'refused', detail: 'about is a list, but must be an object' },
      QUERY,
      { create: { about: [] } },
    ],
    [
      'an unknown name',
      400,
      {
        reason: 'refused',
        detail: 'a name in the body is "__proto__", but must be one of wish, create, room, hops',
      },
      QUERY,
      '{"__proto__":{"create":{}}}',
    ],
    [
      'a wish that is no About',
      403,
      { reason: 'refused', detail: 'the wish is 5, but must be an object' },
      QUERY,
      { wish: 5 },
    ],
    [
      'too much',
      413,
      { reason: 'refused', detail: 'the body has more than 4096 bytes' },
      QUERY,
      { wish: 'x'.repeat(4096) },
    ],
  ])('%s', async (_what, status, body, query, sent) => {
    const server = await start(runner)
    const answer = sent === undefined ? await ask(server, query) : await post(server, sent, query)
    expect([answer.status, answer.body]).toEqual([status, body])
    expect(server.rooms.size).toBe(0)
  })

  test('a value that cannot be written as text is named all the same', async () => {
    const errors: unknown[] = []
    const server = await start(runner, { onError: (error) => errors.push(error) })
    const odd = { toString: 1 }
    for (const body of [{ hops: odd }, { room: odd }, { create: { maxPlayers: odd } }]) {
      const answer = await post(server, body)
      expect(answer.status).toBe(400)
      expect(answer.body!['detail']).toMatch(/^(hops|room|maxPlayers) is an object, but must be/)
    }
    expect((await post(server, { wish: { a: odd } })).body).toMatchObject({ reason: 'refused' })
    expect((await post(server, { wish: 'x'.repeat(4000) })).body!['detail']).toHaveLength(75)
    expect(errors).toEqual([])
  })

  test('a body of unknown length that is too long, and a method that is not there', async () => {
    const server = await start(runner)
    const body = new ReadableStream({
      start(controller) {
        for (let left = 10; left > 0; left--) controller.enqueue(new Uint8Array(1000))
        controller.close()
      },
    })
    const long = await ask(server, QUERY, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(long.status).toBe(413)
    const other = await ask(server, QUERY, { method: 'DELETE' })
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  })
})

describe('pages of other origins', () => {
  const headers = { Origin: 'https://game.example' }

  test('are refused as for WebSockets', async () => {
    const server = await start(runner)
    for (const init of [{}, { method: 'POST', body: '{}' }, { method: 'OPTIONS' }]) {
      const answer = await ask(server, QUERY, { ...init, headers })
      expect(answer.status).toBe(403)
      expect(answer.headers.get('access-control-allow-origin')).toBe(null)
      expect(answer.body).toMatchObject({
        reason: 'refused',
        detail: expect.stringContaining('origins'),
      })
    }
    expect(server.stats.origins.foreignOrigins).toBe(3)
    expect(server.rooms.size).toBe(0)
  })

  test('may ask if they are allowed, after a preflight', async () => {
    const server = await start(runner, { origins: ['https://game.example'] })
    const preflight = await ask(server, QUERY, { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    const allowed = {
      'access-control-allow-origin': 'https://game.example',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    }
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      ...allowed,
      'access-control-allow-headers': 'content-type',
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    })
    const seat = await ask(server, QUERY, { method: 'POST', body: '{}', headers })
    expect(seat.status).toBe(200)
    expect(Object.fromEntries(seat.headers)).toMatchObject(allowed)
  })

  test('a name that a stranger could own is refused', async () => {
    const server = await start(runner)
    const socket = tcpConnect(server.port)
    socket.write(
      `GET /glissade/rooms?${QUERY} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    )
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    expect(chunk.toString()).toContain('HTTP/1.1 403')
    expect(server.stats.origins.unknownHosts).toBe(1)
  })
})

describe('an address', () => {
  test('asks no faster than it may join', async () => {
    const server = await start(runner, { joinsPerSecond: 0.01 })
    expect((await post(server, {})).status).toBe(200)
    const answer = await post(server, {})
    expect(answer.status).toBe(429)
    expect(answer.body).toMatchObject({ reason: 'timeout' })
    expect(answer.headers.get('retry-after')).toBe('1')
    expect((await ask(server)).status).toBe(429)
    expect(server.stats.addresses.joins).toBe(2)
  })

  test('reserves no more seats than it may have players', async () => {
    const server = await start(runner, { maxPerAddress: 3 })
    const statuses = []
    for (let left = 5; left > 0; left--) statuses.push((await post(server, {})).status)
    expect(statuses).toEqual([200, 200, 200, 403, 403])
    expect(server.stats.addresses.players).toBe(2)
    expect(server.stats.refused.refused).toBe(2)
  })

  test('opens no more rooms than it may', async () => {
    const server = await start(runner, { roomsPerSecond: 0.01 })
    expect((await post(server, { create: {} })).status).toBe(200)
    expect((await post(server, { create: {} })).status).toBe(403)
    expect(server.rooms.size).toBe(1)
  })
})

describe('a list', () => {
  /** Rooms that say as much as they may, in as many bytes as they can. */
  const about = Object.fromEntries(
    Array.from({ length: 16 }, (_, n) => ['n'.repeat(30) + n.toString(36), '\u0001'.repeat(64)]),
  )
  const openRooms = async (server: Server, count: number) => {
    for (let n = 0; n < count; n++) await server.rooms.create({ id: `r${n}`, about, seats: 0 })
  }

  test('has no more rooms than fit into 256 kB, and those are whole', async () => {
    const server = await start(runner, { maxRooms: 200 })
    await openRooms(server, 150)
    const response = await fetch(`${server.url}/glissade/rooms?${QUERY}&most=1000`)
    const text = await response.text()
    const { rooms } = JSON.parse(text) as { rooms: { about: unknown }[] }
    expect(text.length).toBeLessThanOrEqual(262_144 + 2)
    expect(text.length).toBeGreaterThan(250_000)
    for (const room of rooms) expect(room.about).toEqual(about)
  })

  test('waits for its turn: those of one address do not hold up the other addresses', async () => {
    const addressOf = ({ headers }: IncomingMessage) => String(headers['x-forwarded-for'])
    const server = await start(runner, { addressOf })
    await openRooms(server, 60)
    const order: string[] = []
    const get = async (address: string) => {
      const init = { headers: { 'X-Forwarded-For': address } }
      await (await fetch(`${server.url}/glissade/rooms?${QUERY}&most=1000`, init)).text()
      order.push(address)
    }
    await Promise.all([...Array.from({ length: 40 }, () => get('6.6.6.6')), get('7.7.7.7')])
    expect(order.indexOf('7.7.7.7')).toBeLessThan(20)
  })
})

test('a server of your own answers by watch', async () => {
  const http = createServer((request, response) => {
    if (!server.watch(request, response)) response.end('the page')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  atEnd(() => http.close())
  const server = await serve(runner, { server: http, path: '/play/' })
  atEnd(() => server.close())
  const { port } = http.address() as { port: number }
  const at = `http://127.0.0.1:${port}`
  expect(await (await fetch(`${at}/play/rooms?${QUERY}`)).json()).toEqual({ rooms: [] })
  expect(await (await fetch(`${at}/play`)).text()).toBe('the page')
  const foreign = { headers: { Origin: 'https://evil.example' } }
  expect((await fetch(`${at}/play/rooms?${QUERY}`, foreign)).status).toBe(403)
})

test('a page that has gone gets no seat', async () => {
  let page: IncomingMessage | undefined
  let decide = (): void => {}
  const server = await start(runner, {
    match: ({ request }) => {
      page = request
      return new Promise((resolve) => {
        decide = () => resolve({ create: {} })
      })
    },
  })
  const abort = new AbortController()
  const init = { method: 'POST', body: '{}', signal: abort.signal }
  const asking = ask(server, QUERY, init).catch((error: Error) => error.name)
  await expect.poll(() => page, { timeout: 60_000 }).toBeDefined()
  abort.abort()
  expect(await asking).toBe('AbortError')
  await expect.poll(() => page!.socket.destroyed, { timeout: 60_000 }).toBe(true)
  decide()
  await expect.poll(() => server.stats.refused.timeout, { timeout: 60_000 }).toBe(1)
  expect(server.rooms.size).toBe(0)
})

test('the function of the server sees the request, and its words reach the page', async () => {
  const seen: unknown[] = []
  const server = await start(runner, {
    match({ request, wish }) {
      seen.push([request?.headers['x-team'], wish])
      return { create: { about: { team: 'red' } } }
    },
  })
  const headers = { 'X-Team': 'red' }
  await ask(server, QUERY, { method: 'POST', body: '{"wish":[1]}', headers })
  await server.rooms.joinOrCreate({ wish: 'mine' })
  expect(seen).toEqual([
    ['red', [1]],
    [undefined, 'mine'],
  ])
})
