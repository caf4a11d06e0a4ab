import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { difference16, unwrap16 } from './sequence.ts'

const full = fc.integer({ min: -(2 ** 40), max: 2 ** 40 })
/** The part of a number that is sent. */
const low16 = (value: number): number => ((value % 0x10000) + 0x10000) % 0x10000

describe('16-bit sequence numbers', () => {
  test('difference goes the short way round', () => {
    expect(difference16(3, 65534)).toBe(5)
    expect(difference16(65534, 3)).toBe(-5)
    expect(difference16(32768, 0)).toBe(-32768)
  })

  test('unwrap finds the nearest full number', () => {
    expect(unwrap16(2, 65535)).toBe(65538)
    expect(unwrap16(65535, 65536 * 7 + 1)).toBe(65536 * 7 - 1)
    expect(unwrap16(100, 100)).toBe(100)
  })

  test('numbers less than 32768 apart are recovered from their low 16 bits, and so is their difference', () => {
    fc.assert(
      fc.property(full, fc.integer({ min: -32768, max: 32767 }), (reference, apart) => {
        const value = reference + apart
        expect(difference16(low16(value), low16(reference))).toBe(apart)
        expect(unwrap16(low16(value), reference)).toBe(value)
      }),
    )
  })

  test('the difference changes sign with the order, except half way round', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.nat(0xffff), (a, b) => {
        const there = difference16(a, b)
        expect(difference16(b, a)).toBe(there === -32768 ? there : 0 - there)
        expect(low16(b + there)).toBe(a)
      }),
    )
  })

  test('a stream of numbers is followed round and round, with gaps and out of order', () => {
    const steps = fc.array(fc.integer({ min: -300, max: 20_000 }), { maxLength: 200 })
    fc.assert(
      fc.property(fc.nat(0xffff), steps, (start, list) => {
        let sent = start
        let followed = start
        for (const step of list) {
          sent += step
          followed = unwrap16(low16(sent), followed)
          expect(followed).toBe(sent)
        }
      }),
    )
  })
})
