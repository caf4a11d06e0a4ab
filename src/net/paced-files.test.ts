import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listen } from './listen.ts'
import { PacedFiles } from './paced-files.ts'

const BODY = randomBytes(1_000_003)

let folder: string
let listening: Listening
/** What the server says a file has. */
let promised = BODY.length

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glissade-paced-'))
  const path = join(folder, 'body.bin')
  await writeFile(path, BODY)
  const files = new PacedFiles()
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Length': promised })
    void files.send(path, promised, request, response)
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

  test('have the length that was promised, though the file has grown', async () => {
    promised = 100_000
    expect((await download()).equals(BODY.subarray(0, 100_000))).toBe(true)
    promised = 0
    expect((await download()).length).toBe(0)
  })

  test('end the connection when the file has become shorter', async () => {
    promised = BODY.length + 1
    await expect(download()).rejects.toThrow()
  })
})

test('turns come in order, and timers that are due run between any two', async () => {
  const files = new PacedFiles()
  const happened: string[] = []
  const turns = [1, 2, 3].map((n) => files.turn().then(() => happened.push(`turn ${n}`)))
  setTimeout(() => happened.push('timer'), 1)
  await Promise.all(turns)
  expect(happened).toEqual(['turn 1', 'timer', 'turn 2', 'turn 3'])
})
