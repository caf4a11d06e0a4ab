import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOR_PAGES } from '../bench/size/bundle.ts'
import { DEFAULTS, NUMBERS, SITUATIONS, SWITCHES } from '../games/lab/timestep/settings.ts'
import { launchBrowser, newPage } from './browser.ts'

let browser: Browser
let script: string

beforeAll(async () => {
  browser = await launchBrowser()
  const input = join(import.meta.dirname, '..', 'games', 'lab', 'timestep', 'mount.ts')
  const build = await rolldown({ ...FOR_PAGES, input })
  const { output } = await build.generate({ format: 'iife', name: 'lab' })
  await build.close()
  script = output[0].code
})

afterAll(() => browser?.close())

/** A page with nothing but the bench. `window.told` is what `onChange` was called with last. */
async function open(options?: BrowserContextOptions): Promise<Page> {
  const page = await newPage(browser, options)
  await page.setContent('<section id="holder"></section>')
  await page.addScriptTag({ content: script })
  await page.evaluate(`window.bench = lab.mountTimestep(document.getElementById('holder'), {
    settings: ${JSON.stringify(DEFAULTS)}, problems: ['No.'], onChange: (settings) => { window.told = settings } })`)
  return page
}

const said = (page: Page): Promise<string[]> => page.locator('.see').allInnerTexts()
const settings = (page: Page): Promise<unknown> => page.evaluate('bench.bench.settings')

test('C2 each control of the bench changes what it says, and the counters change', async () => {
  const page = await open()
  await expect.poll(() => page.locator('[data-lane=variable] dd.bad').count()).toBeGreaterThan(1)
  expect(await page.locator('.problems').innerText()).toBe('No.')
  const first = page.getByRole('button', { name: SITUATIONS[0]!.name })
  const before = await said(page)
  for (const { key, from, label } of NUMBERS) {
    await page.getByLabel(label).fill(String(from))
    expect(await said(page), key).not.toEqual(before)
    expect(await settings(page)).toEqual({ ...DEFAULTS, [key]: from })
    await first.click()
    expect(await said(page)).toEqual(before)
  }
  for (const { key, label } of SWITCHES) {
    await page.getByLabel(label).check()
    expect(await said(page), key).not.toEqual(before)
    expect(await page.evaluate('told')).toEqual({ ...DEFAULTS, [key]: true })
    await first.click()
  }
  for (const { name, settings: wanted } of SITUATIONS) {
    await page.getByRole('button', { name }).click()
    expect(await settings(page)).toEqual(wanted)
    expect(await page.locator('[aria-pressed=true]').allInnerTexts()).toEqual([name])
  }
  await page.close()
})

test('the bench starts paused for visitors who prefer reduced motion', async () => {
  const page = await open({ reducedMotion: 'reduce' })
  const steps = (): Promise<unknown> => page.evaluate('bench.bench.lanes[2].steps')
  await page.evaluate('new Promise((done) => setTimeout(done, 300))')
  expect(await steps()).toBe(0)
  await page.getByRole('button', { name: 'Run' }).click()
  await expect.poll(steps).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Pause' }).click()
  const paused = await steps()
  await page.evaluate('new Promise((done) => setTimeout(done, 300))')
  expect(await steps()).toBe(paused)
  await page.close()
})
