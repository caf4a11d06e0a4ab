import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from './listen.ts'
import { PacedResponses } from './paced-responses.ts'
import { readReal } from './real-file.ts'

const addressOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? ''
const BODY = randomBytes(1_000_003)

let folder: string
let listening: Listening
/** The size of the file, as the server promises it. */
let promised = BODY.length

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glissade-paced-'))
  const path = join(folder, 'body.bin')
  await writeFile(path, BODY)
  const files = new PacedResponses(addressOf)
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Length': promised })
    void files.send(readReal(path, promised), request, response)
  })
  listening = await listen(server, { port: 0 })
})

afterAll(async () => {
  await listening.close()
  await rm(folder, { recursive: true })
})

const download = async () => Buffer.from(await (await fetch(listening.url)).arrayBuffer())

describe('paced files', () => {
  test('arrive whole, many at once', async () => {
    promised = BODY.length
    const bodies = await Promise.all(Array.from({ length: 20 }, download))
    for (const body of bodies) expect(body.equals(BODY)).toBe(true)
  })

  test('have the promised length, even if the file has grown', async () => {
    promised = 100_000
    expect((await download()).equals(BODY.subarray(0, 100_000))).toBe(true)
    promised = 0
    expect((await download()).length).toBe(0)
  })

  test('end the connection if the file has become shorter', async () => {
    promised = BODY.length + 1
    await expect(download()).rejects.toThrow()
  })
})

test('a file waits its turn before each of its chunks, and other timers run meanwhile', async () => {
  promised = BODY.length
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  expect((await download()).length).toBe(BODY.length)
  clearInterval(timer)
  // There are 16 chunks, and at most one turn per millisecond.
  expect(ticks).toBeGreaterThanOrEqual(12)
})

/** The part of a request that turns use. */
const requestOf = (address: string, destroyed = false) =>
  ({ socket: { remoteAddress: address, destroyed } }) as IncomingMessage

describe('turns', () => {
  const inOrder = async (asked: readonly (readonly [string, IncomingMessage])[]) => {
    const files = new PacedResponses(addressOf)
    const happened: string[] = []
    setTimeout(() => happened.push('timer'), 1)
    const turns = asked.map(([name, request]) =>
      files.turn(request).then((isThere) => happened.push(isThere ? name : `${name} gone`)),
    )
    await Promise.all(turns)
    return happened
  }

  test('of one address come in order, and due timers run between any two of them', async () => {
    const asked = ['1', '2', '3'].map((name) => [name, requestOf('a')] as const)
    expect(await inOrder(asked)).toEqual(['1', 'timer', '2', '3'])
  })

  test('alternate between addresses, however much one of them asks for', async () => {
    const asked = [
      ...Array.from({ length: 20 }, (_, n) => [`a${n}`, requestOf('a')] as const),
      ...Array.from({ length: 3 }, (_, n) => [`b${n}`, requestOf('b')] as const),
    ]
    const happened = (await inOrder(asked)).filter((name) => name !== 'timer')
    expect(happened.slice(0, 7)).toEqual(['a0', 'a1', 'b0', 'a2', 'b1', 'a3', 'b2'])
    expect(happened.length).toBe(23)
  })

  test('are not spent on connections that have gone', async () => {
    const asked = [
      ['a0', requestOf('a')] as const,
      ...Array.from({ length: 1000 }, (_, n) => [`a${n + 1}`, requestOf('a', true)] as const),
      ['b0', requestOf('b')] as const,
    ]
    const happened = await inOrder(asked)
    expect(happened.slice(0, 2)).toEqual(['a0', 'timer'])
    expect(happened.filter((name) => name.endsWith('gone')).length).toBe(1000)
    expect(happened.at(-1)).toBe('b0')
  })
})
