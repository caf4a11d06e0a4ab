import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOfText, keyToText } from './handshake.ts'

test('a resume key is 16 digits as text, and comes back from it', () => {
  const half = () => fc.integer({ min: 0, max: 0xffffffff })
  fc.assert(
    fc.property(half(), half(), (a, b) => {
      const text = keyToText([a, b])
      expect(text).toMatch(/^[0-9a-f]{16}$/)
      expect(keyOfText(text)).toEqual([a, b])
    }),
  )
  expect(keyToText([1, 0xab])).toBe('00000001000000ab')
})

test('what is no key is null, and nothing at all is the key of nobody', () => {
  expect(keyOfText('')).toEqual([0, 0])
  for (const text of ['0', 'G000000000000000', '00000001000000ab ', '\n', '1e10', 'x'.repeat(16)])
    expect(keyOfText(text)).toBe(null)
})
