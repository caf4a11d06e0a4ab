import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DISCONNECT_REASONS } from '../../base/error.ts'
import { BitReader, type BitWriter } from '../bits.ts'
import { game, hexOf, readHex, written } from '../goldens.case.ts'
import { writeCount, writeLeave, writeWholeRecord } from '../records/body.ts'
import type { LooseRecord } from '../records/columns.ts'
import type { EntitySource } from '../records/entity-source.ts'
import { writeEvent } from '../records/event.ts'
import { PlayerTimeline } from '../records/player-timeline.ts'
import { writeBehind, writeTimelines } from '../records/players.ts'
import { bodyCalls, entitySource, fine, record } from '../records.case.ts'
import { readHello, readProfile, readWelcome, writeHello, writeWelcome } from './handshake.ts'
import { readClose, readMessage, writeClose, writeMessage } from './packets.ts'

const [, rock] = game.kinds
const [ring, boom] = game.events
const word = fc.nat(0xffff)
const u32 = fc.nat(0xffffffff)
const key = fc.tuple(u32, u32)
const textOf = (maxLength: number) =>
  fc.string({ unit: 'binary', maxLength }).map((value) => value.slice(0, maxLength))

describe('packets of the handshake are read back, whatever they contain', () => {
  test('HELLO', () => {
    const hello = fc.record({
      hash: u32,
      game: textOf(63),
      room: textOf(127),
      resumeKey: key,
      held: fc.oneof(
        fc.record({ messages: u32, tick: u32, applied: u32 }),
        fc.record({ messages: u32, tick: fc.constant(-1), applied: fc.constant(0) }),
      ),
      token: textOf(200),
    })
    const profile = fc.record({ name: textOf(8), level: fc.nat(9) })
    fc.assert(
      fc.property(hello, profile, (said, about) => {
        const hex = written((writer) => writeHello(writer, game, said, about))
        const read = (reader: BitReader) => [readHello(reader), readProfile(reader, game)]
        expect(readHex(hex, read)).toEqual([said, about])
      }),
    )
  })

  test('WELCOME', () => {
    const welcome = fc.record({
      player: word,
      nowSubTicks: fc.nat(2 ** 40 - 1),
      resumeKey: key,
      room: textOf(127),
      messages: u32,
      received: fc.oneof(u32, fc.constant(-1)),
    })
    fc.assert(
      fc.property(welcome, (said) => {
        expect(
          readHex(
            written((writer) => writeWelcome(writer, said)),
            readWelcome,
          ),
        ).toEqual(said)
      }),
    )
  })

  test('CLOSE', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DISCONNECT_REASONS), textOf(255), (reason, detail) => {
        const hex = written((writer) => writeClose(writer, reason, detail))
        expect(readHex(hex, readClose)).toEqual({ reason, detail })
      }),
    )
  })

  test('MESSAGE', () => {
    fc.assert(
      fc.property(
        word,
        word,
        fc.json(),
        fc.integer({ min: -1, max: 0xffff }),
        (sequence, id, json, step) => {
          const hex = written((writer) => writeMessage(writer, sequence, id, json, step))
          expect(readHex(hex, readMessage)).toEqual({ sequence, id, step, json })
        },
      ),
    )
  })
})

const player = fc.record({
  id: fc.integer({ min: 1, max: 0xffff }),
  news: fc.constantFrom('came', 'timeline', 'none'),
  ago: fc.nat(300),
  part: fc.nat(255),
  usual: fc.integer({ min: -0xffff, max: 0xffff }),
  more: fc.oneof(fc.constant(0), fc.integer({ min: -0x7fff, max: 0x7fff })),
})
const event = fc.record({
  id: word,
  age: fc.integer({ min: -0x7ffff, max: 0x7ffff }),
  player: fc.oneof(fc.constant(0), word),
  input: word,
  index: fc.nat(15),
  data: fc.oneof(fc.record({ at: fc.nat(5) }), fc.record({ power: fc.nat(15), word: textOf(5) })),
})
const fields = fc.record({
  x: fc.double({ min: -10, max: 110, noNaN: true }),
  face: fc.constantFrom('left', 'right', 'up'),
  ammo: fc.nat(9),
  tag: textOf(4),
})
const extra = fc.record({ back: fc.integer({ min: 1, max: 63 }), fields })
const entity = fc.record({
  slot: word,
  generation: fc.integer({ min: 1, max: 255 }),
  owner: word,
  teleports: fc.nat(7),
  fields,
  code: fc.nat(23),
  extras: fc
    .uniqueArray(extra, { selector: ({ back }) => back, maxLength: 3 })
    .map((list) => list.sort((a, b) => b.back - a.back)),
})
const body = fc.record({
  hasLists: fc.boolean(),
  left: fc.array(word, { maxLength: 3 }),
  players: fc
    .uniqueArray(player, { selector: ({ id }) => id, maxLength: 5 })
    .map((list) => list.sort((a, b) => a.id - b.id)),
  leavesOut: fc.boolean(),
  events: fc.array(event, { maxLength: 5 }),
  leaves: fc.array(fc.tuple(word, fc.nat(127)), { maxLength: 5 }),
  deferred: fc.uniqueArray(word, { maxLength: 5 }).map((list) => list.sort((a, b) => a - b)),
  isOwnView: fc.boolean(),
  entities: fc
    .uniqueArray(entity, { selector: ({ slot }) => slot, maxLength: 8 })
    .map((list) => list.sort((a, b) => a.slot - b.slot)),
})
type Body = typeof body extends fc.Arbitrary<infer T> ? T : never

