import { describe, expect, test } from 'vitest'
import { defineGame } from '../game/define-game.ts'
import { int, number } from '../game/field.ts'
import { BitReader, BitWriter } from '../wire/bits.ts'
import { writeChanged } from '../wire/columns.ts'
import { InputRows } from '../wire/input-packet.ts'
import { Inbox } from './inbox.ts'

const game = defineGame({ name: 'numbers', input: { n: int({ max: 100_000 }) }, entities: {} })
const turns = defineGame({
  name: 'turns',
  authority: 'tick',
  input: { n: int({ max: 100_000 }), turn: number({ min: -1, max: 1 }) },
  entities: {},
})

/** An inbox, and packets for it whose inputs carry their own id as `n`. */
function posted(of: typeof game | typeof turns = game) {
  const schema = of.inputSchema
  const inbox = new Inbox(of)
  const rows = new InputRows(schema, 256)
  const into = schema.create()
  return {
    inbox,
    /** Delivers inputs `first` to `last`. */
    post: (first: number, last: number): boolean => {
      const writer = new BitWriter()
      for (let id = first; id <= last; id++) {
        rows.row.set(rows.defaults, rows.offsetOf(id))
        const row = rows.at(id)
        row.row[row.offset] = id
        const [base, at] =
          id === first ? [rows.defaults, 0] : ([rows.row, rows.offsetOf(id - 1)] as const)
        writeChanged(writer, schema, schema.fine, 'fine', row, base, at)
      }
      const reader = new BitReader().start(writer.toBytes())
      return inbox.read(reader, last & 0xffff, last - first + 1)
    },
    /** Takes everything that waits. */
    taken: (): number[] => {
      const got: number[] = []
      while (inbox.isWaiting) if (inbox.next(into) > 0) got.push(into['n'] as number)
      return got
    },
  }
}

describe('the inbox', () => {
  test('A3 gives each input once and in order, however often and overlapping it comes', () => {
    const { post, taken } = posted()
    post(1, 3)
    post(2, 5)
    expect(taken()).toEqual([1, 2, 3, 4, 5])
    post(1, 5)
    expect(taken()).toEqual([])
    post(4, 7)
    expect(taken()).toEqual([6, 7])
  })

  test('gives up what never came, and counts it', () => {
    const { inbox, post, taken } = posted()
    post(1, 2)
    post(5, 6)
    expect(taken()).toEqual([1, 2, 5, 6])
    expect(inbox.dropped).toBe(2)
  })

  test('A6 keeps 2 s at most, the newest', () => {
    const { inbox, post, taken } = posted()
    post(1, 100)
    expect(taken()).toEqual(Array.from({ length: 60 }, (_, i) => 41 + i))
    expect(inbox.dropped).toBe(40)
  })

  test('goes on over the wrap of 16-bit ids', () => {
    const { post, taken } = posted()
    for (let id = 1; id < 70_000; id += 50) {
      post(id, id + 49)
      expect(taken()).toEqual(Array.from({ length: 50 }, (_, i) => id + i))
    }
  })

  test('refuses what is impossibly far ahead, or cut short', () => {
    const { inbox, post } = posted()
    expect(post(5000, 5000)).toBe(false)
    expect(inbox.read(new BitReader().start(new Uint8Array(0)), 1, 1)).toBe(false)
    expect(inbox.received).toBe(0)
  })

  test('an input in its turn, or what stands for it', () => {
    const { inbox, post } = posted(turns)
    const into = turns.inputSchema.create()
    post(3, 4)
    into['turn'] = 1
    expect(inbox.take(1, into)).toBe(false)
    inbox.repeat(into)
    expect(into).toMatchObject({ n: 0, turn: 0 })
    expect(inbox.take(3, into)).toBe(true)
    expect(into).toMatchObject({ n: 3, turn: 0 })
    expect(inbox.take(5, into)).toBe(false)
    inbox.repeat(into)
    expect(into).toMatchObject({ n: 3 })
    post(300, 400)
    inbox.skipTo(398)
    inbox.repeat(into)
    expect(into).toMatchObject({ n: 0, turn: 0 })
  })

  test('counts once what is given up before its turn or comes after it', () => {
    const { inbox, post } = posted(turns)
    post(5, 8)
    inbox.skipTo(7)
    expect(inbox.dropped).toBe(2)
    post(1, 8)
    expect(inbox.dropped).toBe(6)
    post(1, 8)
    expect(inbox.dropped).toBe(6)
  })
})
