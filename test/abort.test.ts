import { getEventListeners, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type ConnectOptions, connect, GlissadeError, roomsAt } from 'glissade/client'
import {
  connectWebSocket,
  defineRoom,
  nodeDataChannel,
  type ServeOptions,
  type Server,
  serve,
} from 'glissade/node'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { forgetWarnings } from '#development'
import { runner } from './support/runner.ts'
import { until } from './support/until.ts'

const { game, definition } = runner
type Game = typeof game
type To = Parameters<typeof connect<Game>>[1]

// Node 20 has none of its own.
beforeAll(() => void vi.stubGlobal('WebSocket', WebSocket))
afterAll(() => void vi.unstubAllGlobals())

const ends: (() => unknown)[] = []
let joins = 0
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const refuse = (): never => {
  throw new GlissadeError('refused', 'you are not on the list')
}

/** Why the tests give up. */
const reason = new Error('the component was unmounted')

async function start(options: ServeOptions = {}): Promise<Server> {
  joins = 0
  const join: typeof definition.join = (...args) => {
    joins++
    definition.join?.(...args)
  }
  const server = await serve(defineRoom(game, { ...definition, join }), { port: 0, ...options })
  ends.push(() => server.close())
  return server
}

/** A server with a player who sees everybody else come and go. */
async function watched(options?: ServeOptions) {
  const server = await start(options)
  const session = await connect(game, server.url, { token: 'watcher' })
  const frames = setInterval(() => session.frame(performance.now()), 16)
  ends.push(() => {
    clearInterval(frames)
    session.close()
  })
  await until(() => session.entities('body').length === 1)
  joins = 0
  const seen = { came: 0, went: 0 }
  session.onEnter('body', ({ mine }) => {
    if (!mine) seen.came++
  })
  session.onLeave('body', () => seen.went++)
  const room = server.rooms.get('runner/')!
  /** Waits until everybody but the watcher has gone. */
  const isAlone = () => until(() => server.connections === 1 && room.players.length === 1)
  return { server, room, seen, isAlone }
}

/** A server that takes connections and says nothing. */
async function silent() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {}).resume()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { sockets, url: `ws://127.0.0.1:${(server.address() as { port: number }).port}` }
}

/** How a page reaches a server. */
const WAYS: { name: string; way: (url: string) => Promise<[To, ConnectOptions<Game>]> }[] = [
  { name: 'an address', way: async (url) => [url, {}] },
  { name: 'one of several addresses', way: async (url) => [['ws://127.0.0.1:9', url], {}] },
  { name: 'a link', way: async (url) => [await connectWebSocket(url), {}] },
  { name: 'datagrams', way: async (url) => [url, { datagram: await nodeDataChannel() }] },
]

