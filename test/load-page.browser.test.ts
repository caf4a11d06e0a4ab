import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPage } from '../src/load/page/page.ts'
import { madeUpReport } from '../src/load/report/report.case.ts'
import { launchBrowser, openPage } from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'glissade-load-page-'))
const file = join(folder, 'report.html')
let browser: Browser

beforeAll(async () => {
  writeFileSync(file, loadPage(madeUpReport()))
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])('the page of a load, $width wide, draws everything from a file', async (size) => {
  const { page, faults } = await openPage(browser, pathToFileURL(file).href, size)
  const seen = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    charts: document.querySelectorAll('.chart svg').length,
    curves: document.querySelectorAll('.chart .curve').length,
    tables: document.querySelectorAll('table').length,
    loaded: performance.getEntriesByType('resource').length,
  }))
  expect(seen.wide).toBeLessThanOrEqual(size.width)
  // Four charts of three lines, one of three counts, one of two, and one of one.
  expect(seen).toMatchObject({ charts: 7, curves: 18, tables: 3, loaded: 0 })

  const chart = page.locator('#chart-gaps svg')
  await chart.scrollIntoViewIfNeeded()
  await chart.hover()
  const note = page.locator('#chart-gaps .note')
  expect(await note.isVisible()).toBe(true)
  expect(await note.textContent()).toContain('p99 75')
  expect(faults).toEqual([])
  await page.close()
})
