import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BitReader, BitWriter } from './bits.ts'
import { game } from './goldens.case.ts'
import {
  ARRIVAL_PARTS,
  emptySnapshotHead,
  MOST_ARRIVALS,
  MOST_HELD,
  readArrivals,
  readSnapshotHead,
  type SnapshotHead,
  writeSnapshotHead,
} from './packets/snapshot-head.ts'
import { writeCount, writeLeave } from './records/body.ts'
import { writeEvent } from './records/event.ts'
import { PlayerTimeline } from './records/player-timeline.ts'
import { writeBehind, writeTimelines } from './records/players.ts'
import { bodyCalls, fine } from './records.case.ts'

/** Any value of a server: near nothing, near each power of two, and anything else. */
const anything = fc.oneof(
  fc.integer({ min: -300, max: 300 }),
  fc
    .tuple(fc.integer({ min: 7, max: 52 }), fc.integer({ min: -2, max: 2 }), fc.constantFrom(1, -1))
    .map(([power, off, sign]) => sign * (2 ** power + off)),
  fc.maxSafeInteger(),
  fc.constantFrom(-100_000, 100_000, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER),
)
const RUNS = { numRuns: 1000 }

const within = (least: number, value: number, most: number) =>
  Math.min(most, Math.max(least, value))
const S20 = 2 ** 19 - 1

/** Points a reader at the bits that `write` writes. */
function readerOf(write: (writer: BitWriter) => void): BitReader {
  const writer = new BitWriter(64)
  write(writer)
  return new BitReader().start(writer.toBytes())
}

describe('A4 any value of a server is read back, or the nearest that the wire can carry', () => {
  const players = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 0xffff }),
      ago: anything,
      part: anything,
      usual: anything,
      behind: anything,
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 4 },
  )

  test("players' times, of which both ends hold the same", () => {
    fc.assert(
      fc.property(players, (list) => {
        list.sort((a, b) => a.id - b.id)
        const timelines = list.map(({ id, ago, part, usual, behind }) => {
          const timeline = new PlayerTimeline(id)
          timeline.tell(part, usual)
          timeline.note(9, 3456, behind)
          timeline.since = 9 - Math.max(0, ago)
          timeline.partTick = timeline.toldTick = 9
          return timeline
        })
        const reader = readerOf((writer) => {
          const players = timelines.map((timeline) => ({ timeline }))
          writer.flag(true)
          writer.flag(false)
          writer.flag(false)
          writeTimelines(writer, players, 9, -1)
          writeBehind(writer, players, 3456, -1, -1)
          writer.flag(false)
        })
        expect(bodyCalls(reader, game)).toEqual([
          'lists: common view',
          ...list.flatMap(({ id, ago }, n) => {
            const { part, usual } = timelines[n]!
            return [
              `player ${id}: ${within(0, ago, 127)} ago, part ${part}`,
              `player ${id}: usually ${usual}`,
            ]
          }),
          ...list.map(({ id }, n) => `behind ${id}: ${timelines[n]!.behind}`),
          'players',
        ])
        expect(reader.finished()).toBe(true)
        list.forEach(({ part, usual, behind }, n) => {
          const timeline = timelines[n]!
          expect(timeline.part).toBe(((part % 256) + 256) % 256)
          expect(timeline.usual).toBe(within(-0xffff, usual, 0xffff))
          expect(timeline.behind).toBe(
            within(timeline.usual - 0x8000, behind, timeline.usual + 0x7fff),
          )
        })
      }),
      RUNS,
    )
  })

  test('ages of events and of leaves', () => {
    const ring = game.events[0]!
    const said = fc.record({ age: anything, ago: anything, input: anything, id: anything })
    fc.assert(
      fc.property(said, ({ age, ago, input, id }) => {
        const record = fine(ring.schema, { at: 5 })
        const reader = readerOf((writer) => {
          writer.flag(true)
          writer.flag(true)
          writeCount(writer, 0)
          writer.flag(false)
          writeCount(writer, 1)
          writeEvent(writer, { kind: ring, id, record, player: 3, input, index: 15 }, age)
          writeCount(writer, 1)
          writeLeave(writer, 7, ago)
          writeCount(writer, 0)
          writer.flag(false)
          writeTimelines(writer, [], 9, -1)
          writeBehind(writer, [], 3456, -1, -1)
          writer.flag(false)
        })
        const low = (value: number) => Number(BigInt.asUintN(16, BigInt(value)))
        expect(bodyCalls(reader, game)).toEqual([
          `event ring ${low(id)}: age ${within(-S20, age, S20)}, by 3, input ${low(input)}, index 15, {"at":5}`,
          `leave 7: ${within(0, ago, 127)} ago`,
          'lists: common view',
          'players',
        ])
        expect(reader.finished()).toBe(true)
      }),
      RUNS,
    )
  })

  const word = fc.nat(0xffff)
  const orNone = fc.oneof(fc.constant(-1), word)
  const head = fc.record({
    distance: fc.nat(127),
    tick: word,
    inputAck: orNone,
    timedAge: anything,
    sooner: fc.array(anything, { maxLength: MOST_ARRIVALS - 1 }),
    messageAck: orNone,
    epochFrom: orNone,
    epochStamp: anything,
    epochHeld: fc.nat(MOST_HELD),
    owned: word,
  })

  test.each([
    ['input', 'ordered'],
    ['tick', 'ordered'],
    ['input', 'datagram'],
    ['tick', 'datagram'],
  ] as const)("the head of a snapshot, authority '%s', %s", (authority, kind) => {
    const isOrdered = kind === 'ordered'
    fc.assert(
      fc.property(head, word, ({ sooner, ...said }, sequence) => {
        const written: SnapshotHead = Object.assign(emptySnapshotHead(), said)
        written.sequence = isOrdered ? -1 : sequence
        if (isOrdered && said.distance > 0) written.tick = -1
        if (authority === 'tick') {
          written.arrivals = sooner.length + 1
          written.sooner.set(sooner)
        }
        const reader = readerOf((writer) => writeSnapshotHead(writer, written))
        const read = emptySnapshotHead()
        reader.read(8)
        expect(
          readSnapshotHead(
            reader,
            read,
            isOrdered,
            authority === 'tick' ? readArrivals : undefined,
          ),
        ).toBe(true)
        expect(reader.finished()).toBe(true)
        const { distance, messageAck, epochFrom, owned, inputAck } = said
        expect(read).toMatchObject({ distance, messageAck, epochFrom, owned, inputAck })
        expect([read.sequence, read.tick]).toEqual([written.sequence, written.tick])
        // Cut to 32 bits, by which the moment of an epoch long ago is known.
        if (epochFrom >= 0) expect(read.epochStamp).toBe(said.epochStamp | 0)
        if (epochFrom >= 0) expect(read.epochHeld).toBe(said.epochHeld)
        if (inputAck < 0) return
        expect(read.timedAge).toBe(within(-S20, said.timedAge, S20))
        expect(read.arrivals).toBe(written.arrivals)
        for (let i = 0; i < written.arrivals - 1; i++)
          expect(read.sooner[i]).toBe(
            within(-S20, written.sooner[i]! - ARRIVAL_PARTS, S20) + ARRIVAL_PARTS,
          )
      }),
      { numRuns: 300 },
    )
  })
})
