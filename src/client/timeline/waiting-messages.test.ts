import { expect, test } from 'vitest'
import { WaitingMessages } from './waiting-messages.ts'

const STEP_MS = 20

function waiting() {
  const heard: unknown[] = []
  const messages = new WaitingMessages(STEP_MS, (message) => heard.push(message))
  return {
    messages,
    heard: () => heard.splice(0),
    at: (renderTimeMs: number, newestMs = Number.POSITIVE_INFINITY) => {
      messages.release({ renderTimeMs, newestMs })
      return heard.splice(0)
    },
  }
}

test('messages come when their moment is on display, in their order', () => {
  const { messages, at } = waiting()
  messages.add('a', 5)
  messages.add('b', 5)
  messages.add('c', 6)
  expect(at(Number.NaN)).toEqual([])
  expect(at(99)).toEqual([])
  expect(at(101)).toEqual(['a', 'b'])
  expect(at(119)).toEqual([])
  expect(at(900)).toEqual(['c'])
})

test('messages do not go by the picture past the newest snapshot, which is a guess', () => {
  const { messages, at } = waiting()
  messages.add('a', 5)
  expect(at(500, 80)).toEqual([])
  expect(at(500, 120)).toEqual(['a'])
})

test('steps wrap at 16 bits', () => {
  const { messages, at } = waiting()
  messages.add('a', 0xffff)
  messages.add('b', 0)
  expect(at((0x2_fffe + 0.5) * STEP_MS)).toEqual([])
  expect(at((0x2_ffff + 0.5) * STEP_MS)).toEqual(['a'])
  expect(at((0x3_0000 + 0.5) * STEP_MS)).toEqual(['b'])
})

test('the oldest comes early if more than 256 wait', () => {
  const { messages, heard } = waiting()
  for (let n = 0; n < 258; n++) messages.add(n, 1000)
  expect(heard()).toEqual([0, 1])
})

test('all come at once when there is nothing to wait for', () => {
  const { messages, heard } = waiting()
  for (const message of ['a', 'b', 'c']) messages.add(message, 1000)
  messages.releaseAll()
  expect(heard()).toEqual(['a', 'b', 'c'])
  messages.releaseAll()
  expect(heard()).toEqual([])
})
