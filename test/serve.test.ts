import { createServer, request as httpRequest } from 'node:http'
import { type Socket, connect as tcpConnect } from 'node:net'
import { GlissadeError } from 'glissade'
import { connect, type Network, presets, Session, SimulatedNetwork } from 'glissade/client'
import { connectWebSocket, type ServeOptions, type Server, serve } from 'glissade/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { realClock } from '../src/net/real-clock.ts'
import { coreOf } from '../src/server/room.ts'
import { dots } from './support/dots.ts'
import { runner } from './support/runner.ts'
import { until } from './support/until.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(options: ServeOptions = {}): Promise<Server> {
  const server = await serve([dots, runner], options.server ? options : { port: 0, ...options })
  ends.push(() => server.close())
  return server
}

/** Joins over a real socket and keeps its frames going. */
async function join(
  url: string,
  options: { room?: string; token?: string; network?: Network } = {},
) {
  const link = await connectWebSocket(url.replace('http', 'ws'))
  const session = new Session(runner.game, link, realClock, options)
  const timer = setInterval(() => session.frame(performance.now()), 16)
  ends.push(() => clearInterval(timer))
  ends.push(() => session.close())
  return session.joined
}

/** Joins as a page does, which comes back by itself. */
async function joinToReturn(url: string) {
  const reopen = () => connectWebSocket(url)
  const session = new Session(runner.game, await reopen(), realClock, { reopen })
  ends.push(() => session.close())
  return session.joined
}

/** A server whose connections can be cut, as a bad network or a restarted router does. */
async function startCuttable() {
  const http = createServer()
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  ends.push(() => http.close())
  const server = await start({ server: http })
  const { port } = http.address() as { port: number }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return { server, url: `http://127.0.0.1:${port}`, cut }
}

