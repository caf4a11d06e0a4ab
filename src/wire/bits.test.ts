import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BitReader, BitWriter, unzigzag, zigzag } from './bits.ts'
import { copyBits, copyBytes, writeRice } from './records/room-bits.ts'

describe('bits', () => {
  test('everything written is read back', () => {
    const item = fc.oneof(
      fc.tuple(fc.constant('n' as const), fc.integer({ min: 0, max: 32 }), fc.nat()),
      fc.tuple(fc.constant('s' as const), fc.constant(0), fc.integer({ min: 0, max: 0xffffffff })),
    )
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), (items) => {
        const writer = new BitWriter(4)
        const want = items.map(([type, bits, n]) => {
          const value = type === 's' ? n : bits === 0 ? 0 : n % 2 ** bits
          if (type === 's') writer.small(value)
          else writer.write(value, bits)
          return value
        })
        const reader = new BitReader().start(writer.toBytes())
        const got = items.map(([type, bits]) =>
          type === 's' ? reader.small(0xffffffff) : reader.read(bits),
        )
        expect(got).toEqual(want)
        expect(reader.finished()).toBe(true)
      }),
    )
  })

  test('bits that were taken back leave no trace', () => {
    const items = fc.array(fc.tuple(fc.nat(0xffffffff), fc.integer({ min: 0, max: 32 })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(items, items, items, (before, taken, after) => {
        const [writer, other] = [new BitWriter(4), new BitWriter(4)]
        const put = (into: BitWriter, all: typeof before) => {
          for (const [value, bits] of all) into.write(value, bits)
        }
        put(writer, before)
        const { bitLength } = writer
        put(writer, taken)
        writer.rewind(bitLength)
        put(writer, after)
        put(other, [...before, ...after])
        expect(writer.toBytes()).toEqual(other.toBytes())
      }),
    )
  })

  test('texts of any characters are read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        const writer = new BitWriter()
        writer.write(1, 3)
        writer.text(value, 8)
        const reader = new BitReader().start(writer.toBytes())
        reader.read(3)
        expect(reader.text(255, 8)).toBe(value)
        expect(reader.finished()).toBe(true)
      }),
    )
  })

  test('32 bits keep their value', () => {
    const writer = new BitWriter()
    writer.write(0xffffffff, 32)
    writer.write(-5, 17)
    const reader = new BitReader().start(writer.toBytes())
    expect(reader.read(32)).toBe(0xffffffff)
    expect(reader.read(17)).toBe(2 ** 17 - 5)
  })

  test('numbers, flags and bits after a full byte are read back, at any width and position', () => {
    const item = fc
      .tuple(
        fc.integer({ min: 1, max: 32 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      )
      .map(([bits, part]) => ({ bits, value: Math.floor(part * 2 ** bits) }))
    fc.assert(
      fc.property(fc.nat(7), fc.array(item, { maxLength: 40 }), fc.boolean(), (at, items, yes) => {
        const writer = new BitWriter(1)
        writer.write(0, at)
        for (const { value, bits } of items) writer.write(value, bits)
        writer.flag(yes)
        writer.align()
        copyBytes(writer, Uint8Array.of(0, 1, 2, 3), 1, 3)
        const reader = new BitReader().start(writer.toBytes())
        reader.read(at)
        for (const { value, bits } of items) expect(reader.read(bits)).toBe(value)
        expect(reader.flag()).toBe(yes)
        reader.align()
        expect([reader.read(8), reader.read(8)]).toEqual([1, 2])
        expect(reader.finished()).toBe(true)
      }),
    )
  })

  test('reading past the end returns zero and fails for good', () => {
    const reader = new BitReader().start(new Uint8Array([0xff]))
    expect(reader.read(7)).toBe(127)
    expect(reader.read(2)).toBe(0)
    expect(reader.failed).toBe(true)
    expect(reader.read(1)).toBe(0)
    expect(reader.finished()).toBe(false)
  })

  test('a value out of range fails', () => {
    expect(new BitReader().start(new Uint8Array([7])).upTo(6, 8)).toBe(0)
    const reader = new BitReader().start(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
    reader.small(0xffffffff)
    expect(reader.failed).toBe(true)
  })

  test('bits left over that are not zero fail', () => {
    const reader = new BitReader().start(new Uint8Array([0b101]))
    reader.read(1)
    expect(reader.finished()).toBe(false)
  })
})

describe('a text', () => {
  /** Reads a text unit by unit, as docs/WIRE.md describes. */
  const byUnits = (reader: BitReader): string => {
    const length = reader.upTo(16_383, 14)
    let value = ''
    for (let i = 0; i < length && !reader.failed; i++)
      value += String.fromCharCode(reader.flag() ? reader.read(16) : reader.read(7))
    return reader.failed ? '' : value
  }
  const readers = [byUnits, (reader: BitReader) => reader.text(16_383, 14)]

  test('of any units reads as it does unit by unit, at any position', () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 127 }), fc.nat(0xffff))
    const units = fc.array(unit, { maxLength: 300 }).map((all) => String.fromCharCode(...all))
    fc.assert(
      fc.property(fc.nat(7), units, (at, value) => {
        const writer = new BitWriter()
        writer.write(0, at)
        writer.text(value, 14)
        writer.write(0x5a5, 12)
        for (const read of readers) {
          const reader = new BitReader().start(writer.toBytes())
          reader.read(at)
          expect(read(reader)).toBe(value)
          expect(reader.read(12)).toBe(0x5a5)
          expect(reader.finished()).toBe(true)
        }
      }),
    )
  })

  test.each([0, 1, 4095, 4096, 4097, 8192, 16_383])('of %d units comes back', (length) => {
    for (const unit of ['a', '\u4e2d', 'a\ud83d']) {
      const value = unit.repeat(length).slice(0, length)
      const writer = new BitWriter()
      writer.text(value, 14)
      const reader = new BitReader().start(writer.toBytes())
      expect(reader.text(16_383, 14)).toBe(value)
      expect(reader.finished()).toBe(true)
    }
  })

  test('of any bytes reads or fails as it does unit by unit, and leaves the reader at the same position', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.uint8Array({ maxLength: 80 }), (length, bytes) => {
        const writer = new BitWriter()
        writer.write(length, 14)
        for (const byte of bytes) writer.write(byte, 8)
        const said = readers.map((read) => {
          const reader = new BitReader().start(writer.toBytes())
          return [read(reader), reader.failed, reader.read(5), reader.failed]
        })
        expect(said[0]).toEqual(said[1])
      }),
      { numRuns: 1000 },
    )
  })

  test('that is longer than its field, or than its packet, fails', () => {
    const writer = new BitWriter()
    writer.text('abcde', 8)
    expect(new BitReader().start(writer.toBytes()).text(5, 8)).toBe('abcde')
    const reader = new BitReader().start(writer.toBytes())
    expect([reader.text(4, 8), reader.failed]).toEqual(['', true])
    const cut = new BitReader().start(writer.toBytes().subarray(0, 5))
    expect([cut.text(5, 8), cut.failed, cut.read(1)]).toEqual(['', true, 0])
  })
})

