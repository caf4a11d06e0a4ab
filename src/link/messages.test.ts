import { describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { CLIENT_MESSAGES, MessageAllowance, RESUMED_MESSAGES } from './message-allowance.ts'
import { Messages } from './messages.ts'

/** Takes a message as both ends do, after its verdict. */
function come(to: Messages, id: number, json: string, deliver: (json: string) => void = () => {}) {
  const verdict = to.judge(id & 0xffff, json.length)
  if (verdict === 'new') to.take(id & 0xffff, json, -1, deliver)
  return verdict
}

const ids = (count: number, first = 1) => Array.from({ length: count }, (_, i) => first + i)

/** Returns the ids that `sender` sends at each of `times`. */
function sentAt(sender: Messages, times: readonly number[]): number[][] {
  return times.map((nowMs) => {
    const sent: number[] = []
    sender.flush(nowMs, (id) => sent.push(id))
    return sent
  })
}

describe('messages over a path that loses, repeats and reorders', () => {
  test.each([1, 900, 9000, 16_383])(
    'arrive once and in order, of %d characters, and always find a place',
    (characters) => {
      const random = new Random(5)
      const sender = new Messages('datagram')
      const receiver = new Messages('datagram')
      const got: string[] = []
      const air: [number, string][] = []
      const told = Array.from({ length: 150 }, (_, i) => `${i}`.padEnd(characters, '.'))
      let queued = 0
      for (let nowMs = 0; nowMs < 300_000 && got.length < told.length; nowMs += 50) {
        while (queued < told.length && sender.queue(told[queued]!)) queued++
        sender.flush(nowMs, (id, json) => {
          for (let copies = random.next() < 0.2 ? 2 : 1; copies > 0; copies--)
            if (random.next() > 0.3) air.push([id, json])
        })
        while (air.length > 3) {
          const [id, json] = air.splice(Math.floor(random.next() * air.length), 1)[0]!
          expect(come(receiver, id, json, (j) => got.push(j))).toMatch(/new|copy/)
        }
        if (random.next() > 0.3) expect(sender.acknowledge(receiver.received & 0xffff)).toBe(true)
      }
      expect(got).toEqual(told)
    },
  )
})

test.each([10, 20, 40])(
  'messages get through a slow connection of %d characters a millisecond, which drops what would wait for 500 ms',
  (charactersPerMs) => {
    const random = new Random(5)
    const sender = new Messages('datagram')
    const receiver = new Messages('datagram')
    const air: { id: number; json: string; atMs: number }[] = []
    const told = ids(48).map((id) => `${id}`.padEnd(10 ** random.between(1, 4), '.'))
    for (const json of told) sender.queue(json)
    const got: string[] = []
    let busyMs = 0
    let nowMs = 0
    for (; sender.waiting > 0 && nowMs < 60_000; nowMs += 16) {
      sender.flush(nowMs, (id, json) => {
        if (busyMs - nowMs > 500) return
        busyMs = Math.max(busyMs, nowMs) + json.length / charactersPerMs
        air.push({ id, json, atMs: busyMs + 50 })
      })
      while (air[0] && air[0].atMs <= nowMs) {
        const { id, json } = air.shift()!
        come(receiver, id, json, (j) => got.push(j))
      }
      sender.acknowledge(receiver.received)
    }
    expect(got).toEqual(told)
    // The messages themselves take a third of this, and nothing is known of the connection.
    expect(nowMs).toBeLessThan((3 * told.join('').length) / charactersPerMs + 3000)
  },
)

describe('what is sent', () => {
  test.each([
    [10, 32, 32],
    [1000, 32, 16],
    [16_000, 2, 1],
    [16_383, 2, 1],
  ])(
    'to one who never acknowledges: of %d characters each %d, and again %d',
    (length, most, again) => {
      const sender = new Messages('datagram')
      for (let i = 0; i < 60; i++) expect(sender.queue('x'.repeat(length))).toBe(true)
      expect(sentAt(sender, [0, 50, 249, 250, 300, 749, 750])).toEqual([
        ids(most),
        [],
        [],
        ids(again),
        [],
        [],
        ids(again),
      ])
      sender.acknowledge(1)
      expect(sentAt(sender, [751]).flat()).toContain(most + 1)
    },
  )

  test('again: the oldest message every second at last, the others every 8 s', () => {
    const sender = new Messages('datagram')
    for (let i = 0; i < 2; i++) sender.queue('"x"')
    const times: number[][] = [[], []]
    for (let nowMs = 0; nowMs <= 26_000; nowMs += 50)
      sender.flush(nowMs, (id) => times[id - 1]!.push(nowMs))
    expect(times[0]!.slice(0, 6)).toEqual([0, 250, 750, 1750, 2750, 3750])
    expect(times[1]).toEqual([0, 250, 750, 1750, 3750, 7750, 15_750, 23_750])
  })

  test('on an ordered link: everything at once, and once', () => {
    const sender = new Messages('ordered')
    for (let i = 0; i < 60; i++) sender.queue('x'.repeat(16_000))
    expect(sentAt(sender, [0, 1000])).toEqual([ids(60), []])
  })

  test('at the pace of a client: 60 at once, then 20 a second, and all of them in the end', () => {
    const sender = new Messages('ordered', new MessageAllowance(CLIENT_MESSAGES, 0))
    for (let i = 0; i < 100; i++) sender.queue('"x"')
    expect(sentAt(sender, [0, 49, 50, 1000])).toEqual([ids(60), [], [61], ids(19, 62)])
    expect(sentAt(sender, [2000]).flat()).toEqual(ids(20, 81))
  })

  test('at the pace of a client: 16,384 characters at once, 16,384 a second, and 65,536 after a rest', () => {
    const sender = new Messages('ordered', new MessageAllowance(CLIENT_MESSAGES, 0))
    for (let i = 0; i < 10; i++) sender.queue('x'.repeat(16_383))
    expect(sentAt(sender, [0, 999, 1000, 5000])).toEqual([[1], [], [2], ids(4, 3)])
  })

  test('by a client that resumes: nothing at once', () => {
    const sender = new Messages('ordered', new MessageAllowance(RESUMED_MESSAGES, 0))
    for (let i = 0; i < 10; i++) sender.queue('"x"')
    expect(sentAt(sender, [0, 50, 250])).toEqual([[], [1], ids(4, 2)])
  })

  test('repeats are not paced', () => {
    const rates = { perSecond: 0.001, most: 1, start: 1 }
    const pace = new MessageAllowance(
      { messages: rates, characters: CLIENT_MESSAGES.characters },
      0,
    )
    const sender = new Messages('datagram', pace)
    for (let i = 0; i < 3; i++) sender.queue('"x"')
    expect(sentAt(sender, [0, 250, 750])).toEqual([[1], [1], [1]])
  })
})

describe('what waits to be sent', () => {
  test('is 1024 messages at most', () => {
    const sender = new Messages('ordered')
    for (let i = 0; i < 1024; i++) expect(sender.queue('0')).toBe(true)
    expect(sender.queue('0')).toBe(false)
    sentAt(sender, [0])
    sender.acknowledge(1)
    expect([sender.queue('0'), sender.queue('0')]).toEqual([true, false])
  })

  test('is 1,048,576 characters at most', () => {
    const sender = new Messages('ordered')
    for (let i = 0; i < 64; i++) expect(sender.queue('x'.repeat(16_383))).toBe(true)
    expect(sender.queue('x'.repeat(65))).toBe(false)
    expect(sender.queue('x'.repeat(64))).toBe(true)
    expect(sender.queue('x')).toBe(false)
    sentAt(sender, [0])
    sender.acknowledge(1)
    expect(sender.queue('x'.repeat(16_383))).toBe(true)
    expect(sender.waiting).toBe(65)
  })
})

describe('what arrives', () => {
  test('on an ordered link is the next message; a later or an earlier one is a gap', () => {
    const receiver = new Messages('ordered')
    expect([2, 3, 1024, 0, 0xffff].map((id) => receiver.judge(id, 1))).toEqual(Array(5).fill('gap'))
    expect([come(receiver, 1, 'a'), come(receiver, 2, 'b')]).toEqual(['new', 'new'])
    expect([1, 2, 4].map((id) => receiver.judge(id, 1))).toEqual(['gap', 'gap', 'gap'])
    expect(receiver.received).toBe(2)
  })

  test('early on a datagram link is kept up to 32 messages, and the next one still has a place', () => {
    const receiver = new Messages('datagram')
    const got: string[] = []
    const take = (id: number) => come(receiver, id, `${id}`, (json) => got.push(json))
    expect(ids(32, 2).map(take)).toEqual(Array(32).fill('new'))
    expect([34, 35, 1000].map(take)).toEqual(['no-place', 'no-place', 'no-place'])
    expect([2, 33, 0, 0xffff].map(take)).toEqual(['copy', 'copy', 'copy', 'copy'])
    expect(take(1)).toBe('new')
    expect(got).toEqual(ids(33).map(String))
    expect([1, 33].map(take)).toEqual(['copy', 'copy'])
    expect([35, 34].map(take)).toEqual(['new', 'new'])
    expect(got.length).toBe(35)
  })

  test('early on a datagram link is kept up to 32,768 characters, and the next message still has a place', () => {
    const receiver = new Messages('datagram')
    const take = (id: number, length: number) => come(receiver, id, 'x'.repeat(length))
    expect([take(2, 16_383), take(3, 16_383)]).toEqual(['new', 'new'])
    expect([take(4, 3), take(5, 2), take(6, 1)]).toEqual(['no-place', 'new', 'no-place'])
    expect(take(1, 16_383)).toBe('new')
    expect(receiver.received).toBe(3)
    const more = [take(6, 16_383), take(7, 16_383), take(8, 1)]
    expect(more).toEqual(['new', 'new', 'no-place'])
    expect(take(4, 16_383)).toBe('new')
    expect(receiver.received).toBe(7)
    expect(take(8, 16_383)).toBe('new')
  })

  test('is judged the same when ids wrap', () => {
    for (const kind of ['ordered', 'datagram'] as const) {
      const receiver = new Messages(kind)
      let taken = 0
      for (let id = 1; id <= 70_000; id++) taken += +(come(receiver, id, '0') === 'new')
      expect([taken, receiver.received]).toEqual([70_000, 70_000])
    }
  })
})

test('an acknowledgement of a message that was never sent is detected', () => {
  const sender = new Messages('ordered')
  expect(sender.acknowledge(0)).toBe(true)
  expect(sender.acknowledge(1)).toBe(false)
})
