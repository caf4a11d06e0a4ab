import { expect, test } from 'vitest'
import type { MotionScore } from '../measures/score-types.ts'
import { madeUpReport } from './report.case.ts'
import type { Report } from './report.ts'
import { Results } from './results.ts'
import {
  duelTable,
  errorTable,
  motionTable,
  scoreTables,
  summaryTable,
  traceTables,
} from './score-tables.ts'

const results = new Results(madeUpReport())

/** Returns the made-up report with other numbers for one player, trace and motion, at all rates. */
function changed(
  player: string,
  trace: string,
  motion: string,
  numbers: Partial<MotionScore>,
): Report {
  const report = madeUpReport()
  const scores = report.scores.map((score) => ({
    ...score,
    motions: score.motions.map((one) =>
      score.contender === player && score.trace === trace && one.motion === motion
        ? { ...one, ...numbers }
        : one,
    ),
  }))
  return { ...report, scores }
}

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

test('the first player is compared with every other, and its worst trace is named', () => {
  // Mean costs: 90 and 210 against 190 and 430.
  expect(duelTable(results, 20).rows).toEqual([
    [
      'bad <b>',
      '0.48',
      '0.48',
      '2 of 2',
      '4 of 4',
      '0.49 rough/tcp',
      '0.50 calm, walk',
      '0.48',
      '4 of 4',
    ],
  ])
})

test('the first player by sort of movement', () => {
  const rows = motionTable(results, 10).rows
  expect(rows.map(([motion, delay]) => [motion, delay])).toEqual([
    ['walk', '150'],
    ['fly', '130'],
  ])
})

test('a motion in which the first player costs more is named, although the trace is won', () => {
  const report = changed('good', 'calm', 'fly', { costMs: 189 })
  const [row] = duelTable(new Results(report), 20).rows
  expect(row?.slice(3, 7)).toEqual(['2 of 2', '3 of 4', '0.76 calm', '1.05 calm, fly'])
})

test('a duel may go by the cost with the position error priced in', () => {
  const wrong = new Results(changed('good', 'calm', 'fly', { errorCostMs: 10_000 }))
  expect(duelTable(wrong, 20).rows[0]?.slice(3)).toEqual([
    '2 of 2',
    '4 of 4',
    '0.49 rough/tcp',
    '0.50 calm, walk',
    expect.stringMatching(/^[1-9]/),
    '3 of 4',
  ])
  expect(wrong.duel(20, 'good', 'bad <b>', 'fly', 'errorCostMs')).toMatchObject({ won: 1 })
})

test('results of some motions only', () => {
  const fly = results.ofMotions(['fly'])
  expect(fly.report.motions.map(({ name }) => name)).toEqual(['fly'])
  expect(fly.means(20, 'good')?.motions.map(({ motion }) => motion)).toEqual(['fly'])
  expect(fly.mean('calm', 20, 'good', 'delayMs')).toBe(80)
})

test('a player without numbers on a trace has lost there, and its means leave that trace out', () => {
  const nothing = { costMs: Number.NaN, delayMs: Number.NaN, longestStallMs: 900 }
  const lost = new Results(changed('good', 'calm', 'fly', nothing))
  expect(duelTable(lost, 20).rows[0]?.slice(1, 7)).toEqual([
    '0.49',
    '0.49',
    '1 of 2',
    '3 of 4',
    '- calm',
    '- calm, fly',
  ])
  const table = summaryTable(lost, 20)
  expect(table.about).toContain('is missing or not above 0: good on calm.')
  // 200 and 180 over 160.
  expect(table.rows[0]?.[1]).toBe('1.19')
  expect(motionTable(lost, 20).rows[0]?.[1]).toBe('200')
  const won = new Results(changed('bad <b>', 'calm', 'fly', nothing))
  expect(duelTable(won, 20).rows[0]?.[3]).toBe('2 of 2')
  expect(summaryTable(results, 20).about).not.toContain('leave out')
})

test('a cost below 0 is lower than any above 0, and higher than a lower one', () => {
  const below = { costMs: -5, delayMs: -5 }
  const cheap = new Results(changed('good', 'calm', 'fly', below))
  expect(cheap.duel(20, 'good', 'bad <b>', 'fly')).toMatchObject({ won: 2, traces: 2 })
  const dear = new Results(changed('bad <b>', 'calm', 'fly', below))
  expect(dear.duel(20, 'good', 'bad <b>', 'fly')).toMatchObject({ won: 1, traces: 2 })
  expect(summaryTable(cheap, 20).rows[0]?.[1]).toBe('1.19')
})

test('stalls: the median, and the longest', () => {
  const { head, rows } = summaryTable(
    new Results(changed('good', 'rough/tcp', 'fly', { longestStallMs: 700 })),
    20,
  )
  expect(rows[0]?.[head.indexOf('median stall')]).toBe('50')
  expect(rows[0]?.[head.indexOf('longest stall')]).toBe('700')
})

test('errors of the first player by movement and trace', () => {
  const { head, rows } = errorTable(
    new Results(changed('good', 'rough/tcp', 'fly', { errorP99: 12 })),
    20,
  )
  expect(head).toEqual(['movement', 'calm', 'rough/tcp'])
  expect(rows).toEqual([
    ['walk', '5.50', '5.50'],
    ['fly', '0.25', '12'],
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

test('all tables are made for all rates, also if a player has not played', () => {
  const report = madeUpReport()
  expect(scoreTables(results).length).toBe(14)
  const without = { ...report, scores: report.scores.filter((one) => one.contender === 'good') }
  const tables = scoreTables(new Results(without))
  expect(tables[0]?.rows[1]).toEqual(['bad <b>'])
  expect(JSON.stringify(tables)).not.toContain('NaN')
})
