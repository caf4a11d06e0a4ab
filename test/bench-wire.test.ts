import { brotliCompressSync, constants } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkRow } from '../bench/wire/check.ts'
import type { WireCodec } from '../bench/wire/codec.ts'
import { CUBE_WIDTH, CUBES, readRecording, unpackRecording } from '../bench/wire/cubes.ts'
import { measure } from '../bench/wire/measure.ts'
import { measureCubes } from '../bench/wire/measure-cubes.ts'
import { ownCodecs, ownViews } from '../bench/wire/own.ts'
import { createViewsScene, measureViews } from '../bench/wire/views.ts'
import {
  AT,
  checksumOf,
  createWorkload,
  namedWorkload,
  TURN,
  WIDTH,
  WORKLOADS,
  type Workload,
} from '../bench/wire/workload.ts'
import { printWire } from '../bench/wire.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each(['A', 'B'] as const)('workload %s is the one that others have measured', (name) => {
  expect(checksumOf(namedWorkload(name))).toBe(WORKLOADS[name].checksum)
})

test('where all are to move, all do', () => {
  const { values, entities, ticks } = createWorkload('all', 'all', { entities: 7, ticks: 20 })
  for (let i = entities; i < (ticks + 1) * entities; i++)
    expect(values[i * WIDTH + AT.x]).not.toBe(values[(i - entities) * WIDTH + AT.x])
})

test('every client of the views sees as many, each once, and no two the same', () => {
  const { seen } = createViewsScene({ ticks: 1 })
  expect(seen.map((entities) => new Set(entities).size)).toEqual(Array(50).fill(60))
  expect(new Set(seen.map(String)).size).toBe(50)
})

describe('a decoded value is as exact as is asked for', () => {
  const truth = Float64Array.of(7, 1, 2, 0.001, 5, 6, 100, 3)
  const check = (field: keyof typeof AT, value: number) => () => {
    const row = truth.slice()
    row[AT[field]] = value
    checkRow('it', row, 0, truth, 0)
  }

  test.each([
    ['x', 1.005],
    ['vx', 4.95],
    ['angle', TURN - 0.003],
  ] as const)('%s may be %f', (field, value) => {
    expect(check(field, value)).not.toThrow()
  })

  test.each([
    ['x', 1.0051],
    ['vx', 4.9],
    ['angle', TURN - 0.005],
    ['hp', 99],
    ['y', Number.NaN],
  ] as const)('%s may not be %f', (field, value) => {
    expect(check(field, value)).toThrow(`it: ${field} of 7`)
  })
})

/** Keeps all states, counts a byte for each tick of age. */
function echo(workload: Workload, log: number[]): WireCodec {
  let now = 0
  const size = workload.entities * WIDTH
  return {
    name: 'echo',
    baseline: 'any',
    encode: (tick, age) => {
      now = tick
      log.push(age)
      return 10 * age
    },
    decode: () => {},
    show: (out) => out.set(workload.values.subarray(now * size, (now + 1) * size)),
  }
}

test('bytes are means over the updates that have a baseline of that age', () => {
  const workload = createWorkload('small', 'all', { entities: 2, ticks: 40 })
  const ages: number[] = []
  const [taken] = measure(workload, [() => echo(workload, ages)], 0)
  expect(taken).toMatchObject({ bytes: [10, 20, 60], encodeRatio: 1 })
  expect(ages.slice(80, 87)).toEqual([1, 2, 3, 4, 5, 6, 6])
})

test('what is decoded wrongly is found', () => {
  const workload = createWorkload('small', 'all', { entities: 2, ticks: 40 })
  const wrong = (): WireCodec => ({ ...echo(workload, []), show: (out) => out.fill(0) })
  expect(() => measure(workload, [wrong], 0)).toThrow('echo: id of 1000')
})

describe('our own codings', () => {
  test.each(['drawn', 'stretches', 'all'] as const)('bring back all values: %s', (movers) => {
    const workload = createWorkload('small', movers, { entities: 20, ticks: 60 })
    const taken = measure(workload, ownCodecs(workload), 0)
    expect(taken.length).toBeGreaterThan(0)
    for (const { bytes } of taken) expect(bytes.every((count) => count! > 1)).toBe(true)
  })

  test('bring back what each client sees', () => {
    const scene = createViewsScene({ entities: 30, seen: 5, clients: 4, ticks: 20 })
    const taken = measureViews(scene, ownViews(scene))
    expect(taken.length).toBeGreaterThan(0)
    for (const { bytes } of taken) expect(bytes).toBeLessThan(5 * 10)
  })
})

const FRAMES = 9
/** A frame after the sixth moves everything; differences of both signs, some of them wide. */
const cube = (frame: number, i: number): number =>
  frame < 6 ? i % 512 : ((i * 7919 + frame * 104729) % 32000) - 16000

/** Packs as the recording is packed. */
function pack(bytes = FRAMES * CUBES * CUBE_WIDTH * 2): Uint8Array {
  const columns = CUBES * CUBE_WIDTH
  const planes = new Uint8Array(bytes)
  for (let column = 0; column < columns; column++) {
    for (let frame = 0; frame < FRAMES; frame++) {
      const before = frame === 0 ? 0 : cube(frame - 1, column)
      const by = cube(frame, column) - before
      const folded = by < 0 ? -2 * by - 1 : 2 * by
      const at = column * FRAMES + frame
      planes[at] = folded % 256
      planes[FRAMES * columns + at] = Math.floor(folded / 256)
    }
  }
  return brotliCompressSync(planes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

describe('a recording', () => {
  test('is read as it was packed', () => {
    const { frames, values } = unpackRecording(pack())
    expect(frames).toBe(FRAMES)
    const size = CUBES * CUBE_WIDTH
    const should = Int32Array.from({ length: FRAMES * size }, (_, i) =>
      cube(Math.floor(i / size), i % size),
    )
    expect(values).toEqual(should)
  })

  test('that is cut off is refused', () => {
    expect(() => unpackRecording(pack(100_000))).toThrow('100000 bytes are no whole number')
  })

  test('that is not there or none is refused in one line', () => {
    expect(() => readRecording('no-such-file')).toThrow(/^--data no-such-file: ENOENT[^\n]*$/)
    expect(() => readRecording('package.json')).toThrow(/^--data package.json: [^\n]*$/)
  })

  test('counts the packets from the seventh frame on', () => {
    const recording = unpackRecording(pack())
    const size = CUBES * CUBE_WIDTH
    let now = 0
    const make = (): WireCodec => ({
      name: 'echo',
      baseline: 'any',
      encode: (frame, age) => {
        now = frame
        return frame < 6 ? 1000 : age
      },
      decode: () => {},
      show: (out) => out.set(recording.values.subarray(now * size, (now + 1) * size)),
    })
    expect(measureCubes(recording, make, 6)).toMatchObject({ packets: 3, bytes: 6, kbps: 2.88 })
  })
})

test.each([
  [['--data', 'nope'], '--data nope: ENOENT'],
  [['--data', ''], '--data needs the name of a file'],
  [['--part', 'x'], "--part is 'x', but must be updates, workloads, views, cubes"],
  [['--part', 'cubes'], '--part cubes needs --data FILE'],
  [['--part', 'views', '--data', 'x'], '--data is for the cubes'],
  [['--seed', 'x'], "--seed is 'x'"],
  [['--foo'], "Unknown option '--foo'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printWire, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- wire: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printWire, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--part NAME', '--seed N', '--own', '--data FILE', '--help'])
    expect(said.join('\n')).toContain(option)
})
