import { createServer, type RequestListener, request as send } from 'node:http'
import { connect } from 'glissade/client'
import {
  connectWebSocket,
  type LogEntry,
  nodeDataChannel,
  type ServeOptions,
  type Server,
  serve,
} from 'glissade/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { BitWriter } from '../src/wire/bits.ts'
import { writeReport } from '../src/wire/packets/packets.ts'
import { dots } from './support/dots.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'
import { until } from './support/until.ts'

const TOKEN = 'a-token-for-operators'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(options: ServeOptions = {}): Promise<Server> {
  const server = await serve([dots, runner], options.server ? options : { port: 0, ...options })
  ends.push(() => server.close())
  return server
}

/** Joins a room of the runner over a real WebSocket, and keeps its frames going. */
async function join(url: string, room = 'red', name = 'Ann') {
  const link = await connectWebSocket(`${url.replace('http', 'ws')}/glissade`)
  const session = await connect(runner.game, link, { room, profile: { name } })
  const timer = setInterval(() => session.frame(performance.now()), 16)
  ends.push(() => clearInterval(timer))
  ends.push(() => session.close())
  return session
}

/** A request that names what `fetch` does not let a page choose, such as `Host`. */
function raw(url: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    send(url, { method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

describe('health', () => {
  test('says that the process answers, and whether new players may come; nothing keeps the answer', async () => {
    const server = await start()
    for (const path of ['/healthz', '/readyz']) {
      const response = await fetch(server.url + path)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('ok\n')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    expect((await fetch(`${server.url}/healthz`, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${server.url}/healthzz`)).status).toBe(404)
  })

  test('is told to a load balancer that calls the server by another name', async () => {
    const server = await start({ metrics: true, monitor: { token: TOKEN } })
    const named = (path: string) => raw(server.url + path, { Host: 'pod-7.game.example' })
    expect((await named('/healthz')).status).toBe(200)
    expect((await named('/readyz')).status).toBe(200)
    for (const path of ['/metrics', '/monitor', '/monitor/data'])
      expect((await named(path)).status, path).toBe(403)
  })

  test('a server with all connections in use is alive, but not ready', async () => {
    const server = await start({ maxConnections: 3, maxPerAddress: Infinity })
    for (let n = 0; n < 3; n++) {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/glissade`)
      ends.push(() => socket.terminate())
      await new Promise((resolve) => socket.once('open', resolve))
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    const response = await fetch(`${server.url}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.text()).toBe('the server has too many connections\n')
    expect(server.health().unready).toBe('the server has too many connections')
  })

  test('is data for a check of your own, and ends with the server', async () => {
    const server = await start()
    await join(server.url)
    await join(server.url, 'blue')
    expect(server.health()).toMatchObject({ unready: null, rooms: 2, players: 2, connections: 2 })
    expect(server.health().uptimeSeconds).toBeGreaterThan(0)
    const closing = server.close()
    expect(server.health().unready).toBe('the server is closing')
    await closing
  })

  test('many requests in one packet do not get past the limit of a connection', async () => {
    const server = await start()
    const { connect: open } = await import('node:net')
    const socket = open(server.port, '127.0.0.1')
    ends.push(() => socket.destroy())
    await new Promise((resolve) => socket.once('connect', resolve))
    const gone = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.resume()
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1000))
    await gone
    expect(server.stats.gate.cut).toBeGreaterThan(0)
  })
})

describe('metrics', () => {
  /** The values of the metrics by name and labels, as a scrape finds them. */
  async function scrape(url: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}/metrics`, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await response.text()
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return { text, values: new Map(lines.map((line) => readLine(line))) }
  }

  const readLine = (line: string): [string, number] => {
    const at = line.lastIndexOf(' ')
    return [line.slice(0, at), Number(line.slice(at + 1))]
  }

  test('count rooms, players, bytes, ticks and round trips, and closed rooms too', async () => {
    const server = await start({ metrics: true })
    const first = await join(server.url, 'red')
    await join(server.url, 'blue')
    await until(() => first.stats.snapshots > 20)
    const { values } = await scrape(server.url)
    const of = (name: string) => values.get(name)
    expect(of('glissade_ready')).toBe(1)
    expect(of('glissade_rooms{game="runner"}')).toBe(2)
    expect(of('glissade_rooms{game="dots"}')).toBe(0)
    expect(of('glissade_players{game="runner",state="connected"}')).toBe(2)
    expect(of('glissade_links{link="ordered"}')).toBe(2)
    expect(of('glissade_sent_snapshots_total{game="runner"}')).toBeGreaterThan(20)
    expect(of('glissade_sent_bytes_total{game="runner"}')).toBeGreaterThan(100)
    expect(of('glissade_received_bytes_total{game="runner"}')).toBeGreaterThan(100)
    const ticks = of('glissade_tick_seconds_count{game="runner"}')!
    expect(ticks).toBeGreaterThan(10)
    expect(of('glissade_tick_seconds_bucket{le="+Inf",game="runner"}')).toBe(ticks)
    expect(of('glissade_tick_seconds_sum{game="runner"}')).toBeGreaterThan(0)
    expect(of('glissade_round_trip_seconds_count{game="runner"}')).toBe(2)
    expect(of('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect([...values.keys()].some((name) => name.startsWith('nodejs_eventloop_lag'))).toBe(true)

    const bytes = of('glissade_sent_bytes_total{game="runner"}')!
    first.close()
    await until(() => server.rooms.get('runner/red')?.players.length !== 1)
    const later = (await scrape(server.url)).values
    expect(later.get('glissade_disconnects_total{game="runner",reason="left"}')).toBe(1)
    expect(later.get('glissade_sent_bytes_total{game="runner"}')).toBeGreaterThanOrEqual(bytes)
  })

  test('tell what clients report, and nothing of those that have not', async () => {
    const server = await start({ metrics: true })
    await join(server.url, 'red')
    const url = `${server.url.replace('http', 'ws')}/glissade`
    const reporter = new RawClient(await connectWebSocket(url)).hello({ room: 'red' })
    ends.push(() => reporter.link.close('left'))
    // A client of one entity has at most as many corrections as snapshots.
    await until(() => reporter.received.newest > 8)
    const writer = new BitWriter(8)
    writeReport(writer, 120, 7)
    reporter.send(writer.toBytes())
    await until(() => server.rooms.get('runner/red')!.stats.corrections > 0)
    const { values } = await scrape(server.url)
    expect(values.get('glissade_corrections_total{game="runner"}')).toBe(7)
    expect(values.get('glissade_display_delay_seconds_count{game="runner"}')).toBe(1)
    expect(values.get('glissade_display_delay_seconds_sum{game="runner"}')).toBeCloseTo(0.12, 9)
  })

  test('refusals have their limit and their reason, and no name that a player chose is a label', async () => {
    const server = await start({
      metrics: true,
      mayOpenRoom: (_request, _game, id) => id === 'red',
    })
    await join(server.url, 'red', 'SecretName')
    await expect(join(server.url, 'chosen-room')).rejects.toThrow('opens no such room')
    expect((await raw(server.url, { Host: 'evil.example' })).status).toBe(403)
    const { text, values } = await scrape(server.url)
    expect(values.get('glissade_refused_connections_total{reason="refused"}')).toBe(1)
    expect(values.get('glissade_refused_total{part="origin",limit="unknown_host"}')).toBe(1)
    expect(text).not.toMatch(/chosen-room|SecretName|\bred\b/)
    const names = [...values.keys()].filter((name) => name.startsWith('glissade_'))
    const labels = names.flatMap((name) => [...name.matchAll(/(\w+)="/g)].map(([, label]) => label))
    expect([...new Set(labels)].sort()).toEqual(
      ['game', 'le', 'limit', 'link', 'part', 'reason', 'state'].sort(),
    )
  })

  test('tell who plays over a data channel, and who would', async () => {
    const server = await start({ metrics: true, monitor: { token: TOKEN } })
    vi.stubGlobal('WebSocket', WebSocket)
    const datagram = await nodeDataChannel()
    const session = await connect(runner.game, server.url, { datagram })
    const timer = setInterval(() => session.frame(performance.now()), 16)
    ends.push(() => clearInterval(timer))
    ends.push(() => session.close())
    const links = async () => {
      const { values } = await scrape(server.url)
      return ['ordered', 'websocket', 'datagram'].map((link) =>
        values.get(`glissade_links{link="${link}"}`),
      )
    }
    await expect.poll(links).toEqual([0, 0, 1])
    const { values } = await scrape(server.url)
    expect(values.get('glissade_opened_data_channels_total')).toBe(1)
  })

  test('are for this machine alone, and not for whom a proxy sends', async () => {
    const server = await start({ metrics: true })
    expect((await raw(`${server.url}/metrics`, {})).status).toBe(200)
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
      const { status, body } = await raw(`${server.url}/metrics`, { [header]: '127.0.0.1' })
      expect(status, header).toBe(403)
      expect(body).toContain('only this machine may read the metrics')
    }
    const behind = await start({ metrics: true, addressOf: () => '203.0.113.7' })
    expect((await raw(`${behind.url}/metrics`, {})).status).toBe(403)
  })

  test('with a token, are for everybody who has it', async () => {
    const server = await start({ metrics: { token: TOKEN } })
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401)
    await scrape(server.url, { Authorization: `Bearer ${TOKEN}` })
    await expect(start({ metrics: { token: 'short' } })).rejects.toThrow(
      'metrics.token is 5 characters',
    )
  })

  test('are off by default', async () => {
    const server = await start()
    for (const path of ['/metrics', '/monitor', '/monitor/data'])
      expect((await fetch(server.url + path)).status, path).toBe(404)
  })
})

describe('with an HTTP server of your own', () => {
  test('one call in front of your handler answers health, metrics and the monitor', async () => {
    let watch: Server['watch'] = () => false
    const handler: RequestListener = (request, response) => {
      if (!watch(request, response)) response.end('your own page')
    }
    const http = createServer(handler)
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    ends.push(() => http.close())
    const server = await start({ server: http, metrics: true, monitor: { token: TOKEN } })
    watch = server.watch
    const { port } = http.address() as { port: number }
    const url = `http://127.0.0.1:${port}`
    const text = async (path: string) => (await fetch(url + path)).text()
    expect(await text('/')).toBe('your own page')
    expect(await text('/readyz')).toBe('ok\n')
    expect(await text('/metrics')).toContain('glissade_rooms')
    expect(await text('/monitor')).toContain('<title>Monitor</title>')
    expect((await raw(`${url}/metrics`, { Host: 'evil.example' })).status).toBe(403)
  })
})

describe('the log', () => {
  test('tells of rooms, players and errors, and the defaults of onError and onSlow are silent with it', async () => {
    const entries: LogEntry[] = []
    const server = await start({
      onLog: (entry) => entries.push(entry),
      authenticate: ({ token }) => {
        if (token === 'broken') throw new Error('the database is gone')
      },
    })
    const session = await join(server.url)
    const link = await connectWebSocket(`${server.url.replace('http', 'ws')}/glissade`)
    await expect(connect(runner.game, link, { token: 'broken' })).rejects.toThrow(
      'the server refused',
    )
    session.close()
    await until(() => entries.length === 5)
    expect(entries.map(({ event }) => event)).toEqual([
      'room opened',
      'player joined',
      'refused',
      'error',
      'player left',
    ])
    expect(entries[3]).toMatchObject({ level: 'error', error: new Error('the database is gone') })
    expect(entries[4]).toMatchObject({ game: 'runner', room: 'red', player: 1, reason: 'left' })
  })
})
