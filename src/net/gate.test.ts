import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendNotFound, serveFiles } from './files.ts'
import { Gate } from './gate.ts'
import { httpServer, type Listening, listen } from './listen.ts'

/** More than the system takes for a reader that does not read. */
const BIG_BYTES = 30_000_000
const DESCRIPTORS = '/proc/self/fd'

let folder: string
const sockets: Socket[] = []
let listening: Listening | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glissade-gate-'))
  await writeFile(join(folder, 'big.js'), Buffer.alloc(BIG_BYTES, 97))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listening?.close()
  await rm(folder, { recursive: true })
})

/** A server of that folder behind a gate; `counts`: downloads that last, now and since the start. */
async function start(maxPerAddress: number, stalledMs: number) {
  const counts = { now: 0, ever: 0, isFull: false }
  const gate = new Gate({
    maxPerAddress,
    counter: {
      mayConnect: () => !counts.isFull,
      downloadBegan: () => {
        counts.now++
        counts.ever++
      },
      downloadEnded: () => counts.now--,
    },
    onError: (error) => {
      throw error
    },
  })
  const files = serveFiles(folder)
  const http = httpServer(async (request, response) => {
    if (!gate.admits(request, response)) return
    if (!(await files(request, response))) sendNotFound(request, response)
  })
  gate.watch(http)
  listening = await listen(http, { port: 0, stalledMs })
  return { gate, counts, port: listening.port, url: listening.url }
}

/** Asks for the big file `times`, in one go, and reads nothing of it. */
function reader(port: number, times = 1, headers = ''): Socket {
  const request = `GET /big.js HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
  const socket = connect(port, '127.0.0.1', () => socket.write(request.repeat(times)))
  socket.on('error', () => {})
  sockets.push(socket.pause())
  return socket
}

/** How often this process has the big file open. */
function opened(): number {
  return readdirSync(DESCRIPTORS).filter((name) => {
    try {
      return readlinkSync(join(DESCRIPTORS, name)).endsWith('big.js')
    } catch {
      return false
    }
  }).length
}

const until = async (what: () => boolean) => {
  for (let i = 0; i < 3000 && !what(); i++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(what()).toBe(true)
}

describe('downloads that nobody reads', () => {
  test('count for their address while they last, and end when they make no progress', async () => {
    const { gate, counts, port, url } = await start(Infinity, 2000)
    for (let n = 0; n < 200; n++) reader(port)
    await until(() => counts.ever === 200)
    await until(() => gate.connections === 0)
    expect(counts.now).toBe(0)
    counts.isFull = true
    expect((await fetch(`${url}/big.js`)).status).toBe(429)
    counts.isFull = false
    const read = await (await fetch(`${url}/big.js`)).arrayBuffer()
    expect(read.byteLength).toBe(BIG_BYTES)
  }, 120_000)

  test('end likewise when they are compressed', async () => {
    // Of text like this three quarters are left.
    const text = randomBytes(18_000_000).toString('base64')
    await writeFile(join(folder, 'big.js'), text)
    const { gate, counts, port, url } = await start(Infinity, 2000)
    for (let n = 0; n < 50; n++) reader(port, 1, 'Accept-Encoding: gzip\r\n')
    await until(() => counts.ever === 50)
    if (existsSync(DESCRIPTORS)) await until(() => opened() === 0)
    await until(() => gate.connections === 0)
    expect(counts.now).toBe(0)
    const response = await fetch(`${url}/big.js`)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect((await response.text()) === text).toBe(true)
  }, 120_000)

  test('hold no more connections than an address may have', async () => {
    const { gate, port } = await start(5, 60_000)
    for (let n = 0; n < 200; n++) reader(port)
    await until(() => gate.stats.cut === 180)
    expect(gate.connections).toBe(20)
  }, 120_000)

  test('many in one connection are as many, and leave nothing behind when it ends', async () => {
    const { gate, counts, port } = await start(10, 60_000)
    const held = [reader(port, 16), reader(port, 16), reader(port, 16)]
    await until(() => gate.stats.tooMany === 8)
    await until(() => counts.now === 40)
    if (existsSync(DESCRIPTORS)) expect(opened()).toBe(40)
    for (const socket of held) socket.destroy()
    await until(() => counts.now === 0)
    if (existsSync(DESCRIPTORS)) await until(() => opened() === 0)
  }, 120_000)

  test('a connection may go at any moment: all of its files are closed', async () => {
    const { gate, counts, port, url } = await start(60, 60_000)
    for (let round = 0; round < 60; round++) {
      const sockets = [reader(port, 16), reader(port, 16)]
      await new Promise((resolve) => setTimeout(resolve, round))
      for (const socket of sockets) socket.resetAndDestroy()
    }
    await until(() => gate.connections === 0)
    expect(counts.now).toBe(0)
    if (existsSync(DESCRIPTORS)) await until(() => opened() === 0)
    expect((await fetch(`${url}/big.js`)).status).toBe(200)
  }, 120_000)

  test('a connection with more than 16 requests is cut, and so are new ones of its address for 10 s', async () => {
    const { gate, counts, port, url } = await start(60, 60_000)
    reader(port, 2000)
    await until(() => gate.stats.cut === 1)
    await until(() => gate.connections === 0)
    expect(counts.now).toBe(0)
    if (existsSync(DESCRIPTORS)) await until(() => opened() === 0)
    await expect(fetch(`${url}/big.js`)).rejects.toThrow()
    expect(gate.stats.cut).toBeGreaterThan(1)
    for (let tries = 0; tries < 60; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      if (await fetch(`${url}/nothing`).catch(() => null)) return
    }
    expect.unreachable()
  }, 120_000)
})
