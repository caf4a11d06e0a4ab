import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'glissade/client'
import { connectWebSocket, type ServeOptions, type Server, serve } from 'glissade/node'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { dots } from './support/dots.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(options: ServeOptions = {}): Promise<Server> {
  const server = await serve(dots, options.server ? options : { port: 0, ...options })
  ends.push(() => server.close())
  return server
}

/** Status and sentence of an upgrade; 101 for one that was served. */
function upgrade(port: number, headers: Record<string, string>): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/glissade`, { headers })
    ends.push(() => socket.terminate())
    socket.once('open', () => resolve([101, '']))
    socket.once('error', reject)
    socket.once('unexpected-response', (_, response) => {
      let sentence = ''
      response.on('data', (text) => {
        sentence += text
      })
      response.once('end', () => resolve([response.statusCode ?? 0, sentence]))
    })
  })
}

/** The status of a page that is asked for at a server called `host`. */
function page(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', headers: { host } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    asked.once('error', reject).end()
  })
}

const FOREIGN = "pages of this origin may not join: add it to the option 'origins' of serve"
const UNKNOWN =
  "this server does not go by this name: list its origin in the option 'origins' of serve"

test('pages of other hosts are refused, with the reason, and counted', async () => {
  const server = await start()
  for (const Origin of ['https://evil.example', 'null'])
    expect(await upgrade(server.port, { Origin })).toEqual([403, FOREIGN])
  expect(server.stats).toMatchObject({ origins: { foreignOrigins: 2 }, sockets: { refused: 2 } })
  expect(await upgrade(server.port, { Origin: server.url })).toEqual([101, ''])
  expect(await upgrade(server.port, { Origin: 'http://localhost:5173' })).toEqual([101, ''])
  expect(server.stats.sockets).toMatchObject({ accepted: 2, refused: 2 })
})

test('clients that are no pages join', async () => {
  const server = await start()
  const session = await connect(dots.game, await connectWebSocket(`${server.url}/glissade`))
  ends.push(() => session.close())
  expect(session.playerId).toBe(1)
})

test('a name that a stranger points at this machine is refused, for pages and for WebSockets', async () => {
  const server = await start()
  const Host = `evil.example:${server.port}`
  const rebound = { Host, Origin: `http://${Host}` }
  expect(await upgrade(server.port, rebound)).toEqual([403, UNKNOWN])
  expect(await page(server.port, Host)).toBe(403)
  expect(await page(server.port, `localhost:${server.port}`)).toBe(404)
  expect(server.stats.origins).toEqual({ foreignOrigins: 0, unknownHosts: 2 })
})

test('behind a proxy the listed origins join, whatever name the proxy uses', async () => {
  const server = await start({ origins: ['https://game.example'] })
  const Origin = 'https://game.example'
  for (const Host of ['game.example', 'eu.game.example', `127.0.0.1:${server.port}`])
    expect(await upgrade(server.port, { Host, Origin })).toEqual([101, ''])
  expect(await upgrade(server.port, { Origin: server.url })).toEqual([403, FOREIGN])
  expect(await page(server.port, 'game.example')).toBe(404)
})

test('on all interfaces the page of any name of the server joins', async () => {
  const { port } = await start({ host: '0.0.0.0' })
  expect(await upgrade(port, { Host: 'den.example', Origin: 'http://den.example' })).toEqual([
    101,
    '',
  ])
  expect(await upgrade(port, { Host: 'den.example', Origin: 'http://evil.example' })).toEqual([
    403,
    FOREIGN,
  ])
})

test('a server that is joined checks its WebSockets, and leaves its pages alone', async () => {
  const http = createServer((_request, response) => response.end('the old page'))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  ends.push(() => http.close())
  const { port } = http.address() as AddressInfo
  await start({ server: http })
  const rebound = { Host: 'evil.example', Origin: 'http://evil.example' }
  expect(await upgrade(port, rebound)).toEqual([403, UNKNOWN])
  expect(await upgrade(port, { Origin: 'http://localhost:5173' })).toEqual([101, ''])
  expect(await page(port, 'evil.example')).toBe(200)
})

test('what is no origin is said at once', async () => {
  await expect(start({ origins: ['https://game.example/'] })).rejects.toThrow(
    "an entry of origins is 'https://game.example/', but must be an origin such as 'https://game.example'",
  )
})
