import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { RTCPeerConnection } from 'node-datachannel/polyfill'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../../test/support/free-port.ts'
import { Random } from '../base/random.ts'
import { Recorder } from '../link/link.case.ts'
import type { Link } from '../link/link.ts'
import { nodeDataChannel } from './connect-node.ts'
import type { DatagramStatus } from './data-channel.ts'
import { DataChannels } from './data-channel-node.ts'
import { type WebSocketListener, webSocketServer } from './websocket-node.ts'

/** A peer that makes its data channel by hand, and says through it what it likes. */
interface Stranger {
  readonly channel: RTCDataChannel
  /** The server's end. */
  readonly link: Link
  readonly signals: { readonly type: string }[]
  /** Why the server ended the connection. */
  readonly closed: Promise<string>
}

let port: number
let datagrams: DataChannels
let sockets: WebSocketListener
let http: ReturnType<typeof createServer>
let waiting: ((link: Link) => void) | undefined

beforeEach(async () => {
  http = createServer()
  datagrams = new DataChannels({}, () => http.address())
  sockets = webSocketServer(http, (link) => waiting?.(link), {
    datagrams: (socket) => datagrams.accept(socket),
  })
  port = await freePort()
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
})
afterEach(async () => {
  await sockets.close()
  await new Promise((resolve) => http.close(resolve))
})

const nextLink = (): Promise<Link> =>
  new Promise((resolve) => {
    waiting = resolve
  })

/** An honest client on datagrams, to see that it notices nothing. */
async function joinHonest(): Promise<{ client: Link; server: Link; status: DatagramStatus }> {
  const next = nextLink()
  const transport = await nodeDataChannel()
  const client = await transport.open(`http://127.0.0.1:${port}/glissade`)
  const server = await next
  server.send(Uint8Array.of(1))
  await expect.poll(() => transport.status.isOnDatagrams).toBe(true)
  return { client, server, status: transport.status }
}

async function openStranger(
  change: (sdp: string) => string = (sdp) => sdp,
  patient = true,
): Promise<Stranger> {
  const next = nextLink()
  const socket = new WebSocket(`ws://127.0.0.1:${port}/glissade?link=datagram`)
  await new Promise((resolve) => socket.once('open', resolve))
  const link = await next
  link.open(new Recorder(link))
  link.send(Uint8Array.of(1))
  const closed = new Promise<string>((resolve) => {
    socket.once('close', (code, text) => resolve(`${code} ${text}`.trim()))
  })
  const peer = new RTCPeerConnection({ iceServers: [] }) as unknown as globalThis.RTCPeerConnection
  void closed.then(() => peer.close())
  const channel = peer.createDataChannel('glissade', { negotiated: true, id: 0 })
  const opened = new Promise<void>((resolve) => {
    channel.onopen = () => resolve()
  })
  const signals: { readonly type: string; readonly sdp?: string }[] = []
  socket.on('message', (data, isBinary) => {
    if (isBinary) return
    const signal = JSON.parse(data.toString())
    signals.push(signal)
    if (signal.type !== 'answer') return
    // The server says how long a message may be. A stranger does not care.
    const sdp = signal.sdp.replace(/max-message-size:\d+/, 'max-message-size:262144')
    void peer.setRemoteDescription({ type: 'answer', sdp })
  })
  await peer.setLocalDescription(await peer.createOffer())
  const sdp = change(peer.localDescription?.sdp ?? '')
  socket.send(JSON.stringify({ type: 'offer', attempt: 1, sdp }))
  if (patient) await opened
  return { channel, link, signals, closed }
}

