import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RTCPeerConnection } from 'node-datachannel/polyfill'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../../test/support/free-port.ts'
import { ConditionedLink } from '../link/conditions.ts'
import { DATAGRAM_BYTES } from '../link/datagram-link.ts'
import { Recorder, runLinkCases } from '../link/link.case.ts'
import type { Link, LinkReceiver } from '../link/link.ts'
import { nodeDataChannel } from './connect-node.ts'
import { type DatagramStatus, dataChannel } from './data-channel.ts'
import { type DataChannelServerOptions, DataChannels } from './data-channel-node.ts'
import { realClock } from './real-clock.ts'
import { webSocketServer } from './websocket-node.ts'

/** A server whose links have data channels, and that says so to nobody else. */
interface Door {
  readonly url: string
  readonly datagrams: DataChannels
  nextLink(): Promise<Link>
  end(): Promise<void>
}

async function openDoor(options: DataChannelServerOptions = {}): Promise<Door> {
  const http = createServer()
  const links: Link[] = []
  let waiting: ((link: Link) => void) | undefined
  const datagrams = new DataChannels(options, () => http.address())
  const sockets = webSocketServer(
    http,
    (link) => {
      links.push(link)
      waiting?.(link)
    },
    { datagrams: (socket) => datagrams.accept(socket) },
  )
  const port = await freePort()
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}/glissade`,
    datagrams,
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

interface Pair {
  readonly client: Link
  readonly server: Link
  readonly status: DatagramStatus
}

/** Connects, and lets the client in as a room does: the server sends the first packet, which the returned link leaves out. */
async function join(door: Door): Promise<Pair> {
  const next = door.nextLink()
  const transport = await nodeDataChannel()
  const client = await transport.open(door.url)
  const server = await next
  server.send(Uint8Array.of(99))
  return { client: new WithoutFirst(client), server, status: transport.status }
}

async function joinOnDatagrams(door: Door): Promise<Pair> {
  const pair = await join(door)
  await expect.poll(() => pair.status.isOnDatagrams).toBe(true)
  await expect.poll(() => door.datagrams.stats.opened).toBeGreaterThan(0)
  return pair
}

/** A link without the first packet that comes over it. */
class WithoutFirst implements Link {
  readonly #link: Link

  constructor(link: Link) {
    this.#link = link
  }

  get kind() {
    return this.#link.kind
  }

  get isOpen() {
    return this.#link.isOpen
  }

  get bufferedBytes() {
    return this.#link.bufferedBytes
  }

  open(receiver: LinkReceiver): void {
    let isFirst = true
    this.#link.open({
      packet: (bytes, arrivedAtMs) => {
        if (!isFirst) receiver.packet(bytes, arrivedAtMs)
        isFirst = false
      },
      closed: (reason, detail) => receiver.closed(reason, detail),
    })
  }

  send(bytes: Uint8Array): void {
    this.#link.send(bytes)
  }

  noteRoundTrip(tripMs: number, nowMs: number): void {
    this.#link.noteRoundTrip?.(tripMs, nowMs)
  }

  close(...reason: Parameters<Link['close']>): void {
    this.#link.close(...reason)
  }
}

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

for (const isConditioned of [false, true])
  runLinkCases({
    name: `a data channel pair${isConditioned ? ', through simulated conditions' : ''}`,
    open: async () => {
      const door = await openDoor()
      const { client, server } = await joinOnDatagrams(door)
      const calm = { up: {}, down: {} }
      return {
        client: isConditioned ? new ConditionedLink(client, realClock, calm, 1) : client,
        server,
        turn: moment,
        end: () => door.end(),
      }
    },
  })

let door: Door | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await door?.end()
  door = undefined
})

/** Opens a socket that says what the test wants, to a server that has let it in. */
async function hostile(open: Door): Promise<{ socket: WebSocket; closed: Promise<string> }> {
  const next = open.nextLink()
  const socket = new WebSocket(`${open.url.replace('http', 'ws')}?link=datagram`)
  await new Promise((resolve) => socket.once('open', resolve))
  const link = await next
  link.open({ packet: () => {}, closed: () => {} })
  link.send(Uint8Array.of(1))
  const closed = new Promise<string>((resolve) => {
    socket.once('close', (code, text) => resolve(`${code} ${text}`))
  })
  return { socket, closed }
}

const offer = (sdp: string, attempt: unknown = 1): string =>
  JSON.stringify({ type: 'offer', attempt, sdp })

describe('data channels of a client', () => {
  test('are not tried again after the end, even if an answer is found wrong only then', async () => {
    door = await openDoor()
    let reject: ((error: Error) => void) | undefined
    const transport = dataChannel({
      openSocket: (address) => new WebSocket(address) as unknown as globalThis.WebSocket,
      openPeer: () => {
        const peer = new RTCPeerConnection({ iceServers: [] })
        peer.setRemoteDescription = () =>
          new Promise((_, no) => {
            reject = no
          })
        return peer as unknown as globalThis.RTCPeerConnection
      },
    })
    const next = door.nextLink()
    const client = await transport.open(door.url)
    ;(await next).send(Uint8Array.of(99))
    await expect.poll(() => reject).toBeDefined()
    client.close('left')
    reject?.(new Error('late'))
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(transport.status).toEqual({
      isOnDatagrams: false,
      why: 'the connection has ended',
      problem: 'none',
      attempts: 1,
      opened: 0,
    })
  })

  test('are not tried again in a browser that cannot make any', async () => {
    door = await openDoor()
    const transport = dataChannel({
      openSocket: (address) => new WebSocket(address) as unknown as globalThis.WebSocket,
      openPeer: () => {
        throw new Error('switched off')
      },
    })
    const next = door.nextLink()
    const client = await transport.open(door.url)
    ;(await next).send(Uint8Array.of(99))
    const why = 'this browser makes no data channels: Error: switched off'
    await expect.poll(() => transport.status.why).toBe(why)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(transport.status).toMatchObject({ problem: 'browser', attempts: 1 })
    expect(client.isOpen).toBe(true)
    client.close('left')
  })

  test('are left when packets queue up, and the session goes on over the WebSocket', async () => {
    door = await openDoor()
    const { client, server, status } = await joinOnDatagrams(door)
    const nowMs = performance.now()
    client.noteRoundTrip?.(10, nowMs - 2800)
    for (const agoMs of [2100, 1400, 700, 0]) client.noteRoundTrip?.(600, nowMs - agoMs)
    const why = 'the line is too slow for datagrams'
    expect(status).toMatchObject({ isOnDatagrams: false, problem: 'slow', why, attempts: 1 })
    const { stats } = door.datagrams
    await expect.poll(() => stats.lost).toBe(1)
    const received = new Promise((resolve) =>
      client.open({ packet: (bytes) => resolve([...bytes]), closed: () => {} }),
    )
    server.send(Uint8Array.of(1, 2, 3))
    expect(await received).toEqual([1, 2, 3])
    client.close('left')
  })
})

describe('data channels of a server', () => {
  test('carry the packets of several clients over one UDP port', async () => {
    door = await openDoor()
    const pairs = [await joinOnDatagrams(door), await joinOnDatagrams(door)]
    expect(door.datagrams.stats).toEqual({ offers: 2, refused: 0, opened: 2, lost: 0 })
    const heard = pairs.map(({ client }) => new Recorder(client))
    for (const [i, { client, server }] of pairs.entries()) {
      client.open(heard[i]!)
      server.open(new Recorder(server))
      server.send(Uint8Array.of(10 + i))
    }
    await expect.poll(() => heard.map(({ packets }) => packets[0]?.[0])).toEqual([10, 11])
    for (const { client } of pairs) client.close('left')
  })

  test.each([
    ['a text that is no signal', 'hello', '4009 a malformed signal'],
    ['an attempt below 1', offer('v=0', 0), '4009 a malformed signal'],
    ['a signal that is too long', offer('x'.repeat(9000)), '4009 a malformed signal'],
    ['an empty description', offer(''), '4009 an invalid offer'],
    ['a description of nothing', offer('v=0\r\n'), '4009 an invalid offer'],
    ['binary rubbish', offer('\u0000\uffff\n'.repeat(500)), '4009 an invalid offer'],
  ])('close the connection of a client that sends %s', async (_, text, why) => {
    door = await openDoor()
    const honest = await joinOnDatagrams(door)
    const { socket, closed } = await hostile(door)
    socket.send(text)
    expect(await closed).toMatch(new RegExp(`^${why}`))
    expect(honest.status.isOnDatagrams).toBe(true)
    honest.client.close('left')
  })

  test('are for clients that were let in', async () => {
    door = await openDoor()
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}?link=datagram`)
    const next = door.nextLink()
    socket.once('open', () => socket.send(offer('v=0')))
    ;(await next).open({ packet: () => {}, closed: () => {} })
    const code = await new Promise((resolve) => socket.once('close', resolve))
    expect(code).toBe(4009)
    expect(door.datagrams.stats.offers).toBe(0)
  })

  test('close the connection of a client that begins an attempt twice', async () => {
    door = await openDoor()
    await door.datagrams.load()
    const { socket, closed } = await hostile(door)
    socket.send(offer('v=0'))
    socket.send(offer('v=0'))
    expect(await closed).toBe('4009 an attempt that is not new')
  })

  test('keep their UDP port while there is no client', async () => {
    door = await openDoor()
    await door.datagrams.load()
    const { port } = new URL(door.url)
    const { createSocket } = await import('node:dgram')
    const other = createSocket('udp4')
    const refused = new Promise<Error>((resolve) => other.once('error', resolve))
    other.bind(Number(port), '127.0.0.1')
    expect((await refused).message).toMatch(/EADDRINUSE/)
    const { client } = await joinOnDatagrams(door)
    client.close('left')
    const again = new DataChannels({}, () => ({
      port: Number(port),
      address: '127.0.0.1',
      family: 'IPv4',
    }))
    expect(await again.load()).toMatchObject({ port: Number(port) })
  })

  test.each([['/run/game.sock'], [null]])(
    'are refused when the server is at %o',
    async (address) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const channels = new DataChannels({ udpPort: 4000 }, () => address)
      expect(await channels.load()).toEqual({ why: 'the server has no datagrams' })
      expect(warn.mock.calls[0]?.[0]).toMatch(/needs udpPort and udpHost/)
    },
  )

  test('end a connection that floods them with signals', async () => {
    door = await openDoor()
    const { socket, closed } = await hostile(door)
    for (let i = 0; i < 200; i++) socket.send(JSON.stringify({ type: 'ended', attempt: 1 }))
    expect(await closed).toBe('4015 too many signals')
  })

  test('are refused in one line when the UDP port is taken', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { createSocket } = await import('node:dgram')
    const blocker = createSocket('udp4')
    await new Promise<void>((resolve) => blocker.bind(0, '127.0.0.1', resolve))
    door = await openDoor({ udpPort: blocker.address().port })
    const { client, server, status } = await join(door)
    await expect.poll(() => status.why).toBe('the server has no datagrams')
    expect(status.problem).toBe('server')
    await expect.poll(() => door?.datagrams.stats.refused).toBe(1)
    expect(warn).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls[0]?.[0]).toMatch(/EADDRINUSE/)
    const heard = new Recorder(server)
    server.open(heard)
    client.send(Uint8Array.of(7))
    await expect.poll(() => heard.packets.length).toBe(1)
    client.close('left')
    await new Promise<void>((resolve) => blocker.close(() => resolve()))
  })

  test.each([
    [{ udpPort: 0 }, 'udpPort'],
    [{ udpPort: 1.5 }, 'udpPort'],
    [{ publicAddress: 'example.org' }, 'publicAddress'],
  ])('take no %o', (options, name) => {
    expect(() => new DataChannels(options, () => ({ port: 1 }) as AddressInfo)).toThrow(name)
  })

  test('say the public address instead of their own', async () => {
    door = await openDoor({ publicAddress: '127.0.0.1' })
    const pair = await joinOnDatagrams(door)
    pair.client.close('left')
  })

  test('send what is too long for a datagram over the socket', async () => {
    door = await openDoor()
    const { client, server } = await joinOnDatagrams(door)
    const heard = new Recorder(client)
    client.open(heard)
    server.send(new Uint8Array(DATAGRAM_BYTES + 1).fill(5))
    await expect.poll(() => heard.packets[0]?.length).toBe(DATAGRAM_BYTES + 1)
    client.close('left')
  })
})
