import { describe, expect, test } from 'vitest'
import { BitReader, BitWriter } from './bits.ts'
import { writeDeltaRecord, writeEvent, writeLeave, writePlayer, writeWholeRecord } from './delta.ts'
import * as golden from './goldens.case.ts'
import { expectRead, hexOf } from './goldens.case.ts'
import { bodyCalls, entitySource as entity, record } from './records.case.ts'

const { game } = golden
const [wall, rock] = game.kinds as [(typeof game.kinds)[0], (typeof game.kinds)[0]]
const [ring, boom] = game.events as [(typeof game.events)[0], (typeof game.events)[0]]

describe('the body of SNAPSHOT', () => {
  const base = record(rock.schema, { x: 40, face: 'left' })
  const moved = record(rock.schema, { x: 42.5, face: 'left' })
  const whole = record(rock.schema, { x: 100, face: 'right', tag: 'né' }, 4)
  const extras = [
    [63, record(rock.schema, { x: 44, face: 'left' })],
    [1, record(rock.schema, { x: 44, face: 'up' })],
  ] as const
  const byPlayer = {
    kind: boom,
    id: 0xfffe,
    record: record(boom.schema, { power: 12, word: 'bäng' }),
    player: 3,
    input: 0x1234,
    index: 9,
  }
  const byRoom = {
    kind: ring,
    id: 0xffff,
    record: record(ring.schema, { at: 5 }),
    player: 0,
    input: 0,
    index: 0,
  }

  test('is written; what no writer does yet is put in by hand', () => {
    const hex = hexOf((writer) => {
      writer.write(5, 7)
      writer.small(2)
      writePlayer(writer, 3, -40, 300, 250)
      writePlayer(writer, 0xfffe, 40_000, -1, 0)
      writer.small(2)
      writeEvent(writer, byPlayer, -3)
      writeEvent(writer, byRoom, 70_000)
      writer.small(1)
      writeLeave(writer, 0xabcd, 127)
      writer.flag(true)
      writer.small(1)
      writer.write(7, 16)
      writer.small(3)
      const first = entity(moved, { slot: 2, generation: 1 }, 5, extras)
      writeDeltaRecord(writer, first, 2, entity(base, { slot: 2, generation: 1 }, 1).row, 0)
      writeWholeRecord(writer, entity(whole, { slot: 3, generation: 17, owner: 3 }, 2), 0, 5)
      writer.small(296)
      writer.flag(false)
      writer.write(9, 7)
      writer.flag(false)
      writer.flag(false)
      writer.flag(true)
      writer.write(2, 2)
      writer.flag(true)
      writer.write(1, 3)
    })
    expect(hex).toBe(golden.body.hex)
  })

  test('is read in its order to the last bit, and in no shorter form', () => {
    expectRead(golden.body, null, bodyCalls, [
      'begin 5',
      'player 3: age -40, advance 300, lag 250',
      'player 65534: age 32767, advance 0, lag 0',
      'event boom 65534: age -3, by 3, input 4660, index 9, {"power":12,"word":"bäng"}',
      'event ring 65535: age 70000, by 0, input 0, index 0, {"at":5}',
      'leave 43981: 127 ago',
      'deferred 7',
      'changed 2: distance 5',
      'filled 2, 63 back: 22,0,0,0,0,0,5 ',
      'filled 2, 1 back: 22,2,0,0,0,0,5 ',
      'filled 2, 0 back: 21,0,0,0,0,0,5 ',
      'whole 3: generation 17, rock, owner 3',
      'filled 3, 0 back: 50,1,0,0,0,4,2 né',
      'changed 300: distance 9',
      'filled 300, 0 back: 0,2,0,0,0,1,0 ',
    ])
  })

  test.each([
    ['- lag', 251],
    ['event boom, event id', 2],
    ['- at: 0 to 5', 6],
    ['- generation, kind, owner', 0x0100],
    ['- generation, kind, owner', 0x0211],
    ['- x: coarse 50 of 50', 51],
    ['- steps back: 63', 0],
    ['- steps back: 63', 1],
    ['- steps back: 1', 0],
    ['- steps back: 1', 63],
    ['- face: right of 3', 3],
  ])('is rejected when it says of %s: %d', (field, value) => {
    expect(bodyCalls(bodyReader(golden.body.parts))).not.toBeNull()
    expect(bodyCalls(bodyReader(golden.spoiled(golden.body, field, value)))).toBeNull()
  })

  test('says of movement what differs from the baseline, and nothing where nothing does', () => {
    const slot = { slot: 2, generation: 1 }
    const bitsOf = (carry: number, before: number) => {
      const writer = new BitWriter()
      const { row } = entity(base, slot, before)
      // Eight of them: as many bytes as one has bits.
      for (let n = 0; n < 8; n++) writeDeltaRecord(writer, entity(moved, slot, carry), 2, row, 0)
      return writer.byteLength
    }
    const least = bitsOf(0, 0)
    expect(bitsOf(5, 5)).toBe(least)
    expect(bitsOf(0, 5)).toBe(least + 5)
    expect(bitsOf(5, 0)).toBe(least + 5)
  })

  test('when complete, says whole with the distance of the body', () => {
    const open = record(wall.schema, { open: true })
    const hex = hexOf((writer) => {
      writer.write(0, 7)
      for (let lists = 0; lists < 3; lists++) writer.small(0)
      writer.flag(false)
      writer.small(1)
      writeWholeRecord(writer, { ...entity(open, { slot: 0, generation: 1 }), kind: wall }, 0, 0)
    })
    expect(hex).toBe(golden.completeBody.hex)
    expectRead(golden.completeBody, null, bodyCalls, [
      'begin 0',
      'whole 0: generation 1, wall, owner 0',
      'filled 0, 0 back: 1,0,0 ',
    ])
  })
})

function bodyReader(parts: golden.Golden['parts']): BitReader {
  return new BitReader().start(Buffer.from(golden.packed(parts), 'hex'))
}
