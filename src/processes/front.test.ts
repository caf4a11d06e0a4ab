import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { bind } from '../net/listen.ts'
import { Calls } from './calls.ts'
import { type Arrival, Front } from './front.ts'

const CHILD = fileURLToPath(new URL('../../test/support/echo-child.ts', import.meta.url))

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function open(take: (arrival: Arrival) => Promise<boolean> | null, mostOfAddress?: number) {
  const front = new Front(take, mostOfAddress)
  ends.push(() => front.close())
  const { port } = await bind(front.server, { port: 0 })
  return { front, port }
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, noDelay: true })
  ends.push(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

function startEcho(): ChildProcess {
  const child = fork(CHILD, [], { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  ends.push(() => child.kill('SIGKILL'))
  return child
}

/** Sends pieces, with random pauses or none, and returns what comes back. */
async function echoOf(socket: Socket, pieces: readonly Buffer[], random: Random): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const ended = once(socket, 'close')
  for (const piece of pieces) {
    socket.write(piece)
    for (let n = random.uint32() % 4; n > 0; n--) await turn()
  }
  socket.end()
  await ended
  return Buffer.concat(chunks)
}

test('hands on every byte, in whatever pieces and however soon after the first line it comes', async () => {
  const calls = new Calls(startEcho())
  const { port } = await open(async ({ socket, head }) => {
    await calls.pass(socket, 'connection', head, false)
    return true
  })
  const random = new Random(4)
  for (let n = 0; n < 100; n++) {
    const pieces = ['GE', 'T /p/1/x HTTP/1.1', '\r\nHost: a\r\n\r\n'].map((text) =>
      Buffer.from(text),
    )
    if (n % 2 === 0) pieces.splice(0, 3, Buffer.concat(pieces))
    for (let i = 0; i < 20; i++) pieces.push(Buffer.alloc(1 + (random.uint32() % 3000), i))
    const echo = await echoOf(await connectTo(port), pieces, random)
    expect(echo.equals(Buffer.concat(pieces)), `connection ${n}`).toBe(true)
  }
})

test('reads which process a connection asks for', async () => {
  const seen: (number | null)[] = []
  const { port } = await open(async ({ wanted }) => {
    seen.push(wanted)
    return true
  })
  const lines = [
    ['GET /p/7/glissade?x HTTP/1.1', 7],
    ['POST /p/0/ HTTP/1.1', 0],
    ['GET /p/07/ HTTP/1.1', null],
    ['GET /p/12 HTTP/1.1', null],
    ['GET /p/99999/ HTTP/1.1', null],
    ['GET /x/p/1/ HTTP/1.1', null],
    ['\x16\x03\x01', null],
    ['PROXY TCP4 127.0.0.1 127.0.0.1 4000 80', null],
    ['', null],
  ] as const
  for (const [line, wanted] of lines) {
    const socket = await connectTo(port)
    const closed = once(socket, 'close')
    socket.write(`${line}\r\n`)
    await closed
    expect(seen.at(-1), line).toBe(wanted)
  }
  expect(seen.length).toBe(lines.length)
})

test('keeps a connection until there is a process for it', async () => {
  const taken: string[] = []
  let isReady = false
  const { front, port } = await open(({ head }) => {
    if (!isReady) return null
    taken.push(String(head))
    return Promise.resolve(true)
  })
  const socket = await connectTo(port)
  await new Promise((resolve) => socket.write('GET /x', resolve))
  socket.write('\n')
  for (let n = 0; n < 20; n++) await turn()
  expect(taken).toEqual([])
  isReady = true
  while (taken.length === 0) {
    front.retry()
    await turn()
  }
  front.retry()
  expect(taken).toEqual(['GET /x\n'])
})

test('offers a connection again when the process that was to take it has ended', async () => {
  const asked: ((isTaken: boolean) => void)[] = []
  const { front, port } = await open(() => new Promise((resolve) => asked.push(resolve)))
  const socket = await connectTo(port)
  const closed = once(socket, 'close')
  socket.write('GET /p/1/ HTTP/1.1\r\n')
  while (asked.length === 0) await turn()
  front.retry()
  await turn()
  expect(asked.length).toBe(1)
  asked[0]!(false)
  while (asked.length === 1) await turn()
  asked[1]!(true)
  // This process has no copy any more.
  await closed
  expect(asked.length).toBe(2)
})

test('cuts the oldest of too many connections that no process takes', async () => {
  let offered = 0
  const { port } = await open(() => {
    offered++
    return new Promise(() => {})
  })
  const first = await connectTo(port)
  const closed = once(first, 'close')
  const others = await Promise.all(Array.from({ length: 256 }, () => connectTo(port)))
  for (const socket of others) socket.write('GET / HTTP/1.1\r\n')
  await closed
  while (offered < 256) await turn()
  expect(others.every(({ destroyed }) => !destroyed)).toBe(true)
})

test('without a limit for each address, one may have more of them', async () => {
  let offered = 0
  const { port } = await open(() => {
    offered++
    return new Promise(() => {})
  }, Infinity)
  const sockets = await Promise.all(Array.from({ length: 300 }, () => connectTo(port)))
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\n')
  while (offered < 300) await turn()
  expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true)
})