test('a view holds the written bytes, one view for each length, even after the writer has grown', () => {
  const writer = new BitWriter(4)
  writer.write(0x0201, 16)
  const first = writer.view()
  expect([...first]).toEqual([1, 2])
  writer.reset()
  writer.write(0x0403, 16)
  expect(writer.view()).toBe(first)
  expect([...first]).toEqual([3, 4])
  for (let i = 0; i < 3000; i++) writer.write(i & 0xff, 8)
  expect(writer.view()).toHaveLength(3002)
  writer.reset()
  writer.write(0x0605, 16)
  expect([...writer.view()]).toEqual([5, 6])
})

describe("Rice's code", () => {
  const bitsOf = (value: number, k: number, bits: number) => {
    const writer = new BitWriter()
    writeRice(writer, value, k, bits)
    return writer.bitLength
  }

  test('takes a bit more for each time that 2^k goes into a number, up to the stated maximum', () => {
    expect([0, 1, 2, 11].map((value) => bitsOf(value, 0, 16))).toEqual([1, 2, 3, 12])
    expect([0, 15, 16, 191].map((value) => bitsOf(value, 4, 16))).toEqual([5, 5, 6, 16])
    expect([12, 65_535].map((value) => bitsOf(value, 0, 16))).toEqual([28, 28])
    expect([192, 1_000_000].map((value) => bitsOf(value, 4, 20))).toEqual([32, 32])
  })

  test('says whether a number was too large for ones', () => {
    const writer = new BitWriter()
    expect(writeRice(writer, 11, 0, 16)).toBe(false)
    expect(writeRice(writer, 12, 0, 16)).toBe(true)
  })

  test('comes back with any k, at any place, and not when it is cut short', () => {
    const number = fc.tuple(fc.oneof(fc.nat(40), fc.nat(0xffffffff)), fc.nat(12), fc.nat(7))
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 20 }), (numbers) => {
        const writer = new BitWriter(1)
        for (const [value, k, gap] of numbers) {
          writer.write(0, gap)
          writeRice(writer, value, k, 32)
        }
        const { bitLength } = writer
        const bytes = writer.toBytes()
        const read = (length: number) => {
          const reader = new BitReader().start(bytes.subarray(0, length))
          const got = numbers.map(([, k, gap]) => {
            reader.read(gap)
            return reader.rice(k, 32)
          })
          return reader.failed ? null : got
        }
        expect(read(bytes.length)).toEqual(numbers.map(([value]) => value))
        expect(read(Math.floor((bitLength - 1) / 8))).toBeNull()
      }),
      { examples: [[[[0xffffffff, 0, 0]]]] },
    )
  })
})

