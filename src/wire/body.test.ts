import { describe, expect, test } from 'vitest'
import { BitReader } from './bits.ts'
import { writeBehind, writeEvent, writeLeave, writeLine, writeWholeRecord } from './body.ts'
import { expectRead, type Golden, game, hexOf, packed, spoiled } from './goldens.case.ts'
import { PlayerLine } from './player-line.ts'
import { bodyCalls, entitySource as entity, fine, record } from './records.case.ts'
import * as golden from './snapshot-goldens.case.ts'

const [wall, rock] = game.kinds as [(typeof game.kinds)[0], (typeof game.kinds)[0]]
const [ring, boom] = game.events as [(typeof game.events)[0], (typeof game.events)[0]]

/** A line that is `behind` steps behind just now. */
function line(part: number, usual: number, lagMs: number, behind = usual): { line: PlayerLine } {
  const line = new PlayerLine()
  line.tell(part, usual, lagMs)
  line.note(9, 3456, behind)
  return { line }
}

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
      writer.small(1)
      writer.write(0xfff0, 16)
      writer.small(2)
      writeLine(writer, 3, line(255, -3, 250).line, 5000)
      writeLine(writer, 1, line(0, 40, 0).line, 0)
      writer.flag(true)
      writer.small(2)
      const power = fine(boom.schema, { power: 12, word: 'bäng' })
      const by = { player: 3, input: 0x1234, index: 9 }
      writeEvent(writer, { kind: boom, id: 0xfffe, record: power, ...by }, -3)
      const at = fine(ring.schema, { at: 5 })
      writeEvent(
        writer,
        { kind: ring, id: 0xffff, record: at, player: 0, input: 7, index: 7 },
        70_000,
      )
      writer.small(1)
      writeLeave(writer, 0xabcd, 127)
      writer.small(2)
      writer.small(7)
      writer.small(16)
      writer.flag(true)
      writeBehind(writer, [line(0, 40, 0, 38), line(9, 2, 9), line(255, -3, 0, 297)])
      writer.flag(true)
      writer.small(2)
      const of = { kind: rock, slot: 3, generation: 17, owner: 3 }
      writeWholeRecord(writer, entity(whole, of, 5, extras), 3)
      const open = record(wall.schema, { open: true })
      writeWholeRecord(writer, entity(open, { kind: wall, slot: 300 }), 296)
    })
    expect(hex).toBe(golden.body.hex)
  })

  test('is read in its order to the last bit, and in no shorter form', () => {
    expectRead(golden.body, null, calls(golden.body, [2]), [
      'left 65520',
      'line 3: 127 ago, part 255, usually -3, lag 250',
      'line 1: 0 ago, part 0, usually 40, lag 0',
      'events left out',
      'event boom 65534: age -3, by 3, input 4660, index 9, {"power":12,"word":"bäng"}',
      'event ring 65535: age 70000, by 0, input 0, index 0, {"at":5}',
      'leave 43981: 127 ago',
      'deferred 7',
      'deferred 24',
      'lists: own view',
      'behind 1: 38',
      'behind 2: 0',
      'behind 3: 297',
      'players',
      'whole 3: generation 17, rock, owner 3',
      'filled 3, 63 back: 50,1,0,0,0,4,5 né',
      'filled 3, 1 back: 50,2,0,0,0,4,5 né',
      'filled 3, 0 back: 0,0,0,0,0,4,5 né',
      'whole 300: generation 1, wall, owner 0',
      'filled 300, 0 back: 1,0,0 ',
    ])
  })

  test.each([
    ['- lag', 251],
    ['event boom, event id', 2],
    ['- at: 0 to 5', 6],
    ['- generation', 0],
    ['- kind', 2],
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

  test('when nothing happened is four fields, and says of everybody that it is as usual', () => {
    const hex = hexOf((writer) => {
      writer.flag(false)
      writer.flag(false)
      writeBehind(writer, [line(1, 0, 0), line(1, 2, 0)])
      writer.flag(false)
    })
    expect(hex).toBe(golden.emptyBody.hex)
    const read = calls(golden.emptyBody, [4, 5])
    expectRead(golden.emptyBody, null, read, [
      'lists: common view',
      'behind 4: 0',
      'behind 5: 0',
      'players',
    ])
  })

  test('says of movement nothing where there is nothing to say', () => {
    const bitsOf = (carry: number) =>
      hexOf((writer) => {
        // Eight of them: as many bytes as one has bits.
        for (let n = 0; n < 8; n++)
          writeWholeRecord(writer, entity(whole, { kind: rock, slot: 3 }, carry), 0)
      }).length / 2
    expect(bitsOf(5)).toBe(bitsOf(0) + 5)
  })
})

/** Reads a body alone; nothing may follow. */
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
