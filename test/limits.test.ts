import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type ServeOptions, type Server, serve } from 'glissade/node'
import { afterAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { dots } from './support/dots.ts'
import { until } from './support/until.ts'

const NO_LIMIT = { maxPerAddress: Infinity, joinsPerSecond: Infinity, roomsPerSecond: Infinity }
/** An upgrade as a browser asks for it. */
const upgrade = (path: string, more = 'Sec-WebSocket-Version: 13\r\n'): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(options: ServeOptions = {}): Promise<Server> {
  const server = await serve(dots, options.server ? options : { port: 0, ...options })
  ends.push(() => server.close())
  return server
}

/** A connection that says `text` and nothing more, and never hangs up by itself. */
function stubborn(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text))
  socket.on('error', () => {})
  ends.push(() => socket.destroy())
  return socket.resume()
}

/** What an upgrade was answered with; 101 for one that was served, which stays open. */
function statusOf(port: number, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/glissade`, { headers })
    ends.push(() => socket.terminate())
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.once('error', reject)
  })
}

/** What peers ask for that never hang up by themselves. */
const STUBBORN: Readonly<Record<string, string>> = {
  'a wrong path': upgrade('/elsewhere'),
  'an unknown kind of link': upgrade('/glissade?link=udp'),
  'a handshake of no known version': upgrade('/glissade', 'Sec-WebSocket-Version: 3\r\n'),
  'half an upgrade': 'GET /glissade HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nSec-',
  nothing: '',
  'a page': 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'half a body': 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf',
  'a good upgrade, then the goodbye of WebSockets': `${upgrade('/glissade')}\x88\x80\0\0\0\0`,
  'a good upgrade, then nothing': upgrade('/glissade'),
}

test.concurrent('descriptors come back from peers that never hang up, whatever they ask for', async () => {
  const kept = Object.fromEntries(
    await Promise.all(
      Object.entries(STUBBORN).map(async ([what, text]) => {
        const server = await start(NO_LIMIT)
        let connected = 0
        const peers = Array.from({ length: 50 }, () => stubborn(server.port, text))
        for (const peer of peers) peer.once('connect', () => connected++)
        await until(() => connected === 50)
        await until(() => server.connections === 0)
        return [what, server.connections] as const
      }),
    ),
  )
  expect(Object.keys(kept)).toEqual(Object.keys(STUBBORN))
})

describe.concurrent('maxConnections', () => {
  test('more are answered with 503 and the reason, and served when there is room', async () => {
    const server = await start({ ...NO_LIMIT, maxConnections: 2 })
    expect(await statusOf(server.port)).toBe(101)
    const silent = stubborn(server.port, '')
    await until(() => server.connections === 2)
    expect(await statusOf(server.port)).toBe(503)
    const page = await fetch(`${server.url}/`)
    expect([page.status, await page.text()]).toEqual([503, 'this server has too many connections'])
    expect(server.stats.gate).toMatchObject({ full: 2, cut: 0 })
    silent.destroy()
    await until(() => server.connections === 1)
    expect(await statusOf(server.port)).toBe(101)
  })

  test('far more are cut', async () => {
    const server = await start({ ...NO_LIMIT, maxConnections: 1 })
    for (let n = 0; n < 80; n++) stubborn(server.port, '')
    await until(() => server.stats.gate.cut === 80 - 1 - 64)
  })

  test('of a server that is joined only WebSockets are limited', async () => {
    const http = createServer((_request, response) => response.end('the old page'))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    ends.push(() => http.close())
    const { port } = http.address() as AddressInfo
    const server = await start({ server: http, maxConnections: 1 })
    expect([await statusOf(port), server.connections]).toEqual([101, 1])
    expect(await statusOf(port)).toBe(503)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('the old page')
    expect(server.stats.sockets).toMatchObject({ accepted: 1, refused: 1 })
  })

  test('is above 0, and so is every limit', async () => {
    const names = ['maxConnections', 'maxPerAddress', 'joinsPerSecond', 'roomsPerSecond']
    for (const name of names)
      await expect(serve(dots, { port: 0, [name]: 0 })).rejects.toThrow(`${name} is 0, but must be`)
  })
})

describe.concurrent('maxPerAddress', () => {
  test('counts by the address behind a proxy, whole networks of IPv6, and leaves others alone', async () => {
    const server = await start({
      maxPerAddress: 1,
      addressOf: ({ headers }) => String(headers['x-forwarded-for']).split(', ').at(-1) ?? '',
    })
    const from = (address: string) => statusOf(server.port, { 'x-forwarded-for': address })
    expect(await from('2001:db8::1')).toBe(101)
    expect(await from('198.51.100.9, 2001:db8::2')).toBe(101)
    expect(await from('2001:db8::3')).toBe(429)
    expect(await from('2001:db8:0:1::3')).toBe(101)
    expect(await from('198.51.100.9')).toBe(101)
    const asked = { headers: { 'x-forwarded-for': '2001:db8::4' } }
    const page = await fetch(`${server.url}/`, asked)
    expect([page.status, await page.text()]).toEqual([
      429,
      'too many connections from this address',
    ])
    expect(server.stats.gate.tooMany).toBe(2)
    expect(server.stats.addresses.connections).toBe(2)
  })

  test('an addressOf that throws is reported, and the address of the socket counts', async () => {
    const errors: unknown[] = []
    const server = await start({
      maxPerAddress: 1,
      onError: (error) => errors.push(error),
      addressOf: () => {
        throw new Error('a bug in addressOf')
      },
    })
    const statuses = [await statusOf(server.port), await statusOf(server.port)]
    expect([...statuses, await statusOf(server.port)]).toEqual([101, 101, 429])
    expect(errors.map(String)).toEqual(new Array(3).fill('Error: a bug in addressOf'))
  })

  test('connections beyond four times as many are cut before they say anything', async () => {
    const server = await start({ maxPerAddress: 2 })
    for (let n = 0; n < 20; n++) stubborn(server.port, '')
    await until(() => server.stats.gate.cut === 12)
    expect(server.connections).toBe(8)
    await until(() => server.connections === 0)
    expect(await statusOf(server.port)).toBe(101)
  })
})
