import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DISCONNECT_REASONS } from '../base/error.ts'
import { closeCode, closeText, disconnectReason } from './close-codes.ts'

describe('close codes', () => {
  test('carry every reason there and back', () => {
    for (const reason of DISCONNECT_REASONS) {
      expect(disconnectReason(closeCode(reason))).toBe(reason)
    }
    expect(closeCode('left')).toBe(4000)
    expect(closeCode('forged-ack')).toBe(4014)
  })

  test('foreign codes have a meaning too', () => {
    const codes = [1000, 1001, 1005, 1006, 1009, 1002, 1007, 4999]
    expect(codes.map((code) => disconnectReason(code))).toEqual([
      'lost',
      'lost',
      'lost',
      'lost',
      'oversized-packet',
      'bad-packet',
      'bad-packet',
      'lost',
    ])
  })

  test('the text fits a close frame and keeps its characters whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (detail) => {
        const text = closeText(detail)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(123)
        expect(detail.startsWith(text)).toBe(true)
        expect(Buffer.from(text).toString()).toBe(text)
        if (Buffer.byteLength(detail) <= 123) expect(text).toBe(detail)
      }),
    )
  })
})
