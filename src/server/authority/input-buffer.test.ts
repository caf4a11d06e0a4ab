import { describe, expect, test } from 'vitest'
import { sharedTick } from '../../client/prediction/shared-tick.ts'
import { defineGame } from '../../game/define-game.ts'
import { int, number, press } from '../../game/field.ts'
import { afterPress } from '../../game/presses.ts'
import type { LinkKind } from '../../link/link.ts'
import { BitReader, BitWriter } from '../../wire/bits.ts'
import {
  emptyInputHead,
  InputRows,
  readInputHead,
  writeInput,
} from '../../wire/packets/input-packet.ts'
import { InputBuffer } from './input-buffer.ts'

const game = defineGame({ name: 'numbers', input: { n: int({ max: 100_000 }) }, entities: {} })
const turns = defineGame({
  name: 'turns',
  authority: sharedTick(),
  input: { n: int({ max: 100_000 }), turn: number({ min: -1, max: 1 }), hit: press() },
  entities: {},
})
const HIT = 2

/** An input buffer, and packets for it whose inputs have their own id as `n`. */
function posted(
  of: typeof game | typeof turns = game,
  pressedIn: readonly number[] = [],
  kind: LinkKind = 'datagram',
) {
  const schema = of.inputSchema
  const counts = { inputsDropped: 0 }
  const inputBuffer = new InputBuffer(of, kind, counts)
  const rows = new InputRows(schema, 256)
  const into = schema.create()
  return {
    inputBuffer,
    counts,
    /** Delivers inputs `first` to `last`. */
    post: (first: number, last: number): boolean => {
      const writer = new BitWriter()
      let presses = pressedIn.filter((id) => id < first).length & 31
      for (let id = first; id <= last; id++) {
        const at = rows.offsetOf(id)
        rows.row.set(rows.defaults, at)
        rows.row[at] = id
        if (pressedIn.includes(id)) presses = afterPress(presses)
        if (of === turns) rows.row[at + HIT] = presses
      }
      const head = { ...emptyInputHead(), newest: last & 0xffff, count: last - first + 1 }
      writeInput(writer, schema, head, rows, true)
      const reader = new BitReader().start(writer.toBytes())
      reader.read(8)
      readInputHead(reader, head, true)
      const isGood = inputBuffer.read(reader, head.newest, head.count)
      if (of === game) inputBuffer.dropOld()
      return isGood
    },
    /** Takes all waiting inputs. */
    taken: (): number[] => {
      const got: number[] = []
      while (inputBuffer.isWaiting) if (inputBuffer.next(into) > 0) got.push(into['n'] as number)
      return got
    },
  }
}

describe('the input buffer', () => {
  test('A3 returns each input once and in order, however often and in whatever overlap it comes', () => {
    const { post, taken } = posted()
    post(1, 3)
    post(2, 5)
    expect(taken()).toEqual([1, 2, 3, 4, 5])
    post(1, 5)
    expect(taken()).toEqual([])
    post(4, 7)
    expect(taken()).toEqual([6, 7])
  })

  test('drops inputs that never came, and counts them', () => {
    const { counts, post, taken } = posted()
    post(1, 2)
    post(5, 6)
    expect(taken()).toEqual([1, 2, 5, 6])
    expect(counts.inputsDropped).toBe(2)
  })

  test('A6 keeps at most the newest 2 s', () => {
    const { counts, post, taken } = posted()
    post(1, 100)
    expect(taken()).toEqual(Array.from({ length: 60 }, (_, i) => 41 + i))
    expect(counts.inputsDropped).toBe(40)
  })

  test('goes on over the wrap of 16-bit ids', () => {
    const { post, taken } = posted()
    for (let id = 1; id < 70_000; id += 50) {
      post(id, id + 49)
      expect(taken()).toEqual(Array.from({ length: 50 }, (_, i) => id + i))
    }
  })

  test('refuses inputs that are impossibly far ahead, and packets that are cut short', () => {
    const { inputBuffer, post } = posted()
    expect(post(5000, 5000)).toBe(false)
    expect(inputBuffer.read(new BitReader().start(new Uint8Array(0)), 1, 1)).toBe(false)
    expect(inputBuffer.received).toBe(0)
  })

  test('takes an input in its turn, or a replacement for it', () => {
    const { inputBuffer, post } = posted(turns)
    const into = turns.inputSchema.create()
    post(3, 4)
    into['turn'] = 1
    expect(inputBuffer.take(1, into)).toBe(false)
    inputBuffer.repeat(into)
    expect(into).toMatchObject({ n: 0, turn: 0 })
    expect(inputBuffer.take(3, into)).toBe(true)
    expect(into).toMatchObject({ n: 3, turn: 0 })
    expect(inputBuffer.take(5, into)).toBe(false)
    inputBuffer.repeat(into)
    expect(into).toMatchObject({ n: 3 })
    post(300, 400)
    inputBuffer.skipTo(398)
    inputBuffer.repeat(into)
    expect(into).toMatchObject({ n: 0, turn: 0 })
  })

  test('counts an input once, whether it is dropped before its turn or comes after it', () => {
    const { inputBuffer, counts, post } = posted(turns)
    post(5, 8)
    inputBuffer.skipTo(7)
    expect(counts.inputsDropped).toBe(2)
    post(1, 8)
    expect(counts.inputsDropped).toBe(6)
    post(1, 8)
    expect(counts.inputsDropped).toBe(6)
  })
})