/** Writes a body with deferred entities, and returns the calls that reading must make. */
function writeBody(writer: BitWriter, said: Body): string[] {
  writer.flag(true)
  writer.flag(said.hasLists)
  const calls = said.hasLists ? writeLists(writer, said) : []
  writer.flag(said.isOwnView)
  calls.push(`lists: ${said.isOwnView ? 'own' : 'common'} view`)
  const connected = said.players.map((one) => ({ timeline: timelineOf(one) }))
  writeTimelines(writer, connected, TICK, TICK - 1)
  for (const { id, news, ago, part, usual } of said.players) {
    if (news === 'came') calls.push(`player ${id}: ${Math.min(ago, 127)} ago, part ${part}`)
    if (news !== 'none') calls.push(`player ${id}: usually ${usual}`)
  }
  writeBehind(writer, connected, 0, TICK - 1, -1)
  for (const { timeline } of connected) calls.push(`behind ${timeline.player}: ${timeline.behind}`)
  calls.push('players')
  writer.flag(said.entities.length > 0)
  if (said.entities.length > 0) writer.small(said.entities.length)
  let previous = -1
  for (const one of said.entities) {
    const entity = entityOf(one)
    writeWholeRecord(writer, entity.source, one.slot - previous - 1)
    calls.push(...entity.calls)
    previous = one.slot
  }
  return calls
}

function writeLists(writer: BitWriter, said: Body): string[] {
  const calls: string[] = []
  writeCount(writer, said.left.length)
  for (const id of said.left) {
    writer.write(id, 16)
    calls.push(`left ${id}`)
  }
  writer.flag(said.leavesOut)
  if (said.leavesOut) calls.push('events left out')
  writeCount(writer, said.events.length)
  for (const { id, age, player, input, index, data } of said.events) {
    const kind = ('at' in data ? ring : boom)!
    writeEvent(writer, { kind, id, record: fine(kind.schema, data), player, input, index }, age)
    const from = player > 0 ? `input ${input}, index ${index}` : 'input 0, index 0'
    calls.push(
      `event ${kind.name} ${id}: age ${age}, by ${player}, ${from}, ${JSON.stringify(data)}`,
    )
  }
  writeCount(writer, said.leaves.length)
  for (const [slot, ago] of said.leaves) {
    writeLeave(writer, slot, ago)
    calls.push(`leave ${slot}: ${ago} ago`)
  }
  writeCount(writer, said.deferred.length)
  said.deferred.forEach((slot, n) => {
    writer.small(slot - (said.deferred[n - 1] ?? -1) - 1)
    calls.push(`deferred ${slot}`)
  })
  return calls
}

/** The network tick of the body. The tick before is its baseline. */
const TICK = 400

/** Returns the timeline of a player. A timeline that is not sent is usually 0 steps behind. */
function timelineOf({ id, news, ago, part, usual, more }: Body['players'][number]): PlayerTimeline {
  const timeline = new PlayerTimeline(id)
  timeline.tell(part, news === 'none' ? 0 : usual)
  timeline.note(TICK, 0, timeline.usual + more)
  timeline.since = TICK - ago
  timeline.toldTick = news === 'none' ? 0 : TICK
  timeline.partTick = news === 'came' ? TICK : 0
  return timeline
}

/** Returns an entity to write, and the calls that reading must make. */
function entityOf({
  slot,
  generation,
  owner,
  teleports,
  fields,
  code,
  extras,
}: Body['entities'][number]): { source: EntitySource; calls: string[] } {
  const kind = rock!
  const { schema } = kind
  const is = record(schema, fields, teleports)
  // Columns that are sent once stay the same.
  const earlier = extras.map(
    (one) => [one.back, record(schema, { ...one.fields, tag: fields.tag }, teleports)] as const,
  )
  // Other players never get the owner's columns.
  const seen = ({ row }: LooseRecord) => [row[0], row[1], 0, 0, 0, teleports, code]
  const states = [...earlier, [0, is] as const]
  return {
    source: entitySource(is, { kind, slot, generation, owner }, code, earlier),
    calls: [
      `whole ${slot}: generation ${generation}, rock, owner ${owner}`,
      ...states.map(
        ([back, state]) => `filled ${slot}, ${back} back: ${seen(state)} ${fields.tag}`,
      ),
    ],
  }
}

test('any body of SNAPSHOT is read back, and not when it is cut short', () => {
  fc.assert(
    fc.property(
      body,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (said, part) => {
        let calls: string[] = []
        const bytes = Buffer.from(
          hexOf((writer) => {
            calls = writeBody(writer, said)
          }),
          'hex',
        )
        // All other players were there before.
        const known = said.players.filter(({ news }) => news !== 'came')
        const players = known.map(({ id }) => id)
        const reader = new BitReader().start(bytes)
        expect(bodyCalls(reader, game, players)).toEqual(calls)
        expect(reader.finished()).toBe(true)
        const cut = new BitReader().start(bytes.subarray(0, Math.floor(part * bytes.length)))
        expect(bodyCalls(cut, game, players)).toBeNull()
      },
    ),
  )
})