describe('serve', () => {
  test('two clients over real WebSockets see one another move', async () => {
    const server = await start()
    const a = await join(`${server.url}/glissade`)
    const b = await join(`${server.url}/glissade`)
    a.input.right = true
    const seen = () => b.entities('body').find((body) => !body.mine)
    await until(() => (seen()?.x ?? 0) > 1100)
    a.input.right = false
    const truth = () => a.entities('body').find((body) => body.mine)!.x
    await until(() => seen()!.x === truth() && Number.isInteger(seen()!.x))
    expect(a.stats.corrections).toBe(0)
    expect(Number.isFinite(a.stats.rttMs)).toBe(true)
  })

  test('rooms by id are apart', async () => {
    const server = await start()
    const red = await join(`${server.url}/glissade`, { room: 'red' })
    const blue = await join(`${server.url}/glissade`, { room: 'blue' })
    await until(() => red.entities('body').length === 1 && blue.entities('body').length === 1)
    expect([...server.rooms.keys()]).toEqual(['runner/red', 'runner/blue'])
  })

  test('an existing http server keeps its pages and its port', async () => {
    const http = createServer((_request, response) => response.end('the old page'))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    ends.push(() => http.close())
    const { port } = http.address() as { port: number }
    const server = await start({ server: http, path: '/play' })
    expect(server.url).toBe('')
    await expect(serve(dots, { server: http, port: 1 })).rejects.toThrow(
      "serve: 'port' and 'server' cannot be used together",
    )
    const session = await join(`http://127.0.0.1:${port}/play`)
    await until(() => session.entities('body').length === 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('the old page')
    await server.close()
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('the old page')
  })

  test('authenticate sees the request of the upgrade, and its refusal is readable', async () => {
    const server = await start({
      authenticate: ({ token, request }) => {
        const { headers } = request as { headers: Record<string, string> }
        if (token !== 'sesame') throw new GlissadeError('refused', `not you at ${headers['host']}`)
      },
    })
    const where = server.url.replace('http://', '')
    await expect(join(`${server.url}/glissade`)).rejects.toMatchObject({
      code: 'refused',
      message: `could not join (refused: not you at ${where})`,
    })
    await expect(join(`${server.url}/glissade`, { token: 'sesame' })).resolves.toBeDefined()
  })

  test('garbage, text and oversized packets end that connection with a reason; the room goes on', async () => {
    const server = await start()
    const honest = await join(`${server.url}/glissade`)
    const ended = async (misbehave: (socket: WebSocket) => void) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/glissade`)
      await new Promise((resolve) => socket.once('open', resolve))
      misbehave(socket)
      return new Promise<string>((resolve) => {
        socket.on('message', () => {})
        socket.once('close', (code, reason) => resolve(`${code} ${reason}`))
      })
    }
    expect(await ended((socket) => socket.send('hello'))).toMatch(/^40\d\d/)
    expect(await ended((socket) => socket.send(Buffer.alloc(70_000)))).toMatch(/^(1009|40\d\d)/)
    expect(await ended((socket) => socket.send(Buffer.from([1, 2, 3])))).toContain(
      'malformed HELLO',
    )
    await until(() => honest.entities('body').length === 1)
    expect(honest.state).toBe('open')
  })

  test('a session of `connect` whose connection is cut comes back by itself; a reload is the same player', async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    ends.push(() => vi.unstubAllGlobals())
    const { server, url, cut } = await startCuttable()
    const session = await connect(runner.game, url)
    const timer = setInterval(() => session.frame(performance.now()), 16)
    ends.push(() => clearInterval(timer))
    ends.push(() => session.close())
    const states: string[] = []
    session.onState((state) => states.push(state))
    session.input.right = true
    await until(() => (session.entities('body')[0]?.x ?? 0) > 1040)
    session.input.right = false
    const room = server.rooms.get('runner/')!
    const [player] = room.players
    cut()
    await until(() => states.length === 2)
    expect(states).toEqual(['reconnecting', 'open'])
    expect([...room.players]).toEqual([player])
    expect(room.players[0]).toBe(player)
    expect(room.stats).toMatchObject({ resumes: 1, closed: { lost: 1 } })
    const { snapshots } = session.stats
    await until(() => session.stats.snapshots > snapshots + 5)
    expect(session.entities('body')).toMatchObject([{ mine: true }])
    expect(session.entities('body')[0]!.x).toBeGreaterThan(1000)

    const reloaded = await connect(runner.game, url, { resume: session.resumeKey })
    ends.push(() => reloaded.close())
    expect(reloaded.playerId).toBe(session.playerId)
    await until(() => session.state === 'closed')
    expect(room.stats.closed).toMatchObject({ lost: 1, replaced: 1, left: 0 })
    reloaded.close()
    await until(() => room.players.length === 0)
  })

  test('keys of two rooms have nothing in common, whatever their seeds', async () => {
    const server = await start()
    const keys = new Set<string>()
    for (const room of ['', 'red', 'blue'])
      keys.add((await join(`${server.url}/glissade`, { room })).resumeKey)
    expect(keys.size).toBe(3)
    for (const key of keys) expect(key).toMatch(/^\d+\.\d+$/)
  })

  test('a WebSocket may stand for datagrams: what is lost is lost, and the game goes on', async () => {
    const server = await start()
    const network = new SimulatedNetwork(presets.log)
    const session = await join(`${server.url}/glissade?link=datagram`, { network })
    const room = server.rooms.get('runner/')!
    expect(coreOf(room).peers.get(1)?.link.kind).toBe('datagram')
    await until(() => session.stats.snapshots > 10)
    session.input.right = true
    await until(() => (session.entities('body')[0]?.x ?? 0) > 1100)
    session.input.right = false
    const truth = () => (room.world.entities('body' as never)[0] as unknown as { x: number }).x
    await until(() => session.entities('body')[0]!.x === truth() && truth() % 4 === 0)
    expect(network.stats!.up.lost + network.stats!.down.lost).toBeGreaterThan(0)
    expect(network.stats!.down.blocked).toBe(0)
    expect(session.stats.corrections).toBe(0)
  })

  test('a client whose close code is a word of the server has left', async () => {
    const server = await start()
    const link = await connectWebSocket(`${server.url.replace('http', 'ws')}/glissade`)
    await new Session(runner.game, link, realClock).joined
    const room = server.rooms.get('runner/')!
    expect(room.players.length).toBe(1)
    link.close('replaced')
    await until(() => room.players.length === 0)
    expect(room.stats.closed).toMatchObject({ left: 1, replaced: 0 })
  })

  test('a server that closes tells its clients and empties its rooms', async () => {
    const server = await start()
    const session = await join(`${server.url}/glissade`)
    await until(() => session.entities('body').length === 1)
    const room = server.rooms.get('runner/')!
    const reasons: string[] = []
    session.onClose((reason) => reasons.push(reason))
    await server.close()
    await until(() => reasons.length > 0)
    expect(reasons).toEqual(['restarting'])
    expect(room.players.length).toBe(0)
  })

  test('clients come back by themselves to a server that was started again at its port', async () => {
    const first = await start()
    const session = await joinToReturn(first.url)
    const states: string[] = []
    session.onState((state) => states.push(state))
    await first.close()
    await until(() => session.state === 'reconnecting')
    const second = await start({ port: first.port })
    await until(() => session.state === 'open')
    expect(states).toEqual(['reconnecting', 'open'])
    expect(second.rooms.get('runner/')!.players.length).toBe(1)
  })

  test('nobody comes back to a room that the game has closed', async () => {
    const server = await start()
    const session = await joinToReturn(server.url)
    const reasons: string[] = []
    session.onClose((reason) => reasons.push(reason))
    server.rooms.get('runner/')!.close()
    await until(() => reasons.length > 0)
    expect(reasons).toEqual(['server-closed'])
    expect(session.state).toBe('closed')
  })

  test('a taken port is an error in one line; close frees it', async () => {
    const server = await start()
    await expect(serve(dots, { port: server.port })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${server.port}: the port is in use already`,
    )
    await server.close()
    const again = await serve(dots, { port: server.port })
    await again.close()
    await expect(
      new Promise((resolve, reject) => {
        tcpConnect(server.port, '127.0.0.1').once('connect', resolve).once('error', reject)
      }),
    ).rejects.toThrow('ECONNREFUSED')
  })

  test('what is no page and no WebSocket is answered with 404', async () => {
    const server = await start()
    expect((await fetch(`${server.url}/nothing`)).status).toBe(404)
    const status = await new Promise<number>((resolve) => {
      const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' }
      httpRequest(`${server.url}/elsewhere`, { headers: upgrade })
        .once('response', (response) => resolve(response.statusCode ?? 0))
        .end()
    })
    expect(status).toBe(404)
  })

  test('a real connection may be impaired, and the impairment changed while it runs', async () => {
    const server = await start()
    const network = new SimulatedNetwork()
    const session = await join(`${server.url}/glissade`, { network })
    await until(() => session.stats.snapshots > 10)
    network.conditions = presets.log
    await until(() => session.stats.rttMs > 100)
    network.conditions = presets.none
    await until(() => session.stats.rttMs < 100)
    expect(session.state).toBe('open')
  })
})
