import { expect, test } from 'vitest'
import { Epochs } from './epochs.ts'

test('B4 the stamps of inputs are a step apart, and a new epoch begins at the input it names', () => {
  const epochs = new Epochs(1000)
  expect(epochs.stampOf(1)).toBe(1256)
  epochs.begin(10, epochs.newestStampOf(10) + 77)
  expect(epochs.stampOf(9)).toBe(1000 + 9 * 256)
  expect(epochs.stampOf(10)).toBe(1000 + 10 * 256 + 77)
  expect(epochs.stampOf(11) - epochs.stampOf(10)).toBe(256)
  expect(epochs.newestStampOf(5)).toBe(1000 + 5 * 256 + 77)
  expect(epochs.count).toBe(1)
})

test('B4 an epoch that moves inputs back lets time stand still until they have caught up', () => {
  const epochs = new Epochs(0)
  epochs.begin(10, 7 * 256, epochs.timeOf(9))
  const stamps = [8, 9, 10, 11, 12, 13].map((id) => epochs.stampOf(id) / 256)
  const times = [8, 9, 10, 11, 12, 13].map((id) => epochs.timeOf(id) / 256)
  expect(stamps).toEqual([8, 9, 7, 8, 9, 10])
  expect(times).toEqual([8, 9, 9, 9, 9, 10])
  expect(epochs.timeOf(epochs.from) - epochs.stampOf(epochs.from)).toBe(2 * 256)
  // Inputs are moved forward again while time stands still.
  epochs.begin(12, 20 * 256, epochs.timeOf(11))
  expect([11, 12].map((id) => epochs.timeOf(id) / 256)).toEqual([9, 20])
  expect(epochs.timeOf(epochs.from) - epochs.stampOf(epochs.from)).toBe(0)
})
