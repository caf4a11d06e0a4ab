import { describe, expect, test } from 'vitest'
import { BitReader } from '../bits.ts'
import {
  expectRead,
  type Golden,
  game,
  hexOf,
  packed,
  rice,
  small,
  spoiled,
} from '../goldens.case.ts'
import { bodyCalls, entitySource as entity, fine, record } from '../records.case.ts'
import * as golden from '../snapshot-goldens.case.ts'
import { writeCount, writeLeave, writeWholeRecord } from './body.ts'
import { writeEvent } from './event.ts'
import { PlayerTimeline } from './player-timeline.ts'
import { writeBehind, writeTimelines } from './players.ts'

const [wall, rock] = game.kinds as [(typeof game.kinds)[0], (typeof game.kinds)[0]]
const [ring, boom] = game.events as [(typeof game.events)[0], (typeof game.events)[0]]

/** The network tick of the bodies, also in subticks, and their baseline. */
const TICK = 9
const SUB_TICKS = 3456
const BASELINE = 8

/**
 * Returns a player's timeline that is `behind` steps behind at the network tick. `cameTick`: when the player came, if the
 * player or the part is new.
 */
function player(
  number: number,
  [part, usual]: readonly [number, number],
  behind: number,
  cameTick?: number,
): { timeline: PlayerTimeline } {
  const timeline = new PlayerTimeline(number)
  timeline.tell(part, usual)
  timeline.note(TICK, SUB_TICKS, behind)
  timeline.toldTick = TICK
  if (cameTick !== undefined) {
    timeline.partTick = TICK
    timeline.since = cameTick
  }
  return { timeline }
}

/** The calls for players 4 and 5 when nothing happened. */
const NOTHING_NEW = ['lists: common view', 'behind 4: 0', 'behind 5: 0', 'players']

