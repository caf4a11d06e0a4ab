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
      6,
    )
  }
  expect(text).toContain('- **good**: does well')
  expect(text).toContain('- **walk**: walks')
  expect(text).toMatch(/^\| good \| 1\.15 \|/m)
})

test('every table is whole, and the file ends with one line break', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.length).toBeGreaterThan(30)
  for (const row of rows) expect(row).toMatch(/\|$/)
  expect(text).toMatch(/[^\n]\n$/)
})