describe('a press', () => {
  const into = turns.inputSchema.create()
  const told = new Int32Array(1)
  /** Takes the inputs from `first` to `last`, each in its turn or repeated. Returns which of these steps had a press. */
  const take = (inputBuffer: InputBuffer, first: number, last: number) => {
    const hits: number[] = []
    for (let id = first; id <= last; id++) {
      if (!inputBuffer.take(id, into)) inputBuffer.repeat(into)
      if (into['hit']) hits.push(id)
    }
    return hits
  }

  test('is taken once, by its own input, however often that comes', () => {
    const { inputBuffer, post } = posted(turns, [2, 3, 5])
    post(1, 4)
    post(1, 6)
    expect(take(inputBuffer, 1, 6)).toEqual([2, 3, 5])
    post(1, 6)
    expect(take(inputBuffer, 7, 9)).toEqual([])
  })

  test('of an input that comes too late is taken by the next steps, one in each, with or without input', () => {
    const { inputBuffer, post } = posted(turns, [2, 3, 4, 7, 8])
    post(1, 1)
    expect(take(inputBuffer, 1, 4)).toEqual([])
    post(2, 4)
    expect(take(inputBuffer, 5, 5)).toEqual([5])
    post(6, 6)
    expect(take(inputBuffer, 6, 6)).toEqual([6])
    // One is left from before, two come with their inputs.
    post(7, 10)
    expect(take(inputBuffer, 7, 12)).toEqual([7, 8, 9])
  })

  test('of an input that never comes is taken by the next one that does', () => {
    const { inputBuffer, post } = posted(turns, [2, 4])
    post(1, 1)
    expect(take(inputBuffer, 1, 4)).toEqual([])
    post(5, 6)
    expect(take(inputBuffer, 5, 7)).toEqual([5, 6])
  })

  test('of inputs that are dropped is taken by the steps after them', () => {
    const { inputBuffer, counts, post } = posted(turns, [2, 4, 6])
    post(1, 8)
    inputBuffer.skipTo(5)
    expect(counts.inputsDropped).toBe(4)
    expect(take(inputBuffer, 5, 9)).toEqual([5, 6, 7])
    post(10, 12)
    inputBuffer.drop()
    expect(take(inputBuffer, 11, 12)).toEqual([])
  })

  test('is also taken by steps at the defaults, which no client has made', () => {
    const { inputBuffer, post } = posted(turns, [1, 2, 3])
    for (let n = 0; n < 3; n++) inputBuffer.doWithout(into)
    post(1, 3)
    const hits = [1, 2, 3, 4].map(() => {
      inputBuffer.doWithout(into)
      return into['hit']
    })
    expect(hits).toEqual([true, true, true, false])
    expect(into).toMatchObject({ n: 0 })
  })

  test('is not taken before its own input, although that waits', () => {
    const { inputBuffer, post } = posted(turns, [3])
    post(1, 3)
    expect(inputBuffer.next(into)).toBe(1)
    expect(into['hit']).toBe(false)
    inputBuffer.idle(into)
    expect(into['hit']).toBe(false)
    expect(take(inputBuffer, 2, 3)).toEqual([3])
  })

  test('is counted beyond the wrap of its count', () => {
    const all = Array.from({ length: 200 }, (_, i) => i + 1)
    const { inputBuffer, post } = posted(turns, all)
    for (let id = 1; id <= 200; id += 8) {
      post(id, id + 7)
      expect(take(inputBuffer, id, id + 7)).toEqual(all.slice(id - 1, id + 7))
    }
    expect(take(inputBuffer, 201, 210)).toEqual([])
  })

  test('that steps have taken is told where the client cannot know it', () => {
    const { inputBuffer, post } = posted(turns, [1, 2, 3, 5])
    const isTold = () => inputBuffer.tellTaken(told)
    expect(isTold()).toBe(false)
    post(1, 1)
    take(inputBuffer, 1, 1)
    expect(isTold()).toBe(false)
    // The next one has not come.
    take(inputBuffer, 2, 2)
    expect([isTold(), told[0]]).toEqual([true, 1])
    // It comes too late, and so does another: two presses wait, and then one.
    take(inputBuffer, 3, 3)
    post(2, 4)
    take(inputBuffer, 4, 4)
    expect([isTold(), told[0]]).toEqual([true, 2])
    post(5, 7)
    take(inputBuffer, 5, 6)
    expect(isTold()).toBe(false)
    expect(told[0]).toBe(4)
  })
})

