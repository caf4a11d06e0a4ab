import { beforeEach, expect, test, vi } from 'vitest'
import { forgetWarnings } from '../../base/development.ts'
import { VirtualClock } from '../../testing/virtual-clock.ts'
import { Emitter, type Listener } from '../page/emitter.ts'
import { emptySessionStats } from '../page/stats.ts'
import { UnheardMessages } from './unheard-messages.ts'

beforeEach(() => forgetWarnings())

function page() {
  const clock = new VirtualClock()
  const stats = emptySessionStats()
  const messages = new UnheardMessages({ stepMs: 20, clock, emitter: new Emitter(), stats })
  const heard: unknown[] = []
  return {
    clock,
    stats,
    messages,
    heard,
    note: ((data) => heard.push(data)) as Listener,
    send: (name: string, data: unknown, characters = 1) =>
      messages.take({ name, data, characters }),
  }
}

test('messages wait for the first listener of their name, and come in the order in which they were sent', () => {
  const { clock, messages, heard, note, send } = page()
  for (const [name, data] of ['a1', 'b1', 'c1', 'a2', 'b2'].map((text) => [text[0]!, text]))
    send(name!, data)
  clock.advance(60_000)
  messages.on('a', note)
  messages.on('b', note)
  send('a', 'a3')
  expect(heard).toEqual([])
  clock.advance(0)
  expect(heard).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  send('a', 'a4')
  expect(heard.splice(0)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
  messages.on('c', note)
  clock.advance(0)
  expect(heard).toEqual(['c1'])
})

test('a listener that is removed in the task in which it was added takes nothing from the next one', () => {
  const { clock, messages, heard, note, send } = page()
  send('', 1)
  messages.on('', () => heard.push('the first'))()
  clock.advance(1)
  expect(heard).toEqual([])
  send('', 2)
  const undo = messages.on('', () => heard.push('the first'))
  undo()
  messages.on('', note)
  clock.advance(0)
  expect(heard).toEqual([1, 2])
})

test('a listener that removes itself leaves the rest to the next one', () => {
  const { clock, messages, heard, note, send } = page()
  for (const data of [1, 2, 3]) send('', data)
  const undo = messages.on('', (data) => {
    heard.push(data)
    undo()
  })
  clock.advance(0)
  send('', 4)
  expect(heard).toEqual([1])
  messages.on('', note)
  clock.advance(0)
  expect(heard).toEqual([1, 2, 3, 4])
})

test('what comes after the last listener has gone does not wait', () => {
  const { clock, stats, messages, heard, note, send } = page()
  send('', 1)
  const undo = messages.on('', note)
  clock.advance(0)
  undo()
  send('', 2)
  messages.on('', note)
  clock.advance(0)
  send('', 3)
  expect(heard).toEqual([1, 3])
  expect(stats.messagesUnheard).toBe(0)
})

test.each([
  ['256 messages', 1, 256],
  ['262,144 characters', 16_000, 16],
])(
  'the oldest are dropped, counted and warned of while more than %s wait',
  (_, characters, most) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { clock, stats, messages, heard, note, send } = page()
    for (let n = 0; n < most + 3; n++) send('chat', n, characters)
    expect(stats.messagesUnheard).toBe(3)
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringContaining("the oldest message 'chat' was dropped"),
    ])
    warn.mockRestore()
    messages.on('chat', note)
    clock.advance(0)
    expect(heard).toEqual(Array.from({ length: most }, (_, n) => n + 3))
  },
)

test('while a game is developed, a message that nobody listens to for 5 s is named once', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { clock, messages, note, send } = page()
  for (const name of ['chat', 'heard', 'chat']) send(name, name)
  clock.advance(4999)
  messages.on('heard', note)
  expect(warn).not.toHaveBeenCalled()
  clock.advance(1)
  send('chat', 'again')
  clock.advance(10_000)
  expect(warn.mock.calls.flat()).toEqual([
    "glissade: a message 'chat' came 5 s ago, and the page does not listen: call session.onMessage",
  ])
  warn.mockRestore()
})
