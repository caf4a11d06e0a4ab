import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flag, number, oneOf } from '../../game/field.ts'
import { Schema } from '../../game/schema.ts'
import { BitReader, BitWriter } from '../bits.ts'
import { planOf } from '../records/plan.ts'
import { bestK, FoundChanges, MOST_K, PackedTable, TableMaker, writeTable } from './tables.ts'

const plan = planOf(
  new Schema({
    x: number({ max: 1000 }),
    y: number({ max: 1000 }),
    lit: flag(),
    face: oneOf('a', 'b', 'c'),
  }),
  30,
)

/** One record in this many is counted. */
const EVERY = 4

/** Returns a maker that has counted `count` records of these differences; undefined: unchanged. */
function seen(
  maker: TableMaker,
  count: number,
  columns: readonly (number | undefined)[],
): TableMaker {
  const found = new FoundChanges(columns.length)
  for (const [i, difference] of columns.entries()) {
    found.changed[i] = difference === undefined ? 0 : 1
    found.differences[i] = difference ?? 0
  }
  for (let n = 0; n < count * EVERY; n++) maker.count(found)
  return maker
}

const said = ({ columns }: PackedTable) => [
  columns.map((c) => Number(c.isCommon)),
  columns.map((c) => c.k),
]

test('at first numbers are common, with a k of 4', () => {
  expect(said(new PackedTable(plan))).toEqual([
    [1, 1, 0, 0],
    [4, 4, 0, 0],
  ])
})

test('a table is read back as it was written, and can be reset to the first one', () => {
  const bit = fc.nat(1)
  fc.assert(
    fc.property(fc.tuple(bit, bit, bit, bit), fc.tuple(fc.nat(12), fc.nat(12)), (common, k) => {
      const table = new PackedTable(plan)
      for (const [i, c] of table.columns.entries()) {
        c.isCommon = common[i] === 1
        c.k = k[i] ?? 0
      }
      const writer = new BitWriter()
      writeTable(writer, table)
      expect(writer.bitLength).toBe(4 + 2 * 4)
      const read = new PackedTable(plan)
      read.read(new BitReader().start(writer.toBytes()))
      expect(said(read)).toEqual(said(table))
      read.reset()
      expect(said(read)).toEqual(said(new PackedTable(plan)))
    }),
  )
})

describe('a new table', () => {
  test('is made when it pays: columns that change mostly are common, and k suits the differences', () => {
    const maker = seen(new TableMaker(plan), 30, [200, undefined, 1, undefined])
    maker.look(16)
    expect(maker.tick).toBe(16)
    expect(said(maker.table)).toEqual([
      [1, 0, 1, 0],
      [7, 4, 0, 0],
    ])
  })

  test('is considered at every 16th tick only', () => {
    const maker = seen(new TableMaker(plan), 30, [200, undefined, 1, undefined])
    for (let tick = 17; tick < 32; tick++) maker.look(tick)
    expect(maker.tick).toBe(-1)
    maker.look(32)
    expect(maker.tick).toBe(32)
  })

  test('is not made from a few records, or for a small gain', () => {
    const few = seen(new TableMaker(plan), 7, [5000, undefined, 1, 1])
    few.look(16)
    expect(few.tick).toBe(-1)
    seen(few, 1, [5000, undefined, 1, 1]).look(32)
    expect(few.tick).toBe(32)
    // Means of 16 fit a k of 4.
    const fitting = seen(new TableMaker(plan), 500, [16, 16, undefined, undefined])
    fitting.look(16)
    expect(fitting.tick).toBe(-1)
  })

  test('follows recent records: older ones count less and less', () => {
    const maker = seen(new TableMaker(plan), 64, [400, 400, undefined, undefined])
    maker.look(16)
    expect(said(maker.table)[1]).toEqual([8, 8, 0, 0])
    for (let tick = 32; tick < 200; tick += 16)
      seen(maker, 64, [1, undefined, undefined, 1]).look(tick)
    expect(said(maker.table)).toEqual([
      [1, 0, 0, 1],
      [0, 8, 0, 0],
    ])
    const { tick } = maker
    for (let n = 1; n < 9; n++) seen(maker, 64, [1, undefined, undefined, 1]).look(tick + 16 * n)
    expect(maker.tick).toBe(tick)
  })
})

test('the best k takes no more bits than any other', () => {
  const bits = (k: number, mean: number) => 1 + k + mean / 2 ** k
  for (const sum of [0, 4, 10, 19, 21, 70, 900, 10_000, 50_000, 1e10]) {
    const best = bits(bestK(sum, 10), sum / 10)
    for (let k = 0; k <= MOST_K; k++) expect(best).toBeLessThanOrEqual(bits(k, sum / 10))
  }
})
