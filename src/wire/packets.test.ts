import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BitReader } from './bits.ts'
import { LooseRecord, readChanged, readWhole } from './columns.ts'
import { writeOwnedDelta, writeOwnedWhole } from './delta.ts'
import * as golden from './goldens.case.ts'
import { expectRead, hexOf, type Read, readHex, written } from './goldens.case.ts'
import { readHello, readProfile, readWelcome, writeHello, writeWelcome } from './handshake.ts'
import {
  emptyInputHead,
  type InputHead,
  InputRows,
  readInputHead,
  readInputRow,
  writeInput,
} from './input-packet.ts'
import { readClose, readMessage, writeClose, writeMessage } from './packets.ts'
import { entitySource as entity, record } from './records.case.ts'
import {
  emptySnapshotHead,
  readSnapshotHead,
  type SnapshotHead,
  writeSnapshotHead,
} from './snapshot-head.ts'

const { game } = golden
const rock = game.kinds[1]!

describe.each(Object.entries(golden.goldens))('the golden packet %s', (_name, packet) => {
  test('is what its fields say, in the order of the page', () => {
    expect(golden.packed(packet.parts)).toBe(packet.hex)
  })
})

describe('HELLO', () => {
  const said = {
    hash: 0xfedcba98,
    game: 'golden',
    room: 'b 2',
    resumeKey: [0x89abcdef, 0x01234567] as const,
    token: 't€',
  }
  const profile = { name: 'Zoë', level: 7 }

  test('is written', () => {
    expect(written((writer) => writeHello(writer, game, said, profile))).toBe(golden.hello.hex)
  })

  test('is read to the last bit, and in no shorter form', () => {
    const read: Read = (reader) => {
      const hello = readHello(reader)
      if (typeof hello === 'string') return null
      const profile = readProfile(reader, game)
      return profile && { hello, profile }
    }
    expectRead(golden.hello, 1, read, { hello: said, profile })
  })

  test('of another version is told from rubbish', () => {
    const bytes = golden.bytesOf(golden.hello)
    const result = (at: number) => {
      const changed = bytes.slice()
      changed[at]! ^= 0x40
      const reader = new BitReader().start(changed)
      reader.read(8)
      return readHello(reader)
    }
    expect(result(5)).toBe('version')
    for (let at = 1; at < 5; at++) expect(result(at)).toBe('bad-packet')
  })
})

test('WELCOME both ways', () => {
  const welcome = {
    player: 0x1234,
    nowSubTicks: 0x80000001 * 256 + 200,
    resumeKey: [0xdeadbeef, 0xfeedf00d] as const,
    room: 'b 2',
  }
  expect(written((writer) => writeWelcome(writer, welcome))).toBe(golden.welcome.hex)
  expectRead(golden.welcome, 2, readWelcome, welcome)
})

test('CLOSE both ways', () => {
  expect(written((writer) => writeClose(writer, 'kicked', 'für heute'))).toBe(golden.close.hex)
  expectRead(golden.close, 3, readClose, { reason: 'kicked', detail: 'für heute' })
})

test('MESSAGE both ways', () => {
  const json = '{"a":"ß"}'
  expect(written((writer) => writeMessage(writer, 0xfffe, 0x0102, json))).toBe(golden.message.hex)
  expectRead(golden.message, 4, readMessage, { sequence: 0xfffe, id: 0x0102, json })
})

describe('INPUT', () => {
  const head: InputHead = {
    sequence: 0x8001,
    ack: 0xabcd,
    ackMask: 0x80000003,
    messageAck: 0x0708,
    viewSubTicks: 0xfff081,
    viewLagSubTicks: 65_535,
    newest: 1,
    count: 3,
  }
  const rows = [
    [1, 0, 9],
    [1, 0, 9],
    [0, 1, 9],
  ]

  test('is written, the older inputs from before the ids went round', () => {
    const hex = written((writer) =>
      writeInput(writer, game.inputSchema, head, inputsOf(head, rows)),
    )
    expect(hex).toBe(golden.input.hex)
    const empty = new InputRows(game.inputSchema, 4)
    expect(written((w) => writeInput(w, game.inputSchema, emptyInputHead(), empty))).toBe(
      golden.bareInput.hex,
    )
  })

  test('is read to the last bit, and in no shorter form', () => {
    expectRead(golden.input, 5, readInput, { head, rows })
    expectRead(golden.bareInput, 5, readInput, { head: emptyInputHead(), rows: [] })
  })

  test('with more than 128 inputs is rejected', () => {
    const head = { ...emptyInputHead(), newest: 200 }
    const rows = new InputRows(game.inputSchema, 256)
    const counting = (count: number) =>
      written((writer) => writeInput(writer, game.inputSchema, { ...head, count }, rows))
    expect(readHex(counting(128), readInput)).not.toBeNull()
    expect(readHex(counting(129), readInput)).toBeNull()
  })

  test('comes back whatever it says', () => {
    const row = fc.tuple(fc.nat(1), fc.nat(1), fc.nat(15))
    const word = fc.nat(0xffff)
    const packet = fc.record({
      sequence: word,
      ack: fc.option(fc.record({ ack: word, ackMask: fc.nat(0xffffffff) })),
      messageAck: word,
      view: fc.option(fc.record({ viewSubTicks: fc.nat(0xffffff), viewLagSubTicks: word })),
      newest: word,
      rows: fc.array(row, { maxLength: 128 }),
    })
    fc.assert(
      fc.property(packet, ({ sequence, ack, messageAck, view, newest, rows }) => {
        const head = { ...emptyInputHead(), sequence, messageAck, ...ack, ...view }
        head.count = rows.length
        head.newest = rows.length > 0 ? newest : 0
        const hex = written((w) => writeInput(w, game.inputSchema, head, inputsOf(head, rows)))
        expect(readHex(hex, readInput)).toEqual({ head, rows })
      }),
    )
  })
})

