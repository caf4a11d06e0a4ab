import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ConditionedLink } from '../link/conditions.ts'
import { Recorder, runLinkCases } from '../link/link.case.ts'
import type { Link } from '../link/link.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { connectWebSocket } from './connect-node.ts'
import { realClock } from './real-clock.ts'
import { openSocket, openWebSocket } from './websocket.ts'
import {
  type WebSocketListener,
  type WebSocketServerOptions,
  webSocketServer,
} from './websocket-node.ts'

runLinkCases({
  name: 'a WebSocket pair',
  open: async () => {
    const door = await openDoor()
    const [client, server] = await join(door)
    return { client, server, turn: moment, end: () => door.end() }
  },
})

runLinkCases({
  name: 'a WebSocket pair behind an impaired network',
  open: async () => {
    const door = await openDoor()
    const [socket, server] = await join(door)
    const impairment = { latencyMs: 20, jitterMs: 5, loss: 0.05 }
    const client = new ConditionedLink(socket, realClock, { up: impairment, down: impairment }, 3)
    return { client, server, turn: moment, end: () => door.end() }
  },
})

describe('the server', () => {
  let door: Door
  beforeEach(async () => {
    door = await openDoor()
  })
  afterEach(() => door.end())

  test('refuses other paths with 404, or leaves them to other listeners', async () => {
    await expect(connectWebSocket(`${door.origin}/elsewhere`)).rejects.toThrow('404')
    const others = new Promise<string | undefined>((resolve) => {
      door.http.on('upgrade', (request, socket) => {
        if (request.url !== '/elsewhere') return
        resolve(request.url)
        socket.destroy()
      })
    })
    await expect(connectWebSocket(`${door.origin}/elsewhere`)).rejects.toThrow('no game server')
    expect(await others).toBe('/elsewhere')
    const [client] = await join(door, '/glissade?token=1')
    expect(client.isOpen).toBe(true)
    expect(door.sockets.stats.accepted).toBe(1)
  })

  test('makes datagram links of sockets whose address asks for them, and refuses other words', async () => {
    const [client, server] = await join(door, '/glissade?token=1&link=datagram')
    expect([client.kind, server.kind]).toEqual(['datagram', 'datagram'])
    const [plain, other] = await join(door, '/glissade?link=ordered')
    expect([plain.kind, other.kind]).toEqual(['ordered', 'ordered'])
    await expect(connectWebSocket(`${door.origin}/glissade?link=udp`)).rejects.toMatchObject({
      code: 'misuse',
      message: expect.stringContaining("link=udp must be 'ordered' or 'datagram'"),
    })
    expect(await answerTo(`${door.origin}/glissade?link=udp`)).toBe(
      "400 link must be 'ordered' or 'datagram'",
    )
  })

  test('is found at every address that `connect` takes', async () => {
    const http = door.origin.replace('ws', 'http')
    for (const to of [door.origin, http, `${http}/`, new URL(http), `${http}/glissade?token=1`])
      expect((await connectWebSocket(to)).isOpen).toBe(true)
    expect(door.sockets.stats.accepted).toBe(5)
    await expect(connectWebSocket('nowhere')).rejects.toMatchObject({ code: 'misuse' })
  })

  test('ends a connection that sends too much at once, and counts it', async () => {
    const [client, server] = await join(door)
    const ends = [new Recorder(client), new Recorder(server)] as const
    client.open(ends[0])
    server.open(ends[1])
    client.send(new Uint8Array(65_536))
    await expect.poll(() => ends[1].packets.length).toBe(1)
    client.send(new Uint8Array(65_537))
    await expect.poll(() => ends.map(({ ends }) => ends.length)).toEqual([1, 1])
    expect(ends.map((seen) => seen.ends[0]?.reason)).toEqual([
      'oversized-packet',
      'oversized-packet',
    ])
    expect(ends[1].packets.length).toBe(1)
    expect(door.sockets.stats.oversized).toBe(1)
  })

  test('sends packets of every size whole', async () => {
    const [client, server] = await join(door)
    const seen = new Recorder(client)
    client.open(seen)
    const sizes = [0, 1, 125, 126, 65_535, 65_536, 300_000]
    for (const size of sizes) server.send(new Uint8Array(size).fill(size & 255))
    await expect.poll(() => seen.packets.length).toBe(sizes.length)
    expect(seen.packets.map((packet) => packet.length)).toEqual(sizes)
    for (const packet of seen.packets)
      expect(packet.every((b) => b === (packet.length & 255))).toBe(true)
  })

  test('ends a connection that sends text, and tells it why', async () => {
    const raw = new WebSocket(`${door.origin}/glissade`)
    const closed = new Promise<number>((resolve) => raw.once('close', resolve))
    raw.once('open', () => raw.send('hello?'))
    const seen = new Recorder(await door.nextLink())
    door.links[0]?.open(seen)
    expect(await closed).toBe(4012)
    expect(seen.ends.map((end) => end.reason)).toEqual(['text-frame'])
    expect(door.sockets.stats.textFrames).toBe(1)
  })

  test('ends a connection that floods a link before it is opened', async () => {
    const [client] = await join(door)
    const seen = new Recorder(client)
    client.open(seen)
    for (let i = 0; i < 6; i++) client.send(new Uint8Array(60_000))
    // The server has stopped reading, so it waits for no answer, but for 2 seconds.
    await expect.poll(() => seen.ends.map((end) => end.reason)).toEqual(['flood'])
  })

  test('a client that says so has left; a closed or reloaded tab is lost, and so is a cut connection', async () => {
    for (const [leave, reason] of [
      [(raw: WebSocket) => raw.close(4000), 'left'],
      [(raw: WebSocket) => raw.close(1001), 'lost'],
      [(raw: WebSocket) => raw.close(), 'lost'],
      [(raw: WebSocket) => raw.terminate(), 'lost'],
    ] as const) {
      const raw = new WebSocket(`${door.origin}/glissade`)
      const link = await door.nextLink()
      const seen = new Recorder(link)
      link.open(seen)
      await expect.poll(() => raw.readyState).toBe(WebSocket.OPEN)
      leave(raw)
      await expect.poll(() => seen.ends.map((end) => end.reason)).toEqual([reason])
    }
  })

  test('gives up a peer that answers no pings, and keeps one that does', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const mute = new WebSocket(`${door.origin}/glissade`, { autoPong: false })
      const muteLink = await door.nextLink()
      const live = new WebSocket(`${door.origin}/glissade`)
      const liveLink = await door.nextLink()
      const [muteSeen, liveSeen] = [new Recorder(muteLink), new Recorder(liveLink)]
      muteLink.open(muteSeen)
      liveLink.open(liveSeen)
      for (let i = 1; i <= 3; i++) {
        expect(muteSeen.ends).toEqual([])
        const pinged = new Promise((resolve) => live.once('ping', resolve))
        vi.advanceTimersByTime(10_000)
        await pinged
        // This is sent after the pong, so the pong has arrived when this has.
        live.send(new Uint8Array(1))
        await expect.poll(() => liveSeen.packets.length).toBe(i)
      }
      await expect.poll(() => muteSeen.ends.map((end) => end.reason)).toEqual(['lost'])
      expect(liveSeen.ends).toEqual([])
      expect(door.sockets.stats.dead).toBe(1)
      mute.terminate()
      live.terminate()
      await expect.poll(() => liveSeen.ends.length).toBe(1)
      expect(vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(1000)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('tells all clients when it closes, and accepts no new ones', async () => {
    const [client] = await join(door)
    const seen = new Recorder(client)
    client.open(seen)
    await door.sockets.close()
    await expect.poll(() => seen.ends.map((end) => end.reason)).toEqual(['restarting'])
    await expect(connectWebSocket(`${door.origin}/glissade`)).rejects.toThrow(
      'no game server at ws:',
    )
  })
})

describe('the client', () => {
  test('gets an error of one line with the address when no server is there', async () => {
    const door = await openDoor()
    await door.end()
    await expect(connectWebSocket(`${door.origin}/glissade`)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        /no game server at ws:\/\/127\.0\.0\.1:\d+\/glissade: .*ECONNREFUSED/,
      ),
    })
  })

  test('says what to do in a Node that has no WebSocket', async () => {
    const given = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket')
    Reflect.deleteProperty(globalThis, 'WebSocket')
    try {
      await expect(openWebSocket('ws://127.0.0.1:1/glissade')).rejects.toMatchObject({
        code: 'unreachable',
        message: expect.stringContaining('the link of connectWebSocket(address)'),
      })
    } finally {
      if (given) Object.defineProperty(globalThis, 'WebSocket', given)
    }
  })

  test('does not wait for ever for a server that says nothing', async () => {
    const clock = new VirtualClock()
    let isClosed = false
    const silent = {
      addEventListener: () => undefined,
      close: () => {
        isClosed = true
      },
    }
    const opening = openSocket(() => silent as unknown as globalThis.WebSocket, 'http://a/b', clock)
    clock.advance(10_000)
    await expect(opening).rejects.toThrow('no game server at ws://a/b: no answer within 10 seconds')
    expect(isClosed).toBe(true)
  })

  test.each([
    ['the event time', 90, 90],
    ['the clock where the event has none', 0, 100],
    ['the clock where the event counts from 1970', 1.7e12, 100],
  ])('stamps arrivals with %s', async (_, timeStamp, expected) => {
    const clock = new VirtualClock(100)
    const listeners = new Map<string, (event: object) => void>()
    const socket = {
      addEventListener: (type: string, run: () => void) => listeners.set(type, run),
    } as unknown as globalThis.WebSocket
    const opening = openSocket(() => socket, 'ws://a', clock)
    listeners.get('open')?.({})
    const link = await opening
    const seen = new Recorder(link)
    link.open(seen)
    listeners.get('message')?.({ data: new ArrayBuffer(1), timeStamp })
    expect(seen.stamps).toEqual([expected])
    expect(clock.pending).toBe(0)
  })
})

interface Door {
  readonly origin: string
  readonly http: Server
  readonly sockets: WebSocketListener
  readonly links: Link[]
  nextLink(): Promise<Link>
  end(): Promise<void>
}

async function openDoor(options: WebSocketServerOptions = {}): Promise<Door> {
  const http = createServer((_, response) => response.writeHead(404).end())
  const links: Link[] = []
  let waiting: ((link: Link) => void) | undefined
  const sockets = webSocketServer(
    http,
    (link) => {
      links.push(link)
      waiting?.(link)
    },
    options,
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    http,
    sockets,
    links,
    nextLink: () =>
      new Promise((resolve) => {
        waiting = resolve
      }),
    end: async () => {
      await sockets.close()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

async function join(door: Door, path = '/glissade'): Promise<[client: Link, server: Link]> {
  const next = door.nextLink()
  return [await connectWebSocket(door.origin + path), await next]
}

/** Returns the answer to an upgrade that is refused. */
function answerTo(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    socket.once('open', () => reject(new Error('it was not refused')))
    socket.once('unexpected-response', async (_, response) => {
      let words = ''
      for await (const chunk of response) words += chunk
      resolve(`${response.statusCode} ${words}`)
    })
  })
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}