test('signed numbers are shorter when nearer to 0, and fail when further away than allowed', () => {
  expect([0, -1, 1, -2, 2].map(zigzag)).toEqual([0, 1, 2, 3, 4])
  const number = fc.integer({ min: -(2 ** 30), max: 2 ** 30 - 1 })
  fc.assert(
    fc.property(number, (value) => {
      expect(unzigzag(zigzag(value))).toBe(value)
      const writer = new BitWriter()
      writer.small(zigzag(value))
      const bytes = writer.toBytes()
      const reader = new BitReader().start(bytes)
      expect(reader.signedSmall(2 ** 30)).toBe(value)
      expect(reader.finished()).toBe(true)
      reader.start(bytes).signedSmall(Math.abs(value))
      expect(reader.failed).toBe(false)
      if (value === 0) return
      reader.start(bytes).signedSmall(Math.abs(value) - 1)
      expect(reader.failed).toBe(true)
    }),
  )
})

test('any run of bits can be copied to any position of another writer, even if the last byte is not full', () => {
  const lengths = fc.record({
    first: fc.nat(40),
    count: fc.nat(90),
    rest: fc.nat(9),
    at: fc.nat(9),
  })
  fc.assert(
    fc.property(lengths, fc.nat(0xffffff), ({ first, count, rest, at }, seed) => {
      const bit = (i: number) => (Math.imul(seed + i, 0x9e3779b1) >>> 13) & 1
      const from = new BitWriter(1)
      for (let i = 0; i < first + count; i++) from.write(bit(i), 1)
      const writer = new BitWriter(1)
      writer.write(0, at)
      copyBits(writer, from, first, count)
      writer.write(5, 3)
      expect(writer.bitLength).toBe(at + count + 3)
      // Bits written later must not change the copy.
      from.write(0x1ff, rest)
      const reader = new BitReader().start(writer.toBytes())
      expect(reader.read(at)).toBe(0)
      for (let i = 0; i < count; i++) expect(reader.read(1)).toBe(bit(first + i))
      expect(reader.read(3)).toBe(5)
      expect(reader.finished()).toBe(true)
    }),
  )
})
