import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { bind } from '../net/listen.ts'
import { type Arrival, Front } from './front.ts'
import type { Handed } from './member.ts'

const CHILD = fileURLToPath(new URL('../../test/support/echo-child.ts', import.meta.url))

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function open(take: (arrival: Arrival) => boolean) {
  const front = new Front(take)
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
  const child = startEcho()
  const { port } = await open(({ socket, head }) => {
    const handed: Handed = { glissade: 'connection', head, isForAny: false }
    return child.send(handed, socket, { keepOpen: false }, () => {})
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
  const { port } = await open(({ socket, wanted }) => {
    seen.push(wanted)
    socket.destroy()
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
    if (isReady) taken.push(String(head))
    return isReady
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
