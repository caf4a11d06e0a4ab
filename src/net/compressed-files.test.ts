import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CompressedFile, CompressedFiles } from './compressed-files.ts'
import { findReal, type RealFile } from './real-file.ts'

const TEXT = 'the quick brown fox '.repeat(20_000)

let folder: string
let nowMs = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glissade-compressed-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  nowMs = 0
})

async function fileOf(name: string, content: string | Buffer): Promise<RealFile> {
  await writeFile(join(folder, name), content)
  return (await findReal(folder, name))!
}

const keeping = (mostBytes?: number) => new CompressedFiles({ mostBytes, nowMs: () => nowMs })

const textOf = (body: CompressedFile | null): string =>
  gunzipSync(Buffer.concat(body!.pieces)).toString()

/** Compression leaves half of a hex text, and not much less. */
const hex = (bytes: number): string => randomBytes(bytes / 2).toString('hex')

describe('a compressed file', () => {
  test('is the file, and is made once for all requests', async () => {
    const files = keeping()
    const file = await fileOf('a.js', TEXT)
    const bodies = await Promise.all([files.of(file), files.of(file), files.of(file)])
    expect(textOf(bodies[0]!)).toBe(TEXT)
    for (const body of [...bodies, await files.of(file)]) expect(body).toBe(bodies[0])
    expect(files.bytes).toBe(bodies[0]!.bytes)
  })

  test('comes in pieces whose lengths add up to its length', async () => {
    const body = await keeping().of(await fileOf('long.js', hex(2_000_000)))
    const lengths = body!.pieces.map(({ length }) => length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(65_536)
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(32_768)
    expect(lengths.reduce((sum, length) => sum + length)).toBe(body!.bytes)
    expect(textOf(body)).toHaveLength(2_000_000)
    // Compression leaves few bytes of each 64 kB.
    expect((await keeping().of(await fileOf('a.js', TEXT)))!.pieces.length).toBe(1)
  })

  test('is made anew when the file has changed', async () => {
    const files = keeping()
    const before = await files.of(await fileOf('a.js', TEXT))
    await writeFile(join(folder, 'a.js'), TEXT.toUpperCase())
    await utimes(join(folder, 'a.js'), 1, 1)
    const after = await files.of((await findReal(folder, 'a.js'))!)
    expect(after).not.toBe(before)
    expect(textOf(after)).toBe(TEXT.toUpperCase())
    expect(files.bytes).toBe(after!.bytes)
  })

  test('is not made of a small file, or of one that becomes no shorter', async () => {
    const files = keeping()
    expect(await files.of(await fileOf('small.js', 'x'.repeat(1023)))).toBe(null)
    expect(await files.of(await fileOf('least.js', 'x'.repeat(1024)))).not.toBe(null)
    const { bytes } = files
    expect(await files.of(await fileOf('noise.js', randomBytes(50_000)))).toBe(null)
    expect(files.bytes).toBe(bytes)
  })

  test('of an unreadable file is null, and is tried again', async () => {
    const files = keeping()
    const file = await fileOf('gone.js', TEXT)
    await rm(file.path)
    expect(await files.of(file)).toBe(null)
    await symlink(join(folder, 'a.js'), file.path)
    expect(await files.of(file)).toBe(null)
    expect(files.bytes).toBe(0)
    await rm(file.path)
    await writeFile(file.path, TEXT)
    expect(textOf(await files.of(file))).toBe(TEXT)
  })
})

describe('the kept files', () => {
  test('are limited; a file that does not fit is not compressed', async () => {
    const files = keeping(150_000)
    const [one, two] = [await fileOf('one.js', hex(100_000)), await fileOf('two.js', hex(100_000))]
    expect(await files.of(one)).not.toBe(null)
    const { bytes } = files
    expect(bytes).toBeGreaterThan(50_000)
    expect(await files.of(two)).toBe(null)
    expect(files.bytes).toBe(bytes)
    expect(await files.of(one)).not.toBe(null)
  })

  test('make room when nobody has asked for them in ten minutes', async () => {
    const files = keeping(150_000)
    const [one, two] = [await fileOf('one.js', hex(100_000)), await fileOf('two.js', hex(100_000))]
    await files.of(one)
    nowMs = 599_999
    expect(await files.of(two)).toBe(null)
    nowMs = 600_000
    expect(await files.of(two)).not.toBe(null)
    expect(await files.of(one)).toBe(null)
  })

  test('add up to the counted bytes', async () => {
    const files = keeping(150_000)
    const all = await Promise.all(['a', 'b', 'c'].map((name) => fileOf(`${name}.js`, hex(60_000))))
    const bodies = await Promise.all(all.map((file) => files.of(file)))
    expect(bodies.filter((body) => body !== null).length).toBe(2)
    expect(files.bytes).toBe(bodies.reduce((sum, body) => sum + (body?.bytes ?? 0), 0))
  })
})
