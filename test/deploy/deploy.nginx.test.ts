import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Session } from 'glissade/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { game } from '../../docs/deploy/game.ts'
import { read } from '../source-file.ts'
import { Deployed } from '../support/deployed.ts'
import { freePort } from '../support/free-port.ts'
import { Nginx } from '../support/nginx.ts'
import { RedisServer } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

const TOKENS = { METRICS_TOKEN: 'a-token-for-prometheus', MONITOR_TOKEN: 'a-token-for-operators' }
/** Linux has all of 127.0.0.0/8. Clients come from here, so that nginx itself has another address. */
const CLIENT = '127.0.0.7'

const folder = mkdtempSync(join(tmpdir(), 'glissade-deploy-'))
let redis: RedisServer
let nginx: Nginx
let servers: Deployed[]
/** The process that goes on when the other one has ended. */
let left: Deployed
let timer: NodeJS.Timeout | undefined
const sessions: Session<typeof game>[] = []

const address = (path = '') => `https://127.0.0.1:${nginx.port}${path}`

beforeAll(async () => {
  redis = await RedisServer.start()
  const port = await freePort()
  const start = async (n: number) => {
    const own = join(folder, `${n}`)
    mkdirSync(own)
    const pages = { 'index.html': '<p>dots', [`of-${n}.js`]: `'of process ${n}'` }
    return Deployed.start(await freePort(), own, pages, {
      ...TOKENS,
      REDIS_URL: redis.url,
      PUBLIC_URL: `https://127.0.0.1:${port}/p/${n}/glissade`,
    })
  }
  servers = [await start(1), await start(2)]
  const [one, two] = servers.map((server) => `127.0.0.1:${server.port}`)
  // The third process is down.
  nginx = await Nginx.start(port, folder, read('docs/deploy/nginx.conf'), {
    'game-1:3001': one!,
    'game-2:3002': two!,
    'game-3:3003': `127.0.0.1:${await freePort()}`,
  })
  const options = { ca: nginx.certificate, localAddress: CLIENT, perMessageDeflate: false }
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(url: string) {
        super(url, { ...options, headers: { 'X-Forwarded-For': '203.0.113.9' } })
      }
    },
  )
})

afterAll(async () => {
  clearInterval(timer)
  for (const session of sessions) session.close()
  for (const server of servers ?? []) server.signal('SIGKILL')
  await Promise.all((servers ?? []).map(({ ended }) => ended))
  await nginx?.stop()
  await redis?.kill()
  rmSync(folder, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly text: string
}

function ask(path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === '' ? 'GET' : 'POST'
    const answered = async (response: IncomingMessage) => {
      let text = ''
      for await (const bytes of response) text += bytes
      resolve({ status: response.statusCode!, text })
    }
    request(address(path), { method, headers, ca: nginx.certificate, agent: false })
      .on('response', answered)
      .on('upgrade', (response, socket) => {
        socket.destroy()
        resolve({ status: response.statusCode!, text: '' })
      })
      .on('error', reject)
      .end(body)
  })
}

async function enter(room: string, path = ''): Promise<Session<typeof game>> {
  const session = await connect(game, address(path), { room })
  sessions.push(session)
  return session
}

/** Opens a WebSocket as a browser does for a page of this origin. */
const upgrade = (path: string, origin: string): Promise<Answer> =>
  ask(path, {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    Origin: origin,
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
  })

const ownerOf = (room: string): number => servers.findIndex((one) => one.has('room opened', room))

test('players find their room, whichever process they reach first', async () => {
  await enter('one')
  await until(() => ownerOf('one') >= 0)
  await enter('two')
  await until(() => ownerOf('two') >= 0)
  expect(new Set(['one', 'two'].map(ownerOf))).toEqual(new Set([0, 1]))
  // Each to the path of the process that does not have the room.
  await enter('one', `/p/${2 - ownerOf('one')}/glissade`)
  await enter('two', `/p/${2 - ownerOf('two')}/glissade`)
  for (const room of ['one', 'two']) {
    const { log } = servers[ownerOf(room)]!
    const joined = () =>
      log.filter((entry) => entry.event === 'player joined' && entry.room === room)
    await until(() => joined().length === 2)
    expect(joined().map((entry) => entry.address)).toEqual([CLIENT, CLIENT])
  }
})

test('a page comes from a process that has it', async () => {
  for (const name of ['of-1.js', 'of-2.js'])
    for (let n = 0; n < 4; n++) expect((await ask(`/${name}`)).text).toContain('of process')
  // 502 if the third process was asked last, which is down.
  expect([404, 502]).toContain((await ask('/of-3.js')).status)
  expect(await ask('/')).toEqual({ status: 200, text: '<p>dots' })
  expect((await ask('/readyz')).status).toBe(200)
})

