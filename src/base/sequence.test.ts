import { describe, expect, test } from 'vitest'
import { difference16, unwrap16 } from './sequence.ts'

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
})
