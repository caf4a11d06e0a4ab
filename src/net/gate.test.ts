import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { until } from '../../test/support/until.ts'
import { sendNotFound, serveFiles } from './files.ts'
import { Gate } from './gate.ts'
import { httpServer, listen } from './listen.ts'

/** More than the system buffers for a peer that does not read. */
const BIG_BYTES = 30_000_000
const DESCRIPTORS = '/proc/self/fd'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Returns a server of a folder with a big file, behind a gate. `counts`: slow downloads, now and since the start. */
async function start(maxPerAddress: number, stalledMs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'glissade-gate-'))
  ends.push(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'big.js'), Buffer.alloc(BIG_BYTES, 97))
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
    if (!gate.mayFollow(request, response) || !gate.admits(request, response)) return
    if (!(await files(request, response))) sendNotFound(request, response)
  })
  gate.watch(http)
  const { port, url, close } = await listen(http, { port: 0, stalledMs })
  ends.push(close)
  return { folder, gate, counts, port, url }
}

/** Requests the big file `times` in one go, and reads no answer. */
function reader(port: number, times = 1, headers = ''): Socket {
  const request = `GET /big.js HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
  const socket = connect(port, '127.0.0.1', () => socket.write(request.repeat(times)))
  socket.on('error', () => {})
  ends.push(() => socket.destroy())
  return socket.pause()
}

/** Whether a new connection gets an answer. Does not use `fetch`, which may wait for ever for a connection that is cut. */
function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    ends.push(() => socket.destroy())
    socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.on('error', () => {})
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
}

/** Returns how many times this process has the folder's big file open. */
function opened(folder: string): number {
  return readdirSync(DESCRIPTORS).filter((name) => {
    try {
      return readlinkSync(join(DESCRIPTORS, name)) === join(folder, 'big.js')
    } catch {
      return false
    }
  }).length
}

describe.concurrent('downloads that nobody reads', () => {
  test('count for their address while they last, and end when they make no progress', async () => {
    const { gate, counts, port, url } = await start(Infinity, 2000)
    for (let n = 0; n < 40; n++) reader(port)
    await until(() => counts.ever === 40)
    await until(() => gate.connections === 0)
    expect(counts.now).toBe(0)
    counts.isFull = true
    expect((await fetch(`${url}/big.js`)).status).toBe(429)
    counts.isFull = false
    const read = await (await fetch(`${url}/big.js`)).arrayBuffer()
    expect(read.byteLength).toBe(BIG_BYTES)
  })

  test('end in the same way when they are compressed', async () => {
    const { folder, gate, counts, port, url } = await start(Infinity, 2000)
    // Compression leaves three quarters of text like this.
    const text = randomBytes(18_000_000).toString('base64')
    await writeFile(join(folder, 'big.js'), text)
    for (let n = 0; n < 10; n++) reader(port, 1, 'Accept-Encoding: gzip\r\n')
    await until(() => counts.ever === 10)
    if (existsSync(DESCRIPTORS)) await until(() => opened(folder) === 0)
    await until(() => gate.connections === 0)
    expect(counts.now).toBe(0)
    const response = await fetch(`${url}/big.js`)
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect((await response.text()) === text).toBe(true)
  })

  test('hold no more connections than an address may have', async () => {
    const { gate, port } = await start(5, 60_000)
    for (let n = 0; n < 200; n++) reader(port)
    await until(() => gate.stats.cut === 180)
    expect(gate.connections).toBe(20)
  })

  test('count one by one even within one connection, and leave nothing behind when it ends', async () => {
    const { folder, gate, counts, port } = await start(10, 60_000)
    const held = [reader(port, 16), reader(port, 16), reader(port, 16)]
    await until(() => gate.stats.tooMany === 8)
    await until(() => counts.now === 40)
    if (existsSync(DESCRIPTORS)) expect(opened(folder)).toBe(40)
    for (const socket of held) socket.destroy()
    await until(() => counts.now === 0)
    if (existsSync(DESCRIPTORS)) await until(() => opened(folder) === 0)
  })

  test('close all of their files, whenever their connection goes', async () => {
    const { folder, gate, counts, port, url } = await start(60, 60_000)
    for (let round = 0; round < 60; round++) {
      const sockets = [reader(port, 16), reader(port, 16)]
      await new Promise((resolve) => setTimeout(resolve, round))
      for (const socket of sockets) socket.resetAndDestroy()
    }
    await until(() => gate.connections === 0)
    expect(counts.now).toBe(0)
    if (existsSync(DESCRIPTORS)) await until(() => opened(folder) === 0)
    expect((await fetch(`${url}/big.js`)).status).toBe(200)
  })

  test('a connection with more than 16 requests is cut, and so are new ones of its address for 10 s', async () => {
    const { folder, gate, counts, port } = await start(60, 60_000)
    reader(port, 2000)
    await until(() => gate.stats.cut === 1)
    await until(() => gate.connections === 0)
    expect(counts.now).toBe(0)
    if (existsSync(DESCRIPTORS)) await until(() => opened(folder) === 0)
    expect(await isAnswered(port)).toBe(false)
    expect(gate.stats.cut).toBeGreaterThan(1)
    for (let tries = 0; tries < 60; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      if (await isAnswered(port)) return
    }
    expect.unreachable()
  })
})
