import { expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { Messages, toJson } from './messages.ts'

test('messages arrive once and in order over a path that loses, repeats and reorders', () => {
  const random = new Random(5)
  const sender = new Messages()
  const receiver = new Messages()
  const got: string[] = []
  const air: [number, string][] = []
  let queued = 0
  for (let nowMs = 0; nowMs < 60_000; nowMs += 50) {
    if (queued < 300) sender.queue(`${queued++}`)
    sender.flush(nowMs, true, (id, json) => {
      for (let copies = random.next() < 0.2 ? 2 : 1; copies > 0; copies--)
        if (random.next() > 0.3) air.push([id, json])
    })
    while (air.length > 3) {
      const [id, json] = air.splice(Math.floor(random.next() * air.length), 1)[0]!
      receiver.take(id, json, (j) => got.push(j))
    }
    if (random.next() > 0.3) expect(sender.acknowledge(receiver.received & 0xffff)).toBe(true)
  }
  expect(got).toEqual(Array.from({ length: 300 }, (_, i) => `${i}`))
  expect(sender.waiting).toBe(0)
})

test('who never acknowledges is sent the oldest again, 32 or 16,384 characters of them, four times a second', () => {
  for (const [length, most] of [
    [10, 32],
    [1000, 16],
    [16_000, 1],
  ] as const) {
    const sender = new Messages()
    const sent: number[] = []
    for (let i = 0; i < 100; i++) sender.queue('x'.repeat(length))
    for (let nowMs = 0; nowMs < 1000; nowMs += 50) sender.flush(nowMs, true, (id) => sent.push(id))
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
    const again = ids(most)
    expect(sent).toEqual([...ids(100), ...again, ...again, ...again])
  }
})

test('an acknowledgement of a message never sent is told apart', () => {
  const sender = new Messages()
  expect(sender.acknowledge(0)).toBe(true)
  expect(sender.acknowledge(1)).toBe(false)
})

test('what is no JSON, too long or too much is refused with the reason', () => {
  expect(() => toJson(undefined, 10)).toThrow('needs to be a JSON value')
  expect(() => toJson('12345678901', 10)).toThrow('at most 10 characters')
  const sender = new Messages()
  for (let i = 0; i < 1024; i++) expect(sender.queue('0')).toBe(true)
  expect(sender.queue('0')).toBe(false)
})
