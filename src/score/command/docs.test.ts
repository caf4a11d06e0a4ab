import { expect, test } from 'vitest'
import { motionDocument } from './docs.ts'
import { madeUpReport } from './report.case.ts'

const text = motionDocument(madeUpReport())

test('the document says on its first line how it is made', () => {
  expect(text.split('\n')[0]).toBe(
    '<!-- Made by a program; to change it, run: glissade score --traces "calm" -->',
  )
})

test('it holds every table of every rate, every player and every movement', () => {
  const headings = text.match(/^#{2,3} .*$/gm) ?? []
  for (const rate of [10, 20]) {
    expect(headings.filter((line) => line.includes(`at ${rate} snapshots per second`)).length).toBe(
      7,
    )
  }
  expect(text).toContain('- **good**: does well')
  expect(text).toContain('- **walk**: walks')
  expect(text).toMatch(/^\| good \| 1\.15 \|/m)
})

test('it says how fair it is, for the players and traces of the report', () => {
  expect(text).not.toContain('How fair this is')
  const report = madeUpReport()
  const named = (names: readonly string[]) => names.map((name) => ({ name, about: 'plays' }))
  const kind = 'datagram' as const
  const fair = motionDocument({
    ...report,
    players: named(['glissade', 'quake3-like', 'colyseus-2T']),
    traces: ['gilbert', 'real_5g_weak'].map((name) => ({ name, kind })),
  })
  for (const part of [
    '## How fair this is',
    '`-like`',
    'bench/peers',
    'Seeds 1, 3, 5',
    'CC BY 4.0',
  ])
    expect(fair).toContain(part)
  const plain = motionDocument({ ...report, players: named(['glissade', 'snap']) })
  expect(plain).toContain('predicted')
  for (const part of ['`-like`', 'bench/peers', 'Seeds 1, 3, 5', 'CC BY 4.0'])
    expect(plain).not.toContain(part)
})

test('a table that is passed comes before all others', () => {
  const first = {
    title: 'In a room',
    about: 'measured',
    head: ['network', 'delay'],
    rows: [['calm', '9']],
  }
  const headings = (document: string) => document.match(/^## .*$/gm)
  const begun = motionDocument(madeUpReport(), first)
  expect(headings(begun)).toEqual(['## In a room', ...headings(text)!])
  expect(begun).toContain('measured\n\n| network | delay |\n|---|--:|\n| calm | 9 |\n')
})

test('every table is whole, and the file ends with one line break', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.length).toBeGreaterThan(30)
  for (const row of rows) expect(row).toMatch(/\|$/)
  expect(text).toMatch(/[^\n]\n$/)
})
