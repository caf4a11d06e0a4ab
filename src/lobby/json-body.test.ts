import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readJson } from './json-body.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request whose body the test writes. */
function request(headers: Record<string, string> = {}): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & IncomingMessage
}

const NO_JSON = { status: 400, detail: 'the body must be a JSON object' }

test('a body in pieces is read', async () => {
  const body = request()
  const reading = readJson(body)
  // The pieces of a letter are apart.
  const bytes = Buffer.from('{"wish":"\u00e9"}')
  body.write(bytes.subarray(0, 10))
  body.end(bytes.subarray(10))
  expect(await reading).toEqual({ body: { wish: '\u00e9' } })
})

test('a body that does not come in time is given up, and nothing listens to it any more', async () => {
  const body = request()
  const reading = readJson(body)
  body.write('{')
  vi.advanceTimersByTime(5000)
  expect(await reading).toEqual({ status: 408, detail: 'the body did not come in time' })
  expect(body.listenerCount('data')).toBe(0)
})

test('a body whose connection breaks, or that was read before, is none', async () => {
  const broken = request()
  const reading = readJson(broken)
  broken.destroy()
  expect(await reading).toEqual(NO_JSON)
  const read = request()
  read.resume().end('{}')
  await new Promise((resolve) => read.once('end', resolve))
  expect(await readJson(read)).toEqual(NO_JSON)
})

test.each(['{"wish":', '[]', 'null', '"text"', '', '\ud800'])(
  '%j is no JSON object',
  async (text) => {
    const body = request()
    body.end(text)
    expect(await readJson(body)).toEqual(NO_JSON)
  },
)

test('a body is not read on once it has too many bytes', async () => {
  const tooLarge = { status: 413, detail: 'the body has more than 4096 bytes' }
  const body = request()
  const reading = readJson(body)
  body.write(Buffer.alloc(4096, ' '))
  body.write(Buffer.alloc(1, ' '))
  expect(await reading).toEqual(tooLarge)
  expect(await readJson(request({ 'content-length': '4097' }))).toEqual(tooLarge)
})
