import { expect, test } from 'vitest'
import { madeUpReport } from '../report.case.ts'
import { CurveKeeper } from './curves.ts'
import { Kit } from './kit.ts'
import { reportPage } from './page.ts'
import { pageScript } from './script.ts'

const report = madeUpReport()
const page = reportPage(report, new CurveKeeper(report.players.map(({ name }) => name)))

test('the page loads nothing: no address, no file, and a policy that forbids it', () => {
  // The name of SVG looks like an address, but nothing is loaded from it.
  const rest = page.replaceAll(/["']http:\/\/www.w3.org\/2000\/svg["']/g, '')
  expect(rest.match(/https?:|\/\/[a-z]|@import|url\((?!#)/gi)).toBeNull()
  expect(page.match(/<(script|link|img|iframe)[^>]*(src|href)=/gi)).toBeNull()
  expect(page).toContain("default-src 'none'")
})

test('names of players and the command are text, never markup', () => {
  expect(page).not.toContain('bad <b>')
  expect(page).toContain('bad &lt;b&gt;')
  expect(page.match(/<\/script>/g)?.length).toBe(2)
})

test('the page contains all results, to six digits', () => {
  const [, json = ''] = /id="data">(.*?)<\/script>/s.exec(page) ?? []
  const { scores, bounds, ...data } = JSON.parse(json)
  expect(scores).toEqual(JSON.parse(JSON.stringify(report.scores)))
  expect(bounds).toEqual(report.bounds)
  const { rates, traces, motions, players } = report
  expect(data).toMatchObject({ rates, traces, motions, players })
  const third = reportPage({ ...report, rates: [100 / 3] }, new CurveKeeper([]))
  expect(third).toContain('"rates":[33.3333]')
  expect(third).toContain('<div data-rate="0">')
  expect(page.match(/data-rate="\d"/g)?.length).toBe(page.match(/data-rate=/g)?.length)
})

test('the script can be parsed, and needs nothing that a compiler has left outside it', () => {
  expect(() => new Function(pageScript())).not.toThrow()
  expect(pageScript()).not.toMatch(/\b__vi|\bimport\b|\brequire\b/)
})

test('marks of an axis are round numbers within it', () => {
  const { ticks } = Kit.prototype
  expect(ticks(87, 412, 5)).toEqual([100, 200, 300, 400])
  expect(ticks(0, 0.35, 4)).toEqual([0, 0.1, 0.2, 0.3])
  expect(ticks(50.03, 60, 10)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60])
})
