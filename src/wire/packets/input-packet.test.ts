import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BitReader } from '../bits.ts'
import * as golden from '../goldens.case.ts'
import { expectRead, readHex, written } from '../goldens.case.ts'
import { LooseRecord } from '../records/columns.ts'
import {
  emptyInputHead,
  type InputHead,
  InputRows,
  readFirstInput,
  readInputHead,
  readNextInput,
  writeInput,
} from './input-packet.ts'

const { game } = golden

describe('INPUT', () => {
  const head: InputHead = {
    sequence: 0x8001,
    ack: 0xabcd,
    ackMask: 0x80000003,
    messageAck: 0x0708,
    newest: 1,
    count: 3,
    viewAge: 3,
    isOneFrame: true,
    ownAge: 0x51,
    momentCount: 2,
    moments: [
      { player: 0x0203, horizon: 0, halfMs: -300 },
      { player: 0, horizon: 5, halfMs: 2047 },
      { player: 0, horizon: 0, halfMs: 0 },
      { player: 0, horizon: 0, halfMs: 0 },
    ],
    isResting: true,
    repeats: 0,
  }
  const rows = [
    [1, 0, 9],
    [1, 0, 9],
    [0, 0, 9],
  ]
  /** The count of presses wraps with the last input. */
  for (const row of rows.slice(0, 2)) row[1] = 31
  const ordered = {
    ...{
      ...head,
      ackMask: 0,
      moments: emptyInputHead().moments,
      viewAge: -1,
      isOneFrame: false,
      ownAge: 0,
      momentCount: 0,
    },
    ...{ newest: 0, count: 1, isResting: false },
  }
  const hexOfInput = (head: InputHead, rows: readonly (readonly number[])[], isOrdered = false) =>
    written((w) => writeInput(w, game.inputSchema, head, inputsOf(head, rows), isOrdered))

  test('is written, with inputs from before the ids wrapped', () => {
    expect(hexOfInput(head, rows)).toBe(golden.input.hex)
    expect(hexOfInput(ordered, [[0, 7, 0]], true)).toBe(golden.orderedInput.hex)
    expect(hexOfInput(emptyInputHead(), [])).toBe(golden.bareInput.hex)
  })

  test('is read to the last bit, and in no shorter form', () => {
    expectRead(golden.input, 5, readInput(false), { head, rows })
    expectRead(golden.orderedInput, 5, readInput(true), { head: ordered, rows: [[0, 7, 0]] })
    expectRead(golden.bareInput, 5, readInput(false), { head: emptyInputHead(), rows: [] })
  })

  test('with more than 128 inputs is rejected', () => {
    const counting = (count: number) =>
      hexOfInput({ ...emptyInputHead(), newest: 200, count }, Array(count).fill([0, 0, 0]))
    expect(readHex(counting(128), readInput(false))).not.toBeNull()
    expect(readHex(counting(129), readInput(false))).toBeNull()
  })

  test('says once that the newest inputs are alike, but never that all are', () => {
    const said = { ...emptyInputHead(), newest: 40, count: 30 }
    const alike = Array(30).fill([1, 3, 9]) as number[][]
    const packet = hexOfInput(said, alike, true)
    expect(readHex(packet, readInput(true))).toEqual({
      head: { ...said, repeats: 29 },
      rows: alike,
    })
    expect(packet.length).toBe(hexOfInput({ ...said, count: 2 }, alike.slice(28), true).length + 4)
  })

  test('is read back, whatever it contains', () => {
    const row = fc.tuple(fc.nat(1), fc.boolean(), fc.nat(15))
    const word = fc.nat(0xffff)
    const s12 = fc.nat(0xfff).map((n) => n - 0x800)
    const packet = fc.record({
      isOrdered: fc.boolean(),
      sequence: word,
      ack: fc.option(fc.record({ ack: word, ackMask: fc.nat(0xffffffff) })),
      messageAck: word,
      view: fc.option(
        fc.record({ viewAge: fc.nat(127), isOneFrame: fc.boolean(), ownAge: fc.nat(255) }),
      ),
      told: fc.array(
        fc.record({ player: fc.oneof(fc.constant(0), word), horizon: fc.nat(7), halfMs: s12 }),
        { maxLength: 4 },
      ),
      newest: word,
      before: fc.nat(31),
      isResting: fc.boolean(),
      inputs: fc.array(row, { maxLength: 128 }),
    })
    fc.assert(
      fc.property(packet, ({ isOrdered, ack, view, told, newest, before, inputs, ...rest }) => {
        const head = { ...emptyInputHead(), ...rest, ...ack, ...(inputs.length > 0 && view) }
        if (head.viewAge >= 0) head.momentCount = told.length
        for (let n = 0; n < head.momentCount; n++)
          Object.assign(head.moments[n]!, told[n], told[n]!.player > 0 && { horizon: 0 })
        head.isResting &&= inputs.length > 0
        if (isOrdered) head.ackMask = 0
        let presses = before
        const rows = inputs.map(([right, isPressed, aim]) => {
          if (isPressed) presses = (presses + 1) % 32
          return [right, presses, aim]
        })
        head.count = rows.length
        head.newest = rows.length > 0 ? newest : 0
        const hex = hexOfInput(head, rows, isOrdered)
        const said = rows.map((row) => row.join())
        let repeats = 0
        while (repeats < said.length - 1 && said.at(-1 - repeats) === said.at(-2 - repeats))
          repeats++
        expect(readHex(hex, readInput(isOrdered))).toEqual({ head: { ...head, repeats }, rows })
      }),
    )
  })
})

/** Returns a ring that holds `rows` as the inputs up to the newest of `head`. */
function inputsOf(head: InputHead, rows: readonly (readonly number[])[]): InputRows {
  const inputs = new InputRows(game.inputSchema, 256)
  rows.forEach((row, i) => {
    inputs.row.set(row, inputs.offsetOf(head.newest - rows.length + 1 + i))
  })
  return inputs
}

function readInput(
  isOrdered: boolean,
): (reader: BitReader) => { head: InputHead; rows: number[][] } | null {
  return (reader) => {
    const head = emptyInputHead()
    if (!readInputHead(reader, head, isOrdered)) return null
    const row = new LooseRecord(game.inputSchema)
    const rows: number[][] = []
    for (let i = 0; i < head.count; i++) {
      if (i === 0) readFirstInput(reader, row)
      else if (i < head.count - head.repeats) readNextInput(reader, row)
      rows.push([...row.row])
    }
    return reader.finished() ? { head, rows } : null
  }
}
