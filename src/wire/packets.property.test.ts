import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DISCONNECT_REASONS } from '../base/error.ts'
import { coarsen } from '../game/schema.ts'
import { BitReader, type BitWriter } from './bits.ts'
import type { LooseRecord } from './columns.ts'
import {
  type EventSource,
  writeDeltaRecord,
  writeEvent,
  writeLeave,
  writePlayer,
  writeWholeRecord,
} from './delta.ts'
import { game, hexOf, readHex, written } from './goldens.case.ts'
import { readHello, readProfile, readWelcome, writeHello, writeWelcome } from './handshake.ts'
import { readClose, readMessage, writeClose, writeMessage } from './packets.ts'
import { bodyCalls, entitySource, record } from './records.case.ts'

const [, rock] = game.kinds
const [ring, boom] = game.events
const word = fc.nat(0xffff)
const u32 = fc.nat(0xffffffff)
const key = fc.tuple(u32, u32)
const textOf = (maxLength: number) =>
  fc.string({ unit: 'binary', maxLength }).map((value) => value.slice(0, maxLength))

describe('packets of the handshake come back whatever they say', () => {
  test('HELLO', () => {
    const hello = fc.record({
      hash: u32,
      game: textOf(63),
      room: textOf(127),
      resumeKey: key,
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
      fc.property(word, word, fc.json(), (sequence, id, json) => {
        const hex = written((writer) => writeMessage(writer, sequence, id, json))
        expect(readHex(hex, readMessage)).toEqual({ sequence, id, json })
      }),
    )
  })
})

const player = fc.tuple(word, fc.integer({ min: -0x7fff, max: 0x7fff }), word, fc.nat(250))
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
  isWhole: fc.boolean(),
  generation: fc.integer({ min: 1, max: 255 }),
  owner: word,
  teleports: fc.nat(7),
  fields,
  carry: fc.nat(7),
  extras: fc
    .uniqueArray(extra, { selector: ({ back }) => back, maxLength: 3 })
    .map((list) => list.sort((a, b) => b.back - a.back)),
})
const body = fc.record({
  distance: fc.nat(127),
  players: fc.array(player, { maxLength: 5 }),
  events: fc.array(event, { maxLength: 5 }),
  leaves: fc.array(fc.tuple(word, fc.nat(127)), { maxLength: 5 }),
  deferred: fc.option(fc.array(word, { maxLength: 5 })),
  entities: fc
    .uniqueArray(entity, { selector: ({ slot }) => slot, maxLength: 8 })
    .map((list) => list.sort((a, b) => a.slot - b.slot)),
})
type Body = typeof body extends fc.Arbitrary<infer T> ? T : never

/** Writes a body as `Snapshots` does, deferred entities included, and returns what reading it has to call. */
function writeBody(writer: BitWriter, said: Body): string[] {
  const calls = [`begin ${said.distance}`]
  writer.write(said.distance, 7)
  writer.small(said.players.length)
  for (const [id, age, advance, lag] of said.players) {
    writePlayer(writer, id, age, advance, lag)
    calls.push(`player ${id}: age ${age}, advance ${advance}, lag ${lag}`)
  }
  writer.small(said.events.length)
  for (const { id, age, player, input, index, data } of said.events) {
    const kind = ('at' in data ? ring : boom)!
    const source: EventSource = {
      kind,
      id,
      record: record(kind.schema, data),
      player,
      input,
      index,
    }
    writeEvent(writer, source, age)
    const from = player > 0 ? `input ${input}, index ${index}` : 'input 0, index 0'
    calls.push(
      `event ${kind.name} ${id}: age ${age}, by ${player}, ${from}, ${JSON.stringify(data)}`,
    )
  }
  writer.small(said.leaves.length)
  for (const [slot, ago] of said.leaves) {
    writeLeave(writer, slot, ago)
    calls.push(`leave ${slot}: ${ago} ago`)
  }
  writer.flag(said.deferred !== null)
  if (said.deferred) writer.small(said.deferred.length)
  for (const slot of said.deferred ?? []) {
    writer.write(slot, 16)
    calls.push(`deferred ${slot}`)
  }
  writer.small(said.entities.length)
  let previous = -1
  for (const one of said.entities) {
    calls.push(...writeEntity(writer, one, one.slot - previous - 1, said.distance))
    previous = one.slot
  }
  return calls
}

function writeEntity(
  writer: BitWriter,
  { slot, isWhole, generation, owner, teleports, fields, carry, extras }: Body['entities'][number],
  gap: number,
  distance: number,
): string[] {
  const { schema } = rock!
  const is = record(schema, fields, teleports)
  // What is told once is the same all the time.
  const earlier = extras.map(
    (one) => [one.back, record(schema, { ...one.fields, tag: fields.tag }, teleports)] as const,
  )
  const source = entitySource(is, { slot, generation, owner }, carry, earlier)
  const writesWhole = isWhole || distance === 0
  // Others never get what only the owner does.
  const seen = ({ row }: LooseRecord) => {
    const coarse = [...row].map((value, i) => coarsen(schema.columns[i]!, value))
    return [coarse[0], coarse[1], 0, 0, 0, teleports, carry]
  }
  const states = [...earlier, [0, is] as const].map(
    ([back, state]) =>
      `filled ${slot}, ${back} back: ${seen(state)} ${writesWhole ? fields.tag : ''}`,
  )
  if (writesWhole) {
    writeWholeRecord(writer, source, gap, distance)
    return [`whole ${slot}: generation ${generation}, rock, owner ${owner}`, ...states]
  }
  // The reader of the goldens holds a baseline of zeros for everything.
  writeDeltaRecord(writer, source, gap, new Int32Array(schema.width + 1), 0)
  return [`changed ${slot}: distance ${distance}`, ...states]
}

test('the body of SNAPSHOT comes back whatever it says, and not when it is cut short', () => {
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
        expect(bodyCalls(new BitReader().start(bytes))).toEqual(calls)
        const cut = bytes.subarray(0, Math.floor(part * bytes.length))
        expect(bodyCalls(new BitReader().start(cut))).toBeNull()
      },
    ),
  )
})
