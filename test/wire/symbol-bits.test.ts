import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BitReader } from '../../src/wire/bits.ts'
import type { Frequencies as Coded } from '../../src/wire/coding/frequency/frequencies.ts'
import { SymbolReader } from '../../src/wire/coding/frequency/symbol-reader.ts'
import { Bits } from './bits.ts'
import type { Frequencies } from './frequencies.ts'
import { SymbolBits } from './symbol-bits.ts'

const SHARES = [1, 585, 3000, 510]
/** The same ones for the coder's own reader: see `Frequencies.ends` there. */
const CODED = { ends: Uint16Array.of(4096, 1, 586, 3586, 4096) } as unknown as Coded
const PLAIN = { of: () => SHARES } as unknown as Frequencies
const FIRST = 1

/** What a reader finds in `bytes` after `used` bits: so many symbols, each followed by raw bits, and whether that was all. */
function byCoder(bytes: Uint8Array, used: number, count: number): (number | boolean)[] {
  const reader = new BitReader().start(bytes)
  reader.read(used)
  const symbols = new SymbolReader()
  symbols.start(CODED, reader)
  const found = Array.from({ length: count }, () => [symbols.symbol(FIRST), symbols.raw(5)])
  return [...found.flat(), symbols.isSpent]
}

function byPage(bytes: Uint8Array, used: number, count: number): (number | boolean)[] {
  const bits = new Bits(Buffer.from(bytes).toString('hex'))
  bits.u(used)
  const symbols = new SymbolBits(bits, PLAIN)
  const found = Array.from({ length: count }, () => [symbols.symbol(0), symbols.raw(5)])
  return [...found.flat(), isOver(symbols)]
}

function isOver(symbols: SymbolBits): boolean {
  try {
    symbols.end()
    return true
  } catch {
    return false
  }
}

test('the decoder and the reader of the coder agree on bytes that nobody wrote', () => {
  // Many begin beyond the last part of the range.
  const start = fc.constantFrom([], [255, 255, 255], [255, 255, 255, 255])
  const rest = fc.uint8Array({ minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(start, rest, fc.nat(7), fc.nat(12), (first, more, used, count) => {
      const bytes = Uint8Array.of(...first, ...more)
      expect(byCoder(bytes, used, count)).toEqual(byPage(bytes, used, count))
    }),
    { numRuns: 5000 },
  )
})
