import { expect, test } from 'vitest'
import { BitReader, BitWriter } from '../bits.ts'
import * as PACKET from './packet.ts'
import { PART_BYTES, partsOf, TablesIntake, writeTablesPart } from './tables-packet.ts'

const bytes = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, i) => (i * 7 + seed) & 0xff)

/** Returns the bytes after the sequence of each packet of some tables, which are sent as `version`. */
function packets(tables: Uint8Array, version: number): BitReader[] {
  const parts = partsOf(tables.length)
  return Array.from({ length: parts }, (_, part) => {
    const writer = new BitWriter()
    writeTablesPart(writer, { sequence: 7, version, part, parts }, tables)
    const reader = new BitReader().start(writer.toBytes())
    expect(writer.byteLength).toBeLessThanOrEqual(1200)
    expect([reader.read(8), reader.read(16)]).toEqual([PACKET.tables, 7])
    return reader
  })
}

/** An intake, and the versions and lengths that it took. */
function intake(isGood = true) {
  const taken: [number, number[]][] = []
  const takeTables = (reader: BitReader, version: number) => {
    taken.push([version, Array.from({ length: reader.byteLength }, () => reader.read(8))])
    return isGood
  }
  return { intake: new TablesIntake({ takeTables }), taken }
}

test.each([1, PART_BYTES, PART_BYTES + 1, 5 * PART_BYTES])(
  'tables of %d bytes come back, in whatever order their parts come',
  (length) => {
    const tables = bytes(length, 3)
    for (const shuffled of [packets(tables, 9), packets(tables, 9).reverse()]) {
      const end = intake()
      for (const packet of shuffled) {
        expect(end.taken).toEqual([])
        expect(end.intake.take(packet)).toBe(true)
      }
      expect(end.taken).toEqual([[9, [...tables]]])
    }
  },
)

test('a part that arrives twice counts once', () => {
  const end = intake()
  const tables = bytes(2 * PART_BYTES, 1)
  for (const part of [0, 0, 0, 1]) expect(end.intake.take(packets(tables, 4)[part]!)).toBe(true)
  expect(end.taken).toEqual([[4, [...tables]]])
})

test.each([
  [4, 5],
  [255, 1],
  [130, 2],
])('parts of version %d are left aside once one of version %d has come', (older, newer) => {
  const end = intake()
  const [first, second] = packets(bytes(PART_BYTES + 1, 1), newer)
  end.intake.take(first!)
  for (const packet of packets(bytes(PART_BYTES + 2, 2), older))
    expect(end.intake.take(packet)).toBe(true)
  expect(end.intake.take(second!)).toBe(true)
  expect(end.taken.map(([version]) => version)).toEqual([newer])
})

test('newer tables replace incomplete ones', () => {
  const end = intake()
  end.intake.take(packets(bytes(PART_BYTES + 1, 1), 4)[0]!)
  end.intake.take(packets(bytes(10, 2), 5)[0]!)
  end.intake.take(packets(bytes(PART_BYTES + 1, 1), 4)[1]!)
  expect(end.taken.map(([version]) => version)).toEqual([5])
})

test('the same version may arrive again, because a server sends it after a RESYNC', () => {
  const end = intake()
  for (let n = 0; n < 2; n++) end.intake.take(packets(bytes(10, 2), 5)[0]!)
  expect(end.taken.length).toBe(2)
})

test.each([
  ['a version 0', [0, 0, 1]],
  ['no parts', [1, 0, 0]],
  ['a part beyond the last', [1, 3, 3]],
  ['no head', [1, 0]],
  ['more bytes than a part has', [1, 0, 1, ...bytes(PART_BYTES + 1, 0)]],
])('what has %s is rejected', (_, packet) => {
  const end = intake()
  expect(end.intake.take(new BitReader().start(Uint8Array.from(packet)))).toBe(false)
  expect(end.taken).toEqual([])
})

test('a part with another count of parts is rejected, and so are tables that the coding rejects', () => {
  const end = intake(false)
  end.intake.take(packets(bytes(PART_BYTES + 1, 1), 4)[0]!)
  expect(end.intake.take(packets(bytes(3 * PART_BYTES, 1), 4)[1]!)).toBe(false)
  expect(end.intake.take(packets(bytes(10, 1), 5)[0]!)).toBe(false)
})
