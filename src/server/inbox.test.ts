import { describe, expect, test } from 'vitest'
import { defineGame } from '../game/define-game.ts'
import { int } from '../game/field.ts'
import { BitReader, BitWriter } from '../wire/bits.ts'
import { writeChanged } from '../wire/columns.ts'
import { InputRows } from '../wire/input-packet.ts'
import { Inbox } from './inbox.ts'

const game = defineGame({ name: 'numbers', input: { n: int({ max: 100_000 }) }, entities: {} })
const schema = game.inputSchema

/** An inbox, and packets for it whose inputs carry their own id as `n`. */
function posted() {
  const inbox = new Inbox(game)
  const rows = new InputRows(schema, 256)
  const into = schema.create()
  return {
    inbox,
    /** Delivers inputs `first` to `last`. */
    post: (first: number, last: number): boolean => {
      const writer = new BitWriter()
      for (let id = first; id <= last; id++) {
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

  test('A6 keeps at most 64, the newest', () => {
    const { inbox, post, taken } = posted()
    post(1, 100)
    expect(taken()).toEqual(Array.from({ length: 64 }, (_, i) => 37 + i))
    expect(inbox.dropped).toBe(36)
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
})