test.each([game, turns])(
  'on an ordered link what was known before it came is not counted as dropped, however many: %#',
  (of) => {
    const { inputBuffer, counts, post } = posted(of, [], 'ordered')
    const into = of.inputSchema.create()
    post(1, 5)
    for (let id = 1; id <= 5; id++) expect(inputBuffer.take(id, into)).toBe(true)
    for (let id = 6; id <= 40; id++) {
      inputBuffer.assume(id, into)
      expect(into['n']).toBe(5)
    }
    post(6, 41)
    inputBuffer.assume(41, into)
    expect(into['n']).toBe(41)
    expect(counts.inputsDropped).toBe(0)
  },
)

test('on an ordered link, unused places overwrite no input when the buffer grows', () => {
  const { inputBuffer, counts, post } = posted(game, [], 'ordered')
  const into = game.inputSchema.create()
  inputBuffer.skipTo(15)
  for (let id = 15; id <= 22; id++) post(id, id)
  const taken = Array.from({ length: 8 }, () => {
    inputBuffer.next(into)
    return into['n']
  })
  expect(taken).toEqual([15, 16, 17, 18, 19, 20, 21, 22])
  expect(counts.inputsDropped).toBe(0)
})

test.each([game, turns])(
  'what is known before it comes is like the newest input received, also if that came late: %#',
  (of) => {
    const { inputBuffer, post } = posted(of, [], 'ordered')
    const into = of.inputSchema.create()
    post(1, 1)
    expect(inputBuffer.take(1, into)).toBe(true)
    for (let id = 2; id <= 5; id++) expect(inputBuffer.take(id, into)).toBe(false)
    post(2, 5)
    inputBuffer.assume(6, into)
    expect(into['n']).toBe(5)
  },
)

test.each([game, turns])(
  'on an ordered link room is made for what waits, and nothing is lost: %#',
  (of) => {
    const { inputBuffer, counts, post } = posted(of, [3, 20, 90], 'ordered')
    const full = posted(of, [3, 20, 90], 'datagram')
    const [into, wanted] = [of.inputSchema.create(), of.inputSchema.create()]
    const small = inputBuffer.row.length
    let newest = 0
    for (const [came, taken] of [
      [1, 1],
      [5, 2],
      [30, 20],
      [1, 9],
      [70, 40],
      [1, 37],
    ] as const) {
      for (const one of [post, full.post]) expect(one(newest + 1, newest + came)).toBe(true)
      newest += came
      for (let n = 0; n < taken; n++) {
        const id = inputBuffer.applied + 1
        if (of === turns) expect(inputBuffer.take(id, into)).toBe(full.inputBuffer.take(id, wanted))
        else expect(inputBuffer.next(into)).toBe(full.inputBuffer.next(wanted))
        expect(into).toEqual(wanted)
        inputBuffer.repeat(into)
        full.inputBuffer.repeat(wanted)
        expect(into).toEqual(wanted)
      }
    }
    expect([inputBuffer.received, inputBuffer.applied, counts.inputsDropped]).toEqual([
      full.inputBuffer.received,
      full.inputBuffer.applied,
      full.counts.inputsDropped,
    ])
    expect(inputBuffer.row.length).toBeGreaterThan(small)
    expect(inputBuffer.row.length).toBeLessThan(full.inputBuffer.row.length)
  },
)
