import { connect, type Socket } from 'node:net'
import { type Server, serve } from 'glissade/node'
import { afterAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { BitReader, BitWriter } from '../src/wire/bits.ts'
import { NOTHING_HELD, writeHello } from '../src/wire/packets/handshake.ts'
import { emptyInputHead, InputRows, writeInput } from '../src/wire/packets/input-packet.ts'
import * as PACKET from '../src/wire/packets/packet.ts'
import { readClose, writeMessage } from '../src/wire/packets/packets.ts'
import { runner } from './support/runner.ts'
import { until } from './support/until.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(): Promise<Server> {
  const server = await serve([runner], { port: 0 })
  ends.push(() => server.close())
  return server
}

function hello(): Uint8Array {
  const writer = new BitWriter()
  const said = {
    hash: runner.game.hash,
    game: runner.game.name,
    room: '',
    token: '',
    held: NOTHING_HELD,
  }
  writeHello(writer, runner.game, { ...said, resumeKey: [0, 0] }, { name: 'raw' })
  return writer.toBytes()
}

/** An INPUT packet of the `count` inputs up to `newest`; it acknowledges nothing, so it is the same on any link. */
function input(sequence: number, newest: number, count: number): Uint8Array {
  const writer = new BitWriter()
  const rows = new InputRows(runner.game.inputSchema, 256)
  rows.row.fill(newest & 1)
  const head = { ...emptyInputHead(), sequence, newest: newest & 0xffff, count }
  writeInput(writer, runner.game.inputSchema, head, rows, true)
  return writer.toBytes()
}

/** A frame of a client, masked with zeros. */
function frame(first: number, body: Uint8Array): Buffer {
  const { length } = body
  const head = length < 126 ? [128 | length] : [128 | 126, length >> 8, length & 255]
  return Buffer.from([first, ...head, 0, 0, 0, 0, ...body])
}

/** A socket that has done the upgrade and said HELLO. */
async function rawSocket({ url }: Server): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  ends.push(() => socket.destroy())
  socket.on('error', () => {})
  const head = 'Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13'
  const key = 'Sec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ=='
  socket.write(`GET /glissade HTTP/1.1\r\n${head}\r\n${key}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.write(frame(0x82, hello()))
  return socket
}

describe.concurrent('over a real socket', () => {
  test.each<[string, (n: number) => Buffer, 'floods' | 'flood' | 'bad-packet']>([
    ['pings', () => frame(0x89, new Uint8Array(125)), 'floods'],
    ['pongs', () => frame(0x8a, new Uint8Array(0)), 'floods'],
    ['empty pieces', (n) => frame(n === 0 ? 2 : 0, new Uint8Array(0)), 'bad-packet'],
    ['pieces of a byte', (n) => frame(n === 0 ? 2 : 0, Uint8Array.of(5)), 'bad-packet'],
    ['empty INPUT packets', (n) => frame(0x82, input(n & 0xffff, 0, 0)), 'flood'],
    ['INPUT packets', (n) => frame(0x82, input(n & 0xffff, 128 * (n + 1), 128)), 'flood'],
  ])('a flood of %s is ended, and its socket closed', async (_, make, reason) => {
    const server = await start()
    const room = () => [...server.rooms.values()][0]
    const honest = new WebSocket(`${server.url.replace('http', 'ws')}/glissade`)
    ends.push(() => honest.terminate())
    let closes = 0
    let snapshots = 0
    honest.on('message', (data: Buffer) => {
      if (data[0] === PACKET.snapshot) snapshots++
    })
    honest.on('close', () => closes++)
    honest.on('open', () => honest.send(hello()))
    await until(() => room()?.players.length === 1)
    const socket = await rawSocket(server)
    socket.resume()
    let isClosed = false
    socket.on('close', () => {
      isClosed = true
    })
    await until(() => room()?.players.length === 2)
    for (let n = 0; n < 200_000 && room()!.players.length === 2; ) {
      const batch = Array.from({ length: 100 }, () => make(n++))
      socket.write(Buffer.concat(batch))
      await new Promise(setImmediate)
    }
    expect(room()!.players.length).toBe(1)
    const { stats } = room()!
    if (reason === 'flood') expect(stats.closed.flood).toBe(1)
    else expect(stats.closed.left).toBe(1)
    expect(stats.packetsIn).toBeLessThan(20_000)
    await until(() => isClosed)
    const before = snapshots
    await until(() => snapshots > before + 3)
    expect(closes).toBe(0)
  })

  test('five seconds of the fastest client, which come at once, are none', async () => {
    const server = await start()
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/glissade?link=datagram`)
    ends.push(() => socket.terminate())
    let closing: unknown = null
    let hasWelcome = false
    socket.on('message', (data: Buffer) => {
      if (data[0] === PACKET.welcome) hasWelcome = true
      if (data[0] === PACKET.close) closing = readClose(new BitReader().start(data.subarray(1)))
    })
    socket.on('close', (code) => {
      closing ??= code
    })
    socket.on('open', () => socket.send(hello()))
    await until(() => hasWelcome)
    const room = [...server.rooms.values()][0]!
    const heard: unknown[] = []
    room.onMessage((_, message) => heard.push(message))
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const before = room.stats.packetsIn
    const writer = new BitWriter()
    let sequence = 0
    for (let step = 1; step <= 5 * 128; step++) {
      for (let again = 0; again < 2; again++)
        socket.send(input(sequence++, step, Math.min(128, step)))
      if (step % 8 > 0) continue
      writeMessage(writer, sequence++, step / 8, JSON.stringify('.'.repeat(700)))
      socket.send(writer.toBytes())
    }
    await until(() => room.stats.packetsIn === before + 5 * 256 + 80)
    expect(heard.length).toBe(80)
    expect([closing, room.stats.closed.flood]).toEqual([null, 0])
  })
})
