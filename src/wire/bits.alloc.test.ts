import { expect, test } from 'vitest'
import { bytesPerCall } from '../../test/bytes-per-call.ts'
import { BitReader, BitWriter } from './bits.ts'

test('writing a packet of any working length, viewing it and reading it back allocates nothing', () => {
  const writer = new BitWriter()
  const reader = new BitReader()
  let n = 0
  let sum = 0
  const bytes = bytesPerCall(() => {
    n++
    writer.reset()
    for (let i = 0; i < 8 + (n & 31); i++) {
      writer.write(i * 37, 11)
      writer.write(i * 0x10001, 29)
      writer.small(i * 5)
      writer.flag(i % 3 === 0)
    }
    writer.align()
    reader.start(writer.view())
    for (let i = 0; i < 8 + (n & 31); i++) {
      sum = (sum + reader.read(11) + reader.read(29) + reader.small(0xffff)) & 0xffff
      if (reader.flag()) sum++
    }
    if (!reader.finished()) throw new Error('not read to the end')
  })
  expect(sum).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(1)
})
