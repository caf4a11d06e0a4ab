import type { RangeCoder } from './range-coder.ts'

/** Places among a context's words, after the 15 of the tree. */
const SIGN = 16
const BEYOND = 24
/** High bits below the first that have models. */
const MODELLED = 3

/** How many bits a magnitude has: its class. */
export function classOf(value: number): number {
  return 32 - Math.clz32(value < 0 ? -value : value)
}

/**
 * Codes a whole number of either sign, up to 30 bits: its class, its sign, and what follows its first bit, the highest
 * three bits of that by models too (an Elias gamma code made adaptive). `context`: `CLASS_WORDS` for the class and, by
 * `sign` (0 to 7), for the sign; `highs`: `HIGH_WORDS`. One model for each bit: quick.
 */
export function codeNumber(
  coder: RangeCoder,
  context: number,
  highs: number,
  sign: number,
  value: number,
): number {
  const size = value < 0 ? -value : value
  const bits = 32 - Math.clz32(size)
  const tree = bits > 15 ? 15 : bits
  let node = 1
  node = node * 2 + coder.bit(context + node, tree >>> 3)
  node = node * 2 + coder.bit(context + node, (tree >>> 2) & 1)
  node = node * 2 + coder.bit(context + node, (tree >>> 1) & 1)
  node = node * 2 + coder.bit(context + node, tree & 1)
  let size1 = node - 16
  if (size1 === 0) return 0
  if (size1 === 15)
    while (
      size1 < 30 &&
      coder.bit(context + BEYOND + Math.min(size1 - 15, 7), bits > size1 ? 1 : 0)
    )
      size1++
  const isNegative = coder.bit(context + SIGN + sign, value < 0 ? 1 : 0)
  const result = codeHighs(coder, highs + Math.min(size1, 15) * 8, size1 - 1, size)
  return isNegative !== 0 ? -result : result
}

/** Codes a whole number from 0, up to 30 bits. */
export function codeSize(coder: RangeCoder, context: number, highs: number, value: number): number {
  const bits = 32 - Math.clz32(value)
  let known = 0
  while (known < 30 && coder.bit(context + Math.min(known, 31), bits > known ? 1 : 0)) known++
  return known === 0 ? 0 : codeHighs(coder, highs + Math.min(known, 15) * 8, known - 1, value)
}

/** Codes one of `ways` choices by a tree of models; `at`: as many words as the next power of 2. */
export function codeChoice(coder: RangeCoder, at: number, ways: number, value: number): number {
  const bits = 32 - Math.clz32(ways - 1)
  let node = 1
  for (let i = bits - 1; i >= 0; i--) node = node * 2 + coder.bit(at + node, (value >>> i) & 1)
  const chosen = node - (1 << bits)
  return chosen < ways ? chosen : ways - 1
}

/** Codes the `left` bits after the first one of `size`. */
function codeHighs(coder: RangeCoder, highs: number, left: number, size: number): number {
  let result = 1
  for (let n = 0; n < MODELLED && left > 0; n++) {
    left--
    result = result * 2 + coder.bit(highs + result, (size >>> left) & 1)
  }
  return left > 0 ? (result << left) | coder.raw(size, left) : result
}
