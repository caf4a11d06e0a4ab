import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BitReader } from '../bits.ts'
import * as golden from '../goldens.case.ts'
import { expectRead, hexOf, type Read, readHex, written } from '../goldens.case.ts'
import {
  LooseRecord,
  objectOf,
  readChanged,
  readWhole,
  writeChanged,
  writeWhole,
} from '../records/columns.ts'
import { fine } from '../records.case.ts'
import * as snapshots from '../snapshot-goldens.case.ts'
import { readHello, readProfile, readWelcome, writeHello, writeWelcome } from './handshake.ts'
import { readClose, readMessage, writeClose, writeMessage, writeReport } from './packets.ts'
import {
  ARRIVAL_PARTS,
  emptySnapshotHead,
  LONG_AGO,
  MOST_ARRIVALS,
  MOST_HELD,
  readArrivals,
  readSnapshotHead,
  type SnapshotHead,
  writeSnapshotHead,
} from './snapshot-head.ts'

const { game } = golden
const rock = game.kinds[1]!

describe.each(Object.entries({ ...golden.goldens, ...snapshots.snapshotGoldens }))(
  'the golden packet %s',
  (_name, packet) => {
    test('consists of its fields, in the order of the page', () => {
      expect(golden.packed(packet.parts)).toBe(packet.hex)
    })
  },
)