describe('the head of SNAPSHOT', () => {
  const head: SnapshotHead = {
    sequence: 0x7fff,
    tickSubTicks: 0x123580,
    messageAck: 3,
    inputAck: 0xfffd,
    timedInput: 0xfffe,
    timedAge: -77,
    epochFrom: 2,
    epochStamp: -100_000,
    distance: 5,
    owned: 2,
  }
  const before = record(rock.schema, { x: 33.5, face: 'up', ammo: 6, tag: 'me' }, 5)
  const after = record(rock.schema, { x: 34, face: 'up', ammo: 6, tag: 'me' }, 6)

  test('is written, with the owner block', () => {
    const hex = hexOf((writer) => {
      writeSnapshotHead(writer, head)
      writeOwnedWhole(writer, entity(before, { slot: 0x0109, generation: 255 }))
      writeOwnedDelta(writer, entity(after, { slot: 2, generation: 1 }), before.row, 0)
    })
    expect(hex).toBe(golden.snapshotHead.hex)
    const bare = { ...emptySnapshotHead(), sequence: 1, tickSubTicks: 512 }
    expect(hexOf((writer) => writeSnapshotHead(writer, bare))).toBe(golden.bareSnapshotHead.hex)
  })

  test('is read to the last bit, and in no shorter form', () => {
    const read: Read = (reader) => {
      const got = emptySnapshotHead()
      if (!readSnapshotHead(reader, got)) return null
      const whole = [reader.read(16), reader.flag(), reader.read(8), reader.read(8)]
      const first = new LooseRecord(rock.schema)
      readWhole(reader, rock.schema.fine, 'fine', first)
      const changed = [reader.read(16), reader.flag()]
      const second = record(rock.schema, first.toObject(), first.row.at(-1)!)
      readChanged(reader, rock.schema.fine, 'fine', second)
      const records = [said(first), said(second)]
      return reader.finished() ? { got, whole, changed, records } : null
    }
    expectRead(golden.snapshotHead, 6, read, {
      got: head,
      whole: [0x0109, true, 255, 1],
      changed: [2, false],
      records: [said(before), said(after)],
    })
    const bare = { ...emptySnapshotHead(), sequence: 1, tickSubTicks: 512 }
    expectRead(golden.bareSnapshotHead, 6, readHeadOnly, bare)
  })

  test('comes back whatever it says', () => {
    const word = fc.nat(0xffff)
    const s20 = fc.integer({ min: -0x7ffff, max: 0x7ffff })
    const s32 = fc.integer({ min: -0x80000000, max: 0x7fffffff })
    const packet = fc.record({
      sequence: word,
      tickSubTicks: fc.nat(0xffffff),
      messageAck: word,
      inputAck: word,
      timing: fc.option(fc.record({ timedInput: word, timedAge: s20 })),
      epoch: fc.option(fc.record({ epochFrom: word, epochStamp: s32 })),
      distance: fc.nat(127),
      owned: word,
    })
    fc.assert(
      fc.property(packet, ({ timing, epoch, ...rest }) => {
        const head = { ...emptySnapshotHead(), ...rest, ...timing, ...epoch }
        const hex = hexOf((writer) => writeSnapshotHead(writer, head))
        expect(readHex(hex, readHeadOnly)).toEqual(head)
      }),
    )
  })
})

function readInput(reader: BitReader): { head: InputHead; rows: number[][] } | null {
  const head = emptyInputHead()
  if (!readInputHead(reader, head)) return null
  const row = new LooseRecord(game.inputSchema)
  const rows: number[][] = []
  for (let i = 0; i < head.count; i++) {
    readInputRow(reader, row)
    rows.push([...row.row])
  }
  return reader.finished() ? { head, rows } : null
}

function readHeadOnly(reader: BitReader): SnapshotHead | null {
  const head = emptySnapshotHead()
  return readSnapshotHead(reader, head) && reader.finished() ? head : null
}

/** Its fields, and its count of teleports, which no field shows. */
function said(record: LooseRecord): unknown[] {
  return [record.toObject(), record.row.at(-1)]
}

/** A ring that holds `rows` as the inputs up to the newest of `head`. */
function inputsOf(head: InputHead, rows: readonly (readonly number[])[]): InputRows {
  const inputs = new InputRows(game.inputSchema, 256)
  rows.forEach((row, i) => {
    inputs.row.set(row, inputs.offsetOf(head.newest - rows.length + 1 + i))
  })
  return inputs
}
