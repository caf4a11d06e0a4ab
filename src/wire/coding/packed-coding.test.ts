import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BitReader, BitWriter } from '../bits.ts'
import { expectRead, type Golden, hexOf, packed as packedParts, spoiled } from '../goldens.case.ts'
import * as golden from '../packed-goldens.case.ts'
import { changes, flying, tabled } from '../packed-goldens.case.ts'
import { LooseRecord } from '../records/columns.ts'
import { plansOf } from '../records/plan.ts'
import { Calls, type Change, changeList } from '../records.case.ts'
import { packed } from './packed-ends.ts'

const plans = plansOf(flying)

describe.each(Object.entries(golden.packedGoldens))(
  'the golden list %s',
  (_name, { parts, hex }) => {
    test('consists of its fields, in the order of the page', () => {
      expect(packedParts(parts)).toBe(hex)
    })
  },
)

describe('changed entities in the packed coding', () => {
  test('are written', () => {
    const writing = packed.writer(plans, 20)
    writing.begin(20)
    const hex = hexOf((writer) => writing.write(writer, 15, changeList(changes), 0))
    expect(hex).toBe(golden.packedChanges.hex)
  })

  test('are read to the last bit, and in no shorter form', () => {
    expectRead(golden.packedChanges, null, reading(changes), [
      'changed 2: distance 0',
      'filled 2, 0 back: 0,1,0,0 ',
      'changed 3: distance 0',
      'filled 3, 0 back: 103,88,2,0,0,1,45,3,54,32,32,0,0,0,0 ',
      'changed 300: distance 9',
      'filled 300, 0 back: 400,84,250,1,2,0,40,3,32,32,32,0,0,1,0 né',
      'changed 301: distance 0',
      'filled 301, 2 back: 101,56,250,0,0,1,2,3,32,32,32,0,0,0,14 ',
      'filled 301, 1 back: 104,64,250,0,0,1,2,3,32,32,32,0,0,0,14 ',
      'filled 301, 0 back: 104,64,250,1,0,1,0,3,32,32,32,0,0,0,14 ',
    ])
  })

  test('are read with the tables that came with them', () => {
    expectRead(golden.packedTables, null, reading(tabled), [
      'changed 2: distance 0',
      'filled 2, 0 back: 0,1,0,0 ',
      'changed 3: distance 0',
      'filled 3, 0 back: 100,88,250,0,0,1,40,3,32,32,32,0,0,0,0 ',
    ])
  })

  test.each([
    ['g: what the writer takes for such distances', 13],
    ['slot 301 is the next', 0x7f],
    ['- face', 3],
    ['- steps back: 2', 0],
    ['- steps back: 2', 1],
    ['- steps back: 1', 0],
    ['- steps back: 1', 2],
    // Four ones and more, as zigzag: 88 above 41 is beyond its 51 numbers.
    ['- height: 2 becomes 0', 0x1f],
  ])('are rejected when they say of %s: %d', (field, value) => {
    const read = reading(changes)
    expect(read(readerOf(golden.packedChanges.parts))).not.toBeNull()
    expect(read(readerOf(spoiled(golden.packedChanges, field, value)))).toBeNull()
  })

  test('are rejected when a table has a greater k than there is', () => {
    const spoilt = golden.packedTables.parts.map((part) =>
      part[0] === '- - x is not' ? (['k of 13', '01011'] as const) : part,
    )
    expect(reading(tabled)(readerOf(spoilt))).toBeNull()
  })

  test('are rejected when there is no such baseline', () => {
    expect(reading([])(readerOf(golden.packedChanges.parts))).toBeNull()
  })
})

/** Any state of a ship or lamp. */
const state = (kind: Change['kind']) =>
  fc.tuple(
    fc.tuple(
      ...kind.schema.columns.map((c) =>
        fc.oneof(fc.constant(0), fc.constant(c.coarseLevels), fc.nat(c.coarseLevels)),
      ),
    ),
    fc.nat(2),
  )
const change = fc.constantFrom(...flying.kinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    base: state(kind),
    before: fc.option(state(kind), { nil: undefined }),
    now: state(kind),
    isSame: fc.boolean(),
    elapsed: fc.integer({ min: -600, max: 9000 }),
    span: fc.integer({ min: -600, max: 9000 }),
    distance: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 127 })),
    codes: fc.tuple(fc.nat(23), fc.nat(23)),
    extras: fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 63 }), state(kind)), {
        selector: ([back]) => back,
        maxLength: 3,
      })
      .map((list) => list.sort(([a], [b]) => b - a)),
  }),
)
const someChanges = fc.uniqueArray(fc.tuple(fc.nat(0xffff), change), {
  selector: ([slot]) => slot,
  maxLength: 6,
})

test('any changes are read back, and rejected when they are cut short', () => {
  fc.assert(
    fc.property(someChanges, fc.double({ min: 0, max: 0.99, noNaN: true }), (some, part) => {
      const list = made(some)
      const writer = new BitWriter(1)
      const writing = packed.writer(plans, 20)
      writing.begin(7)
      writing.write(writer, 3, changeList(list), 0)
      const bytes = writer.toBytes()
      const sink = new Calls(list)
      expect(packed.reader(plans).read(new BitReader().start(bytes), 3, sink, 0)).toBe(true)
      expect(sink.calls).toEqual(list.flatMap(callsOf))
      const cut = bytes.subarray(0, Math.floor(part * bytes.length))
      expect(packed.reader(plans).read(new BitReader().start(cut), 3, new Calls(list), 0)).toBe(
        false,
      )
    }),
    { numRuns: 60 },
  )
})