test('only pages of this server may join', async () => {
  for (const path of ['/glissade', '/p/1/glissade', '/p/2/glissade']) {
    expect((await upgrade(path, 'https://stranger.example')).status).toBe(403)
    expect((await upgrade(path, address())).status).toBe(101)
  }
})

test('a page that looks for a room is sent on to the process that has it', async () => {
  const query = `game=${game.name}&hash=${game.hash}`
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const { text } = await ask(
      `${path}/rooms?${query}`,
      { Origin: address() },
      JSON.stringify(body),
    )
    return JSON.parse(text)
  }
  // Each new room goes to the process with the fewest.
  const first = '/p/1/glissade'
  const answers = [await post(first, { create: {} }), await post(first, { create: {} })]
  const sent = answers.find(({ moved }) => moved !== undefined)!
  expect(sent).toMatchObject({ moved: address('/p/2/glissade'), hops: 1 })
  const { room, hops } = sent
  const seat = await post('/p/2/glissade', { create: {}, room, hops })
  expect(seat).toEqual({ room, resume: expect.any(String) })
})

test('a process that gets SIGTERM hands its players over, and they lose nothing', async () => {
  const owns = () => sessions.map((session) => session.entities('dot').find(({ mine }) => mine))
  const shown = sessions.map((): number[] => [])
  timer = setInterval(() => {
    for (const session of sessions) session.frame(performance.now())
    for (const [n, own] of owns().entries()) shown[n]!.push(own?.x ?? Number.NaN)
  }, 10)
  await until(() => owns().every((own) => own !== undefined))
  for (const session of sessions) session.input.right = true
  await until(() => owns().every((own) => own!.x > 420))
  const ids = sessions.map(({ playerId }) => playerId)
  const leaving = ownerOf('one')
  const from = servers[leaving]!
  left = servers[1 - leaving]!
  const since = shown[0]!.length
  from.signal('SIGTERM')
  expect(await from.ended).toBe('SIGTERM')
  await until(() => left.has('room opened', 'one') && left.has('room opened', 'two'))
  const atMove = owns().map((own) => own!.x)
  await until(() => owns().every((own, n) => own!.x > atMove[n]! + 20))
  expect(sessions.map(({ state, stats }) => [state, stats.reconnects])).toEqual([
    ['open', 1],
    ['open', 0],
    ['open', 1],
    ['open', 0],
  ])
  expect(sessions.map(({ playerId }) => playerId)).toEqual(ids)
  for (const xs of shown) {
    const later = xs.slice(since)
    expect(later).toEqual([...later].sort((one, other) => one - other))
  }
  expect(from.log.filter(({ event }) => event === 'player left')).toEqual([])
})

test('the metrics, and what belongs to a process, are not for the outside', async () => {
  const n = 1 + servers.indexOf(left)
  const headers = { Authorization: `Bearer ${TOKENS.METRICS_TOKEN}` }
  const inside = await fetch(`http://127.0.0.1:${left.port}/metrics`, { headers })
  expect(await inside.text()).toMatch(/^glissade_players\{.*state="connected".*\} 4$/m)
  const own = ['metrics', '/metrics', '%6detrics', 'x/../metrics', 'metrics?a', '', 'glissade/']
  const paths = ['/metrics', '//metrics', '/metrics/', '/monitor', '/p/4/glissade', '/p/']
  for (const path of [...paths, ...own.map((end) => `/p/${n}/${end}`)])
    expect([path, (await ask(path, headers)).status]).toEqual([path, 404])
  expect((await ask(`/p/${n}/monitor`)).text).toContain('monitor/monitor.js')
  expect((await ask(`/p/${n}/monitor/monitor.js`)).status).toBe(200)
})

test('nginx refuses big bodies and heads by itself', async () => {
  expect((await ask('/', {}, 'a'.repeat(5000))).status).toBe(413)
  expect((await ask('/', { Cookie: 'a'.repeat(50_000) })).status).toBe(400)
})

test('SIGTERM ends process 1 of a container too, which its own signals do not end', async () => {
  const like1 = 'data:text/javascript,process.kill=()=>true;setInterval(Object,60_000)'
  const server = await Deployed.start(
    await freePort(),
    folder,
    {},
    {
      ...TOKENS,
      NODE_OPTIONS: `--import ${like1}`,
      REDIS_URL: redis.url,
      PUBLIC_URL: address('/p/3/glissade'),
    },
  )
  server.signal('SIGTERM')
  expect(await server.ended).toBe(143)
})
