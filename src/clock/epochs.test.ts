import { expect, test } from 'vitest'
import { Epochs } from './epochs.ts'

test('B4 inputs stand a step apart, and a new epoch begins at the input it names', () => {
  const epochs = new Epochs(1000)
  expect(epochs.stampOf(1)).toBe(1256)
  epochs.begin(10, epochs.newestStampOf(10) + 77)
  expect(epochs.stampOf(9)).toBe(1000 + 9 * 256)
  expect(epochs.stampOf(10)).toBe(1000 + 10 * 256 + 77)
  expect(epochs.stampOf(11) - epochs.stampOf(10)).toBe(256)
  expect(epochs.newestStampOf(5)).toBe(1000 + 5 * 256 + 77)
  expect(epochs.count).toBe(1)
})
