import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BitReader, BitWriter } from '../../bits.ts'
import type { Frequencies } from './frequencies.ts'
import { SymbolList } from './symbol-list.ts'
import { SymbolReader } from './symbol-reader.ts'

/** For each context, the frequencies of its symbols, out of 4096. */
const CONTEXTS = [
  [4095, 1],
  [1, 4095],
  [2048, 2048],
  [585, 3511],
  [1, 1, 4000, 94],
]
/** Where each context begins, see `Frequencies.ends`. */
const OFFSETS = CONTEXTS.map((_, n) => 1 + CONTEXTS.slice(0, n).flat().length)
const ends = Uint16Array.of(
  4096,
  ...CONTEXTS.flatMap((shares) =>
    shares.map((_, i) => shares.slice(0, i + 1).reduce((a, b) => a + b)),
  ),
)
const FREQUENCIES = { ends } as unknown as Frequencies

type Said = readonly [context: number, symbol: number] | readonly [bits: number]

const symbol = fc
  .nat(CONTEXTS.length - 1)
  .chain((n) => fc.tuple(fc.constant(n), fc.nat(CONTEXTS[n]!.length - 1)))
const said = fc.array(fc.oneof<fc.Arbitrary<Said>[]>(symbol, fc.tuple(fc.nat(2 ** 20 - 1))), {
  maxLength: 300,
})

/** Returns the bytes of `all` after the low `used` bits of a byte, and how many bits the symbols are worth. */
function written(all: readonly Said[], used: number): { bytes: Uint8Array; bits: number } {
  const list = new SymbolList()
  list.begin(FREQUENCIES, null, 2 * all.length)
  let bits = used
  for (const [context, symbol] of all) {
    if (symbol === undefined) {
      list.raw(context, 20)
      bits += 20
      continue
    }
    list.symbol(OFFSETS[context]!, symbol)
    bits += Math.log2(4096 / CONTEXTS[context]![symbol]!)
  }
  const writer = new BitWriter()
  writer.write(2 ** used - 1, used)
  list.write(writer)
  return { bytes: writer.toBytes(), bits }
}

/** Returns the symbols that a reader finds, if exactly those were written. */
function read(bytes: Uint8Array, all: readonly Said[], used: number): Said[] | null {
  const reader = new BitReader().start(bytes)
  if (reader.read(used) !== 2 ** used - 1) return null
  const symbols = new SymbolReader()
  symbols.start(FREQUENCIES, reader)
  const found = all.map(([context, symbol]): Said => {
    if (symbol === undefined) return [symbols.raw(20)]
    const isTwo = CONTEXTS[context]!.length === 2 && symbol === 0
    return [context, isTwo ? symbols.bit(OFFSETS[context]!) : symbols.symbol(OFFSETS[context]!)]
  })
  return symbols.isSpent ? found : null
}

test('any symbols are read back, from any bit on, and take hardly more bits than they are worth', () => {
  fc.assert(
    fc.property(said, fc.nat(7), (all, used) => {
      const { bytes, bits } = written(all, used)
      expect(read(bytes, all, used)).toEqual(all)
      // Besides the bits that fill the last byte: one bit for the end, and one for what the shares of a range leave over.
      expect(bytes.length).toBeLessThanOrEqual(Math.ceil((bits + 2) / 8))
    }),
    { numRuns: 1000 },
  )
})

test('an extra byte is refused', () => {
  fc.assert(
    fc.property(said, fc.nat(7), fc.nat(255), (all, used, byte) => {
      const { bytes } = written(all, used)
      expect(read(Uint8Array.of(...bytes, byte), all, used)).toBeNull()
    }),
  )
})

test('random bytes are read as symbols of their contexts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), said, (bytes, all) => {
      const reader = new BitReader().start(bytes)
      const symbols = new SymbolReader()
      symbols.start(FREQUENCIES, reader)
      for (const [context, symbol] of all) {
        if (symbol === undefined) expect(symbols.raw(20)).toBeLessThan(2 ** 20)
        else expect(symbols.symbol(OFFSETS[context]!)).toBeLessThan(CONTEXTS[context]!.length)
      }
    }),
  )
})