/** Packets that look like the beginning of what the port expects, and like nothing at all. */
function rubbish(random: Random): Uint8Array {
  const bytes = Uint8Array.from({ length: 16 + random.next() * 1300 }, () => random.next() * 256)
  const kind = Math.floor(random.next() * 4)
  // STUN: a binding request with its magic cookie. DTLS: a handshake record. SCTP is inside of DTLS.
  if (kind === 0) bytes.set([0, 1, 0, bytes.length & 0xfc, 0x21, 0x12, 0xa4, 0x42])
  if (kind === 1) bytes.set([22, 254, 253, 0, 0, 0, 0, 0, 0, 0, 0])
  if (kind === 2) bytes.set([23, 254, 253])
  return bytes
}

describe('a hostile peer', () => {
  test.each([
    ['text', (channel: RTCDataChannel) => channel.send('hello'), '4012'],
    [
      'a packet that is too long',
      (channel: RTCDataChannel) => channel.send(new Uint8Array(1201)),
      '4011',
    ],
    [
      'a packet of 200,000 bytes',
      (channel: RTCDataChannel) => channel.send(new Uint8Array(200_000)),
      '4011',
    ],
    [
      'twenty thousand packets',
      (channel: RTCDataChannel) => {
        for (let i = 0; i < 20_000; i++) channel.send(Uint8Array.of(1))
      },
      '4015',
    ],
  ])('that sends %s loses its connection, and nobody else notices', async (_, attack, code) => {
    const honest = await joinHonest()
    const { channel, closed } = await openStranger()
    attack(channel)
    expect(await closed).toBe(code)
    const heard = new Recorder(honest.server)
    honest.server.open(heard)
    honest.client.send(Uint8Array.of(7))
    await expect.poll(() => heard.packets.length).toBe(1)
    expect(honest.status.isOnDatagrams).toBe(true)
    honest.client.close('left')
  })

  test('with the wrong certificate gets no channel', async () => {
    const wrong = (sdp: string): string =>
      sdp.replace(/(a=fingerprint:sha-256 )[0-9A-F]{2}/, (_, start) => `${start}00`)
    const { signals } = await openStranger(wrong, false)
    await expect.poll(() => signals.map(({ type }) => type), { timeout: 60_000 }).toContain('ended')
    expect(datagrams.stats.opened).toBe(0)
  })

  test('that takes only short messages gets the others over its socket, and the room goes on', async () => {
    const { link, signals } = await openStranger((sdp) =>
      sdp.replace(/max-message-size:\d+/, 'max-message-size:100'),
    )
    await expect.poll(() => datagrams.stats.opened).toBe(1)
    link.send(new Uint8Array(1000))
    expect(datagrams.stats.lost).toBe(1)
    await expect.poll(() => signals.map(({ type }) => type)).toContain('ended')
    expect(link.isOpen).toBe(true)
  })

  test('that names the address of another gets nothing sent there', async () => {
    const victim = createSocket('udp4')
    let heard = 0
    victim.on('message', () => heard++)
    await new Promise<void>((resolve) => victim.bind(0, '127.0.0.1', resolve))
    const candidate = `a=candidate:1 1 UDP 2114977791 127.0.0.1 ${victim.address().port} typ host`
    const { channel } = await openStranger((sdp) => `${sdp.trimEnd()}\r\n${candidate}\r\n`)
    expect(channel.readyState).toBe('open')
    expect(heard).toBe(0)
    await new Promise<void>((resolve) => victim.close(() => resolve()))
  })

  test('that sends rubbish to the UDP port is not heard', async () => {
    const honest = await joinHonest()
    const heard = new Recorder(honest.server)
    honest.server.open(heard)
    const random = new Random(1)
    const socket = createSocket('udp4')
    for (let i = 0; i < 3000; i++) {
      socket.send(rubbish(random), port, '127.0.0.1')
      if (i % 100 === 0) {
        honest.client.send(Uint8Array.of(i / 100))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    // On a busy machine, a packet may go both ways, over the channel and over the WebSocket.
    await expect.poll(() => new Set(heard.packets.map(([first]) => first)).size).toBe(30)
    expect(honest.status.isOnDatagrams).toBe(true)
    await new Promise<void>((resolve) => socket.close(() => resolve()))
    honest.client.close('left')
  })
})