describe('HELLO', () => {
  const said = {
    hash: 0xfedcba98,
    game: 'golden',
    room: 'b 2',
    resumeKey: [0x89abcdef, 0x01234567] as const,
    held: { messages: 0x10002, tick: 0x80000003, applied: 0x12345 },
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

  test('of another version is distinguished from rubbish', () => {
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
    messages: 0x20003,
    received: 0xfffffffe,
  }
  expect(written((writer) => writeWelcome(writer, welcome))).toBe(golden.welcome.hex)
  expectRead(golden.welcome, 2, readWelcome, welcome)
})

test('CLOSE both ways', () => {
  expect(written((writer) => writeClose(writer, 'kicked', 'für heute'))).toBe(golden.close.hex)
  expectRead(golden.close, 3, readClose, { reason: 'kicked', detail: 'für heute' })
})

test('REPORT is written', () => {
  expect(written((writer) => writeReport(writer, 119.6, 0xfffe))).toBe(golden.report.hex)
})

test('MESSAGE both ways', () => {
  const json = '{"a":"ß"}'
  expect(written((writer) => writeMessage(writer, 0xfffe, 0x0102, json))).toBe(golden.message.hex)
  expectRead(golden.message, 4, readMessage, { sequence: 0xfffe, id: 0x0102, step: -1, json })
  const tied = golden.tiedMessage
  expect(written((writer) => writeMessage(writer, 0xfffe, 0x0102, json, 0xabcd))).toBe(tied.hex)
  expectRead(tied, 4, readMessage, { sequence: 0xfffe, id: 0x0102, step: 0xabcd, json })
})

describe('the head of SNAPSHOT', () => {
  const head: SnapshotHead = {
    ...emptySnapshotHead(1),
    sequence: 0x7fff,
    distance: 5,
    tick: 0x1235,
    isGapless: false,
    isQuiet: true,
    inputAck: 0xfffd,
    waiting: 17,
    timedAge: -77,
    messageAck: 3,
    epochFrom: 2,
    epochStamp: -100_000,
    tellsTaken: true,
    epochHeld: 300,
    owned: 2,
  }
  head.taken[0] = 31
  const ordered = { ...emptySnapshotHead(1), distance: 1, tick: -1, inputAck: 9, timedAge: 200 }
  const complete = { ...emptySnapshotHead(1), tick: 0xfffe }
  const which = rock.schema.privateColumns
  const before = fine(rock.schema, { x: 33.5, face: 'up', ammo: 6, tag: 'me' }, 5)
  const after = fine(rock.schema, { x: 34, face: 'left', ammo: 6, tag: 'me' }, 6)
  for (const one of [ordered, complete]) Object.assign(one, { messageAck: -1, epochFrom: -1 })

  test('is written, with the columns of the owner', () => {
    const hex = hexOf((writer) => {
      writeSnapshotHead(writer, head)
      writer.small(0x0109)
      writer.flag(true)
      writer.write(255, 8)
      writer.write(1, 8)
      writeWhole(writer, rock.schema, which, 'fine', before)
      writer.small(2)
      writer.flag(false)
      writeChanged(writer, rock.schema, which, 'fine', after, before.row, 0)
    })
    expect(hex).toBe(snapshots.snapshotHead.hex)
    expect(hexOf((writer) => writeSnapshotHead(writer, ordered))).toBe(snapshots.orderedHead.hex)
    expect(hexOf((writer) => writeSnapshotHead(writer, complete))).toBe(snapshots.completeHead.hex)
  })

  test('is read to the last bit, and in no shorter form', () => {
    const read: Read = (reader) => {
      const got = emptySnapshotHead(1)
      if (!readSnapshotHead(reader, got, false)) return null
      const whole = [reader.small(0xffff), reader.flag(), reader.read(8), reader.read(8)]
      const first = new LooseRecord(rock.schema)
      readWhole(reader, which, 'fine', first)
      const changed = [reader.small(0xffff), reader.flag()]
      const second = fine(rock.schema, objectOf(first))
      readChanged(reader, which, 'fine', second)
      const records = [objectOf(first), objectOf(second)]
      return reader.finished() ? { got, whole, changed, records } : null
    }
    expectRead(snapshots.snapshotHead, 6, read, {
      got: head,
      whole: [0x0109, true, 255, 1],
      changed: [2, false],
      // All columns except those of the body, such as which way it faces.
      records: [
        { ...objectOf(before), face: 'left' },
        { ...objectOf(after), face: 'left' },
      ],
    })
    expectRead(snapshots.orderedHead, 6, readHeadOnly(true), ordered)
    expectRead(snapshots.completeHead, 6, readHeadOnly(true), complete)
  })

  test('says with a bit that nothing is owned, not with a count of 0', () => {
    const parts = golden.spoiled(snapshots.snapshotHead, 'count of own entities', 0)
    const reader = new BitReader().start(Buffer.from(golden.packed(parts), 'hex'))
    reader.read(8)
    expect(readSnapshotHead(reader, emptySnapshotHead(1), false)).toBe(false)
  })

  test('is read back, whatever it contains', () => {
    const word = fc.nat(0xffff)
    const s20 = fc.integer({ min: -0x7ffff, max: 0x7ffff })
    const s32 = fc.integer({ min: -0x80000000, max: 0x7fffffff })
    const waits = fc.integer({ min: -LONG_AGO, max: 0xffff })
    const packet = fc.record({
      isOrdered: fc.boolean(),
      sequence: word,
      distance: fc.nat(127),
      tick: word,
      isGapless: fc.boolean(),
      isQuiet: fc.boolean(),
      place: fc.integer({ min: -1, max: 3 }),
      inputs: fc.option(fc.record({ inputAck: word, waiting: waits, timedAge: s20 })),
      taken: fc.option(fc.nat(31)),
      messageAck: fc.oneof(fc.constant(-1), word),
      epoch: fc.option(
        fc.record({ epochFrom: word, epochStamp: s32, epochHeld: fc.nat(MOST_HELD) }),
      ),
      owned: word,
    })
    fc.assert(
      fc.property(packet, ({ isOrdered, inputs, taken, epoch, ...rest }) => {
        const none = { inputAck: -1, epochFrom: -1 }
        const head = { ...emptySnapshotHead(1), ...none, ...rest, ...inputs, ...epoch }
        head.tellsTaken = taken !== null && inputs !== null
        if (head.tellsTaken) head.taken[0] = taken!
        if (isOrdered) head.sequence = -1
        if (isOrdered && head.distance > 0) head.tick = -1
        head.isGapless ||= head.distance <= 1
        head.isQuiet &&= head.distance > 0
        const hex = hexOf((writer) => writeSnapshotHead(writer, head))
        expect(readHex(hex, readHeadOnly(isOrdered, false, head.place >= 0))).toEqual(head)
      }),
    )
  })

  test('with a tick for each input is read back, whatever it contains', () => {
    const s20 = fc.integer({ min: -0x7ffff, max: 0x7ffff })
    const inputs = fc.record({
      inputAck: fc.nat(0xffff),
      waiting: fc.integer({ min: -LONG_AGO, max: 0xffff }),
      timedAge: s20,
      came: fc.array(
        s20.map((n) => (n >> 1) + ARRIVAL_PARTS),
        { maxLength: MOST_ARRIVALS - 1 },
      ),
      hasCome: fc.boolean(),
    })
    fc.assert(
      fc.property(inputs, ({ came, hasCome, ...told }) => {
        const arrivals = hasCome ? came.length + 1 : 0
        const head = { ...emptySnapshotHead(1), messageAck: -1, epochFrom: -1, ...told, arrivals }
        if (hasCome) head.sooner.set(came)
        const hex = hexOf((writer) => writeSnapshotHead(writer, head))
        expect(readHex(hex, readHeadOnly(true, true))).toEqual(head)
        expect(readHex(hex, readHeadOnly(true))).not.toEqual(head)
      }),
    )
  })

  test('limits the age of an input to its range', () => {
    const said = { ...emptySnapshotHead(1), inputAck: 1, timedAge: 2_000_000 }
    Object.assign(said, { messageAck: -1, epochFrom: -1 })
    const hex = hexOf((writer) => writeSnapshotHead(writer, said))
    expect(readHex(hex, readHeadOnly(true))).toEqual({ ...said, timedAge: 0x7ffff })
  })
})

function readHeadOnly(
  isOrdered: boolean,
  tellsArrivals = false,
  hasTables = false,
): (reader: BitReader) => SnapshotHead | null {
  return (reader) => {
    const head = emptySnapshotHead(1)
    return readSnapshotHead(
      reader,
      head,
      isOrdered,
      tellsArrivals ? readArrivals : undefined,
      hasTables,
    ) && reader.finished()
      ? head
      : null
  }
}
