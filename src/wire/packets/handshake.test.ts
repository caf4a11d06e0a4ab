import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOfText, keyToText } from './handshake.ts'

test('a resume key becomes a text of its halves, and is read back from it', () => {
  const half = () => fc.integer({ min: 0, max: 0xffffffff })
  fc.assert(
    fc.property(half(), half(), (a, b) => {
      const text = keyToText([a, b])
      expect(keyOfText(text)).toEqual([a, b])
    }),
  )
  expect(keyToText([1, 0xab])).toBe('1.171')
})

test('a text that is not a key is null, and the empty text is the key of nobody', () => {
  expect(keyOfText('')).toEqual([0, 0])
  const wrong = [
    '0',
    '1.2.3',
    '1.x',
    '-1.2',
    '4294967296.2',
    '\n',
    'x'.repeat(16),
    '00000001000000ab',
  ]
  const nearly = ['.', '1.', ' 1.2', '1.2\n', '1e3.0x10', '+1.2', '-0.0', '01.2', '1e10']
  for (const text of [...wrong, ...nearly]) expect(keyOfText(text)).toBe(null)
})
