import { BEFORE_TREES, type DenseColumn } from './models.ts'
import type { RangeCoder } from './range-coder.ts'

/** Bits of a count below its first one that have models, where they are, and the class from which on they share them. */
const MODELLED = 3
const HIGHS = 32
const HIGHEST = 5
/** How fast what is usual follows, and how much faster it grows than it shrinks, in 2^-8. */
const FOLLOWS = 8
const GROWS = 3
/** Sizes above count as this in what is usual, which is kept in 2^-8. */
const MOST_USUAL = 0x3ffff
/** No size is more. */
const MOST = 0x40000000
/** Places among the words of a context of a number, after whether it is 0; the second tree is for odd counts of low bits. */
const SIGN = 1
const IS_ONE = 4
const TREES = BEFORE_TREES
/** The tree reaches at least twice what is usual. */
const COVERS = 7

/** How many bits a magnitude has: its class. */
export function classOf(value: number): number {
  return 32 - Math.clz32(value < 0 ? -value : value)
}

/**
 * Codes a whole number of either sign other than 0, up to 30 bits: its sign by a model; of its magnitude less 1 the high part
 * by a tree of models and the low bits as they are. How many are low follows from what is usual: an adaptive Golomb code
 * (R. F. Rice) with a learnt histogram. `models`: the words of its context; `scale`: the word that keeps what is usual;
 * `side`: 0 to 2, what the sign depends on.
 */
export function codeNumber(
  coder: RangeCoder,
  words: Int32Array,
  column: DenseColumn,
  models: number,
  scale: number,
  side: number,
  value: number,
): number {
  // As masks, -1 for what is negative: a branch on a sign can't be predicted.
  const isBelow = value >> 31
  const size = (value ^ isBelow) + ~isBelow
  const sign = 0 - coder.bit(models + SIGN + side, isBelow & 1)
  const usual = words[scale]!
  const { treeBits } = column
  const low = 32 - treeBits - Math.clz32(usual >> COVERS)
  const shift = low > 0 ? low : 0
  let coded = 0
  if (shift > 0 || coder.bit(models + IS_ONE, size === 0 ? 1 : 0) === 0) {
    const last = (1 << treeBits) - 1
    const high = size >>> shift
    coded = coder.tree(
      models + TREES + ((shift & 1) << treeBits),
      treeBits,
      high < last ? high : last,
    )
    if (coded === last) coded += codeSize(coder, column.beyond, high - last)
    if (shift > 0) coded = coded * (1 << shift) + coder.raw(size, shift)
    if (coded > MOST) coded = MOST
  }
  const off = ((coded < MOST_USUAL ? coded : MOST_USUAL) << 8) - usual
  words[scale] = usual + 1 + ((off * FOLLOWS + Math.abs(off) * GROWS) >> 8)
  return (coded ^ sign) - ~sign
}

/** Codes a whole number from 0, up to 30 bits. `at`: `COUNT_WORDS`. */
export function codeSize(coder: RangeCoder, at: number, value: number): number {
  const bits = 32 - Math.clz32(value)
  let known = 0
  while (known < 30 && coder.bit(at + known, bits > known ? 1 : 0)) known++
  if (known === 0) return 0
  const highs = at + HIGHS + (known < HIGHEST ? known : HIGHEST) * 8
  let result = 1
  let left = known - 1
  for (let n = 0; n < MODELLED && left > 0; n++) {
    left--
    result = result * 2 + coder.bit(highs + result, (value >>> left) & 1)
  }
  return left > 0 ? (result << left) | coder.raw(value, left) : result
}

/** Codes one of `ways` choices by a tree of models; `at`: as many words as the next power of 2. */
export function codeChoice(coder: RangeCoder, at: number, ways: number, value: number): number {
  const chosen = coder.tree(at, 32 - Math.clz32(ways - 1), value)
  return chosen < ways ? chosen : ways - 1
}
