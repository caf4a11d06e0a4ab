import { type BitWriter, MOST_ONES } from '../bits.ts'

/**
 * Writes a whole number from 0 to 2^32 - 1, which is short unless it is many times 2^`k` (`k` from 0 to 12): as many ones as
 * its part above `k` bits says, a zero, and the `k` low bits (Golomb and Rice). If that takes `MOST_ONES` ones or more, the
 * number itself follows `MOST_ONES` ones, in `bits` bits, and the result is true. Only rooms write this.
 */
export function writeRice(writer: BitWriter, value: number, k: number, bits: number): boolean {
  const ones = value >>> k
  if (ones >= MOST_ONES) {
    writer.put((1 << MOST_ONES) - 1, MOST_ONES)
    writer.write(value, bits)
    return true
  }
  const rest = (value & ((1 << k) - 1)) << (ones + 1)
  writer.put(((1 << ones) - 1) | rest, ones + 1 + k)
  return false
}

/** Copies `count` bits that another writer wrote, from bit `start` on. */
export function copyBits(to: BitWriter, from: BitWriter, start: number, count: number): void {
  const { words } = from
  let at = start
  let left = count
  while (left > 0) {
    const bits = left < 24 ? left : 24
    const word = words.getInt32(at >>> 3, true)
    to.put((word >>> (at & 7)) & ((1 << bits) - 1), bits)
    at += bits
    left -= bits
  }
}

/** Writes the bytes of `from` from `start` to `end`. */
export function copyBytes(to: BitWriter, from: Uint8Array, start: number, end: number): void {
  let at = start
  for (; at + 3 <= end; at += 3)
    to.put(from[at]! | (from[at + 1]! << 8) | (from[at + 2]! << 16), 24)
  for (; at < end; at++) to.put(from[at]!, 8)
}
