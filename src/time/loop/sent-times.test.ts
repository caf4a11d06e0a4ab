import { expect, test } from 'vitest'
import { SentTimes } from './sent-times.ts'

test('the send times of the newest 256 inputs are known, and none of older ones', () => {
  const sent = new SentTimes()
  for (const from of [1, 2 ** 31 - 300, 2 ** 52]) {
    for (let id = from; id < from + 600; id++) sent.note(id, id / 4)
    for (let id = from + 344; id < from + 600; id++) expect(sent.atMs(id)).toBe(id / 4)
    for (const id of [from, from + 343, from + 600]) expect(sent.atMs(id)).toBeNaN()
  }
  sent.clear()
  expect(sent.atMs(2 ** 52 + 599)).toBeNaN()
})