describe.each(WAYS)('connect to $name', ({ way }) => {
  test.each([['before the call'], ['in the turn of the call']])(
    'that is aborted %s says nothing to the server',
    async (when) => {
      const { server, seen, isAlone } = await watched()
      const [to, options] = await way(server.url)
      const controller = new AbortController()
      const { signal } = controller
      if (when === 'before the call') controller.abort(reason)
      const connecting = connect(game, to, { ...options, signal })
      controller.abort(reason)
      await expect(connecting).rejects.toBe(reason)
      await isAlone()
      expect([joins, seen]).toEqual([0, { came: 0, went: 0 }])
    },
  )

  test('that is aborted before the server has decided leaves nobody there', async () => {
    const asked: (() => void)[] = []
    const authenticate: ServeOptions['authenticate'] = ({ token }) =>
      token === 'watcher' ? undefined : new Promise<void>((resolve) => asked.push(resolve))
    const { server, seen, isAlone } = await watched({ authenticate })
    const [to, options] = await way(server.url)
    const controller = new AbortController()
    const connecting = connect(game, to, { ...options, signal: controller.signal })
    await until(() => asked.length === 1)
    controller.abort(reason)
    await expect(connecting).rejects.toBe(reason)
    await isAlone()
    asked[0]!()
    await new Promise(setImmediate)
    expect([joins, seen]).toEqual([0, { came: 0, went: 0 }])
  })

  test('that is aborted after it has joined ends the session, and the player leaves at once', async () => {
    const { server, seen, room, isAlone } = await watched()
    const [to, options] = await way(server.url)
    const controller = new AbortController()
    const { signal } = controller
    const session = await connect(game, to, { ...options, signal })
    await until(() => seen.came === 1)
    const closed: string[] = []
    session.onClose((why) => closed.push(why))
    controller.abort(reason)
    expect([session.state, closed]).toEqual(['closed', ['left']])
    await isAlone()
    await until(() => seen.went === 1)
    expect(room.stats.closed).toMatchObject({ left: 1, lost: 0 })
    expect([joins, seen]).toEqual([1, { came: 1, went: 1 }])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a token that takes long', () => {
  /** Calls `connect` with a token that the test makes, and waits until another client has come and gone. */
  async function waiting(signal?: AbortSignal) {
    const server = await start()
    let make!: (text: string) => void
    const token = () => new Promise<string>((resolve) => void (make = resolve))
    const connecting = connect(game, server.url, { token, signal })
    connecting.catch(() => {})
    const other = await connect(game, server.url)
    expect([server.connections, joins]).toEqual([1, 1])
    other.close()
    return { server, connecting, make: (text: string) => make(text) }
  }

  test('opens no link before it is there, because a server waits 5 s for what a link says', async () => {
    const { connecting, make } = await waiting()
    make('late')
    const session = await connecting
    expect([session.state, joins]).toEqual(['open', 2])
    session.close()
  })

  test('opens none at all after the signal was aborted', async () => {
    const controller = new AbortController()
    const { server, connecting, make } = await waiting(controller.signal)
    controller.abort(reason)
    await expect(connecting).rejects.toBe(reason)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    make('too late')
    const other = await connect(game, server.url)
    expect([server.connections, joins]).toEqual([1, 2])
    other.close()
  })
})

test('two calls of connect in one turn, as by a component without a signal, are told of once', async () => {
  const server = await start()
  const told: string[] = []
  // A slow machine has other warnings.
  vi.spyOn(console, 'warn').mockImplementation((text) => text.includes('twice') && told.push(text))
  forgetWarnings()
  const two = () => [connect(game, server.url), connect(game, server.url)]
  for (const session of await Promise.all([...two(), ...two()])) session.close()
  expect(told).toEqual([expect.stringContaining("called twice at once for 'runner'")])
  const { signal } = new AbortController()
  forgetWarnings()
  const one = await connect(game, server.url)
  const others = [connect(game, server.url, { signal }), connect(game, server.url)]
  for (const session of [one, ...(await Promise.all(others))]) session.close()
  expect(told.length).toBe(1)
  vi.restoreAllMocks()
})

describe('a signal', () => {
  test.each([
    ['a socket', async () => ({})],
    ['datagrams', async () => ({ datagram: await nodeDataChannel() })],
  ])('ends an attempt to open %s, and no other address is tried', async (_, options) => {
    const [first, second] = [await silent(), await silent()]
    const controller = new AbortController()
    const { signal } = controller
    const connecting = connect(game, [first.url, second.url], { ...(await options()), signal })
    await until(() => first.sockets.length === 1)
    controller.abort(reason)
    await expect(connecting).rejects.toBe(reason)
    await until(() => first.sockets[0]!.destroyed)
    expect(second.sockets).toEqual([])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('ends a session that tries to come back', async () => {
    const server = await start()
    const controller = new AbortController()
    const session = await connect(game, server.url, { signal: controller.signal })
    await server.close()
    await until(() => session.state === 'reconnecting')
    controller.abort(reason)
    expect(session.state).toBe('closed')
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  test('is let go by a session that ends, and by one that was never let in', async () => {
    const server = await start({ authenticate: ({ token }) => token === 'in' || refuse() })
    const { signal } = new AbortController()
    const session = await connect(game, server.url, { signal, token: 'in' })
    expect(getEventListeners(signal, 'abort').length).toBe(1)
    session.close()
    await expect(connect(game, server.url, { signal })).rejects.toMatchObject({ code: 'refused' })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('ends connectWebSocket', async () => {
    const { sockets, url } = await silent()
    const controller = new AbortController()
    const opening = connectWebSocket(url, { signal: controller.signal })
    await until(() => sockets.length === 1)
    controller.abort(reason)
    await expect(opening).rejects.toBe(reason)
    await expect(connectWebSocket(url, { signal: controller.signal })).rejects.toBe(reason)
    expect(sockets.length).toBe(1)
  })

  test('ends a search for a room, in the turn of the call without a seat that is kept', async () => {
    const server = await start()
    const controller = new AbortController()
    const seat = roomsAt(server.url, game, controller).joinOrCreate()
    controller.abort(reason)
    await expect(seat).rejects.toBe(reason)
    expect(server.rooms.size).toBe(0)
    const { sockets, url } = await silent()
    const later = new AbortController()
    const list = roomsAt(url, game, later).list()
    await until(() => sockets.length === 1)
    later.abort(reason)
    await expect(list).rejects.toBe(reason)
  })
})