describe('the body of SNAPSHOT before the changed entities', () => {
  const whole = record(rock.schema, { x: 100, face: 'left', tag: 'né' }, 4)
  whole.row[0] = 0
  const extras = [
    [63, record(rock.schema, { x: 100, face: 'right', tag: 'né' }, 4)],
    [1, record(rock.schema, { x: 100, face: 'up', tag: 'né' }, 4)],
  ] as const

  test('is written', () => {
    const hex = hexOf((writer) => {
      writer.flag(true)
      writer.flag(true)
      writeCount(writer, 1)
      writer.write(0xfff0, 16)
      writer.flag(true)
      writeCount(writer, 2)
      const power = fine(boom.schema, { power: 12, word: 'bäng' })
      const by = { player: 3, input: 0x1234, index: 9 }
      writeEvent(writer, { kind: boom, id: 0xfffe, record: power, ...by }, -3)
      const at = fine(ring.schema, { at: 5 })
      writeEvent(
        writer,
        { kind: ring, id: 0xffff, record: at, player: 0, input: 7, index: 7 },
        70_000,
      )
      writeCount(writer, 1)
      writeLeave(writer, 0xabcd, 127)
      writeCount(writer, 2)
      writer.small(7)
      writer.small(16)
      writer.flag(true)
      const players = [
        player(1, [0, 40], 38, TICK),
        player(2, [0, 2], 2),
        player(3, [255, -3], 297, TICK - 5000),
      ]
      writeTimelines(writer, players, TICK, BASELINE)
      writeBehind(writer, players, SUB_TICKS, BASELINE, -1)
      writer.flag(true)
      writer.small(2)
      const of = { kind: rock, slot: 3, generation: 17, owner: 3 }
      writeWholeRecord(writer, entity(whole, of, 21, extras), 3)
      const open = record(wall.schema, { open: true })
      writeWholeRecord(writer, entity(open, { kind: wall, slot: 300 }), 296)
    })
    expect(hex).toBe(golden.body.hex)
  })

  test('is read in order to the last bit, and in no shorter form', () => {
    expectRead(golden.body, null, calls(golden.body, [2]), [
      'left 65520',
      'events left out',
      'event boom 65534: age -3, by 3, input 4660, index 9, {"power":12,"word":"bäng"}',
      'event ring 65535: age 70000, by 0, input 0, index 0, {"at":5}',
      'leave 43981: 127 ago',
      'deferred 7',
      'deferred 24',
      'lists: own view',
      'player 1: 0 ago, part 0',
      'player 1: usually 40',
      'player 2: usually 2',
      'player 3: 127 ago, part 255',
      'player 3: usually -3',
      'behind 1: 38',
      'behind 2: 2',
      'behind 3: 297',
      'players',
      'whole 3: generation 17, rock, owner 3',
      'filled 3, 63 back: 50,1,0,0,0,4,21 né',
      'filled 3, 1 back: 50,2,0,0,0,4,21 né',
      'filled 3, 0 back: 0,0,0,0,0,4,21 né',
      'whole 300: generation 1, wall, owner 0',
      'filled 300, 0 back: 1,0,0 ',
    ])
  })

  test.each([
    ['- at: 0 to 5', 6],
    ['- generation', 0],
    ['- x: coarse 50 of 50', 51],
    ['- steps back: 63', 0],
    ['- steps back: 63', 1],
    ['- steps back: 1', 0],
    ['- steps back: 1', 63],
    ['- face: right of 3', 3],
  ])('is rejected when it says of %s: %d', (field, value) => {
    const read = calls(golden.body, [2])
    expect(read(bodyReader(golden.body.parts))).not.toBeNull()
    expect(read(bodyReader(spoiled(golden.body, field, value)))).toBeNull()
  })

  test('with a slot past the last one is rejected', () => {
    const far = golden.body.parts.map((part) =>
      part[0].startsWith('slot 300')
        ? (['far', '1111' + '1' + '1111' + '1' + '1111' + '1' + '11110'] as const)
        : part,
    )
    expect(calls(golden.body, [2])(bodyReader(far))).toBeNull()
  })

  test.each([
    ['event boom, event id', rice(2, 1, 8)],
    ['- kind', rice(2, 1, 8)],
    ['count of events', rice(256, 0, 17)],
  ])('is rejected when it is too much: %s', (field, bits) => {
    const parts = golden.body.parts.map((part) =>
      part[0] === field ? ([field, bits] as const) : part,
    )
    expect(calls(golden.body, [2])(bodyReader(parts))).toBeNull()
  })

  test.each([
    ['player 2 is the next', small(0xffff - 1)],
    ['player 2 is the next', small(5)],
    ['player 3 is the next but one', rice(2, 0, 16)],
  ])('is rejected when it speaks of a player who is not there: %s', (field, bits) => {
    const parts = golden.body.parts.map((part) =>
      part[0] === field ? ([field, bits] as const) : part,
    )
    expect(calls(golden.body, [2])(bodyReader(parts))).toBeNull()
  })

  test('is one flag when nothing happened, with every time as expected', () => {
    const read = calls(golden.plainBody, [4, 5])
    expectRead(golden.plainBody, null, read, NOTHING_NEW)
    expect(hexOf((writer) => writer.flag(false))).toBe(golden.plainBody.hex)
  })

  test('may also use five more flags when nothing happened', () => {
    const hex = hexOf((writer) => {
      writer.flag(true)
      writer.flag(false)
      writer.flag(false)
      const players = [player(4, [1, 0], 0), player(5, [1, 2], 2)]
      writeTimelines(writer, players, TICK + 1, TICK)
      writeBehind(writer, players, SUB_TICKS, TICK, BASELINE)
      writer.flag(false)
    })
    expect(hex).toBe(golden.emptyBody.hex)
    const read = calls(golden.emptyBody, [4, 5])
    expectRead(golden.emptyBody, null, read, NOTHING_NEW)
  })

  test('leaves movement out when there is none', () => {
    const bitsOf = (code: number) =>
      hexOf((writer) => {
        // Eight flags take as many bytes as one takes bits.
        for (let n = 0; n < 8; n++)
          writeWholeRecord(writer, entity(whole, { kind: rock, slot: 3 }, code), 0)
      }).length / 2
    expect(bitsOf(5)).toBe(bitsOf(0) + 7)
  })
})

/** Reads a single body; nothing may follow. */
function calls(
  { parts }: Golden,
  players: readonly number[],
): (reader: BitReader) => string[] | null {
  expect(parts.length).toBeGreaterThan(0)
  return (reader) => {
    const made = bodyCalls(reader, game, players)
    return reader.finished() ? made : null
  }
}

function bodyReader(parts: Golden['parts']): BitReader {
  return new BitReader().start(Buffer.from(packed(parts), 'hex'))
}
