import { expect, test } from 'vitest'
import { madeUpReport } from '../report/report.case.ts'
import { pageDataOf } from './data.ts'
import { loadPage } from './page.ts'
import { loadScript } from './script.ts'

const page = loadPage(madeUpReport())

test('the page loads nothing: no file, and a policy that forbids it', () => {
  expect(page.match(/<(script|link|img|iframe)[^>]*(src|href)=/gi)).toBeNull()
  expect(page.match(/@import|url\((?!#)/gi)).toBeNull()
  expect(page).toContain("default-src 'none'")
})

test('the address, the command and the name of the game are text, never markup', () => {
  expect(page).not.toContain('<b>bold')
  expect(page).toContain('&lt;b&gt;bold')
  expect(page).toContain('?a=1&amp;b=&lt;2&gt;')
  expect(page).toContain('--bot &lt;game&gt;.ts')
  expect(page.match(/<\/script>/g)?.length).toBe(2)
})

test('it shows every second of what was measured, and leaves out lines without values', () => {
  const [, json = ''] = /id="data">(.*?)<\/script>/s.exec(page) ?? []
  const data = JSON.parse(json)
  expect(data).toEqual(JSON.parse(JSON.stringify(pageDataOf(madeUpReport()))))
  expect(data.atSeconds).toEqual([1, 2, 3, 4, 5])
  expect(data.rampedSeconds).toBe(2)
  const lines = new Map<string, { name: string; values: (number | null)[] }[]>(
    data.charts.map(({ id, lines }: { id: string; lines: [] }) => [id, lines]),
  )
  expect(lines.get('joins')?.map(({ values }) => values)).toEqual([
    [20, 20, null, null, null],
    [90, 90, null, null, null],
    [95, 95, null, null, null],
  ])
  expect(lines.get('clients')?.[0]?.values).toEqual([2, 4, 4, 4, 4])
  expect(lines.get('cpu')?.map(({ name }) => name)).toEqual(['generator'])
  for (const id of lines.keys()) expect(page).toContain(`id="chart-${id}"`)
})

test('a generator that was too busy is a warning that nobody can overlook', () => {
  const { overall } = madeUpReport()
  expect(page).not.toContain('class="warning"')
  const busy = loadPage(madeUpReport({ overall: { ...overall, busiestCpu: 1 } }))
  expect(busy).toContain(
    '<p class="warning">Do not trust these figures: the generator was saturated',
  )
})

test('the script can be parsed, and needs nothing that a compiler has left outside it', () => {
  expect(() => new Function(loadScript())).not.toThrow()
  expect(loadScript()).not.toMatch(/\b__vi|\bimport\b|\brequire\b/)
})
