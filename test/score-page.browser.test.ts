import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contenders } from '../src/score/command/command.ts'
import { scoreCommand } from '../src/score/command/score.ts'
import { launchBrowser, openPage } from './browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'glissade-page-'))
const file = join(folder, 'report.html')
let browser: Browser

beforeAll(async () => {
  const words = '--traces const50,gilbert/tcp --rates 10,20 --seconds 14 --players'.split(' ')
  await scoreCommand([...words, 'fixed-3T,snap,mirror-like', '--html', file], {
    command: 'glissade score',
    contenders,
    print: () => {},
    note: () => {},
    progress: { write: () => {} },
    now: () => 0,
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
])('the page of scores, $width wide', (size) => {
  test('draws everything from a file, without a fault and no wider than the window', async () => {
    const { page, faults } = await openPage(browser, pathToFileURL(file).href, size)
    const seen = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      dots: document.querySelectorAll('#delay-all circle').length,
      bounds: document.querySelectorAll('#delay-all .bound').length,
      curves: document.querySelectorAll('#time .curve').length,
      errors: document.querySelectorAll('[id^=errors-] .curve').length,
      cells: document.querySelectorAll('#all-traces td').length,
      rows: document.querySelectorAll('#rows tbody tr').length,
      tables: [...document.querySelectorAll<HTMLElement>('[data-rate]')].map((part) => part.hidden),
      loaded: performance.getEntriesByType('resource').length,
    }))
    expect(seen.wide).toBeLessThanOrEqual(size.width)
    expect(seen).toMatchObject({ dots: 3, bounds: 1, curves: 3, errors: 9, cells: 8, rows: 9 })
    // Tiles and three tables, each for two rates.
    expect(seen.tables).toEqual([true, false, true, false, true, false, true, false])
    expect(seen.loaded).toBe(0)
    expect(faults).toEqual([])
    await page.close()
  })

  test('what is chosen at its top is what is shown', async () => {
    const { page, faults } = await openPage(browser, pathToFileURL(file).href, size)
    const curve = (): Promise<string | null> =>
      page.locator('#time .curve').last().getAttribute('d')
    const before = await curve()
    await page.selectOption('#trace', { label: 'gilbert/tcp' })
    expect(await curve()).not.toBe(before)
    expect(await page.locator('h3 .trace-name').textContent()).toBe('gilbert/tcp')

    await page.selectOption('#rate', { label: '10' })
    expect(await page.getByText('Summary at 10 snapshots').isVisible()).toBe(true)
    expect(await page.getByText('Summary at 20 snapshots').isVisible()).toBe(false)

    await page.selectOption('#whole', { label: 'whole run' })
    expect(await page.locator('#time .band').count()).toBe(3)
    await page.getByRole('button', { name: 'snap', exact: true }).click()
    expect(await page.locator('#time .band').count()).toBe(2)
    await page.selectOption('#motion', { label: 'boid' })
    expect(await page.locator('#rows tbody tr').count()).toBe(3)

    await page.locator('#rows th button').nth(2).click()
    const costs = await page.locator('#rows tbody tr td:nth-child(3)').allTextContents()
    expect(costs.map(Number)).toEqual(costs.map(Number).sort((a, b) => a - b))

    await page.locator('#time svg').hover()
    expect(await page.locator('.note').textContent()).toMatch(/fixed-3T \d+ ms/)
    expect(faults).toEqual([])
    await page.close()
  })
})
