import { expect, test } from 'vitest'
import { ms, percent, shown, type Table, tableMarkdown, tableText } from './table.ts'

const table: Table = {
  title: 'Fruit',
  about: '',
  head: ['name', 'count'],
  rows: [['apple', '7'], ['fig | date', '1200'], ['none']],
}

test('in a terminal the first column is left-aligned and the others right-aligned', () => {
  expect(tableText(table)).toBe(
    [
      'Fruit',
      '',
      'name        count',
      '----------  -----',
      'apple           7',
      'fig | date   1200',
      'none',
      '',
    ].join('\n'),
  )
  expect(tableText({ ...table, about: 'Eaten.' })).toMatch(/^Fruit\nEaten\.\n\n/)
})

test('in Markdown it is a heading and a table, and a bar in a cell is escaped', () => {
  expect(tableMarkdown({ ...table, about: 'Eaten.' }, 3)).toBe(
    [
      '### Fruit',
      '',
      'Eaten.',
      '',
      '| name | count |',
      '|---|--:|',
      '| apple | 7 |',
      '| fig \\| date | 1200 |',
      '| none |  |',
      '',
    ].join('\n'),
  )
})

test('numbers have as many decimals as matter', () => {
  expect([0, 0.044, 0.994, 0.999, 9.94, 9.96, 100].map(percent)).toEqual([
    '0.00',
    '0.04',
    '0.99',
    '1.0',
    '9.9',
    '10',
    '100',
  ])
  expect([ms(89.6), shown(-0.001, 2), shown(Number.NaN, 2), shown(Infinity, 0)]).toEqual([
    '90',
    '0.00',
    '-',
    '-',
  ])
})
