import { expect, test } from 'vitest'
import { pack, unpack } from './wire.ts'

test('the packet of the guide comes back, and what is no such packet is refused', () => {
  const bytes = pack(412.328125, 2, 'Ann').slice()
  expect(bytes.length).toBe(6)
  expect(unpack(bytes)).toEqual({ x: 412.328125, pose: 2, name: 'Ann' })
  expect(unpack(bytes.subarray(0, 4))).toBeNull()
  expect(unpack(new Uint8Array([255, 255, 255]))).toBeNull()
  expect(unpack(pack(800.5, 0, ''))).toBeNull()
})
