import { expect, test } from 'vitest'
import { madeUpReport } from './report.case.ts'
import { Results } from './results.ts'
import { duelTable, motionTable, scoreTables, summaryTable, traceTables } from './score-tables.ts'

const results = new Results(madeUpReport())

test('a summary has a row per player, over the bound and by sort of trace', () => {
  const table = summaryTable(results, 20)
  const cell = (player: number, head: string): string | undefined =>
    table.rows[player]?.[table.head.indexOf(head)]
  expect(table.rows.map(([name]) => name)).toEqual(['good', 'bad <b>'])
  // 100, 80 over 80 and 200, 180 over 160: the geometric mean of 1.25, 1, 1.25, 1.125.
  expect(cell(0, 'delay/bound')).toBe('1.15')
  expect(cell(0, 'faults %')).toBe('0.00')
  expect(cell(0, 'ordered %')).toBe('1.0')
  expect(cell(1, 'ordered %')).toBe('2.0')
  expect(cell(0, 'start/steady')).toBe('1.50')
  expect(cell(0, 'p99 walk')).toBe('5.50')
  expect(cell(0, 'p99 fly')).toBe('0.25')
  expect(cell(0, 'jerk walk')).toBe('12')
  expect(table.rows[0]?.length).toBe(table.head.length)
})

test('the first player is compared with each other, and its worst trace named', () => {
  // Mean costs: 90 and 210 against 190 and 430.
  expect(duelTable(results, 20).rows).toEqual([
    ['bad <b>', '0.48', '0.48', '2 of 2', '0.49 rough/tcp'],
  ])
})

test('the first player by sort of movement', () => {
  const rows = motionTable(results, 10).rows
  expect(rows.map(([motion, delay]) => [motion, delay])).toEqual([
    ['walk', '150'],
    ['fly', '130'],
  ])
})

test('delay, faults and cost by trace, under the bound', () => {
  const [delay, faults, cost] = traceTables(results, 20)
  expect(delay?.rows).toEqual([
    ['bound', '80', '160'],
    ['good', '90', '190'],
    ['bad <b>', '190', '390'],
  ])
  expect(faults?.rows[2]).toEqual(['bad <b>', '0.00', '2.0'])
  expect(cost?.rows).toEqual([
    ['bound', '100', '220'],
    ['good', '90', '210'],
    ['bad <b>', '190', '430'],
  ])
})

test('all tables are made for all rates, also of a report in which a player has not played', () => {
  const report = madeUpReport()
  expect(scoreTables(results).length).toBe(12)
  const without = { ...report, scores: report.scores.filter((one) => one.contender === 'good') }
  const tables = scoreTables(new Results(without))
  expect(tables[0]?.rows[1]).toEqual(['bad <b>'])
  expect(JSON.stringify(tables)).not.toContain('NaN')
})