test('tables are made from written records, and sent until the baseline has them; a new client gets them too', () => {
  const writing = packed.writer(plans, 20)
  const reader = packed.reader(plans)
  const sizes: number[] = []
  for (let tick = 1; tick < 80; tick++) {
    const writer = new BitWriter()
    writing.begin(tick)
    writing.write(writer, tick - 1, changeList(tabled), 0)
    sizes.push(writer.bitLength)
    const bytes = writer.toBytes()
    const sink = new Calls(tabled)
    expect(reader.read(new BitReader().start(bytes), tick - 1, sink, 0)).toBe(true)
    expect(sink.calls).toContain('filled 3, 0 back: 100,88,250,0,0,1,40,3,32,32,32,0,0,0,0 ')
  }
  expect(sizes.at(-1)).toBeLessThan(sizes[0]!)
  const complete = new BitWriter()
  writing.begin(80)
  writing.write(complete, -1, changeList([]), 0)
  writing.write(new BitWriter(), 79, changeList(tabled), 0)
  const late = packed.reader(plans)
  expect(late.read(new BitReader().start(complete.toBytes()), -1, new Calls(), 0)).toBe(true)
  const next = new BitWriter()
  writing.begin(81)
  writing.write(next, 80, changeList(tabled), 0)
  const sink = new Calls(tabled)
  expect(late.read(new BitReader().start(next.toBytes()), 80, sink, 0)).toBe(true)
  expect(sink.calls).toHaveLength(4)
  // A client with other tables takes these alone, and returns to the default for those not named.
  expect(reader.read(new BitReader().start(Uint8Array.of(0)), -1, new Calls(), 0)).toBe(true)
  const first = packed.writer(plans, 20)
  first.begin(1)
  const plain = new BitWriter()
  first.write(plain, 0, changeList(changes), 0)
  expect(reader.read(new BitReader().start(plain.toBytes()), 0, new Calls(changes), 0)).toBe(true)
})

describe('the kept record of an entity', () => {
  const kept = (list: readonly Change[]) => Object.assign(changeList(list), { keeps: true })

  test('has the same bits for another body of the tick, and other bits when it is coded between other states', () => {
    const writing = packed.writer(plans, 20)
    const alone = (list: readonly Change[]) =>
      hexOf((writer) => writing.write(writer, 4, kept(list), 0))
    const other = changes.map((one) => ({ ...one, elapsed: 256, distance: 0 }))
    writing.begin(5)
    const first = alone(changes)
    const second = alone(other)
    expect(second).not.toBe(first)
    expect(alone(changes)).toBe(first)
    expect(alone(other)).toBe(second)
    const fresh = packed.writer(plans, 20)
    fresh.begin(5)
    expect(hexOf((writer) => fresh.write(writer, 4, changeList(other), 0))).toBe(second)
  })

  test('is not reused in a later tick', () => {
    const writing = packed.writer(plans, 20)
    const of = (list: readonly Change[]) =>
      hexOf((writer) => writing.write(writer, 4, kept(list), 0))
    writing.begin(5)
    const first = of(tabled)
    writing.begin(6)
    const moved = tabled.map((one) => ({ ...one, now: one.base }))
    expect(of(moved)).not.toBe(first)
  })
})

/** Returns the drawn changes, in the order of their slots. Texts with different numbers are different texts. */
function made(some: typeof someChanges extends fc.Arbitrary<infer T> ? T : never): Change[] {
  return some
    .sort(([a], [b]) => a - b)
    .map(([slot, { base, before, now, isSame, extras, ...rest }]) => {
      const { kind } = rest
      const of = ([numbers, text]: typeof base) => stateOf(kind, numbers, text)
      const from = of(base)
      return {
        ...rest,
        slot,
        base: from,
        now: isSame ? from : of(now),
        extras: extras.map(([back, extra]) => [back, of(extra)] as const),
        ...(before && { before: of(before) }),
      }
    })
}

function stateOf(kind: Change['kind'], numbers: readonly number[], text: number): LooseRecord {
  const state = new LooseRecord(kind.schema)
  state.row.set(numbers)
  kind.schema.textIndex.forEach((index, i) => {
    if (index < 0) return
    state.row[i] = text
    state.texts[index] = 'é'.repeat(text)
  })
  return state
}

/** Returns the calls that reading must make: the numbers that travel, and the texts that are sent. */
function callsOf({ slot, kind, base, now, distance, extras = [], codes }: Change): string[] {
  const { shared, textIndex, width } = kind.schema
  const row = Int32Array.of(...base.row, codes![1])
  const texts: string[] = []
  let was = base
  const filled = [...extras, [0, now] as const].map(([back, state]) => {
    for (const i of shared) {
      if (textIndex[i]! < 0) row[i] = state.row[i]!
      else if (state.row[i] !== was.row[i]) {
        row[i] = 0
        texts[textIndex[i]!] = state.texts[textIndex[i]!]!
      }
    }
    was = state
    return `filled ${slot}, ${back} back: ${row.subarray(0, width + 1)} ${texts}`
  })
  return [`changed ${slot}: distance ${distance}`, ...filled]
}

/** Reads a list with a new reader. */
function reading(list: readonly Change[]): (reader: BitReader) => string[] | null {
  return (reader) => {
    const sink = new Calls(list)
    return packed.reader(plans).read(reader, 15, sink, 0) ? sink.calls : null
  }
}

function readerOf(parts: Golden['parts']): BitReader {
  return new BitReader().start(Buffer.from(packedParts(parts), 'hex'))
}
