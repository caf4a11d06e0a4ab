import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import { formatTrace } from 'glissade/score'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Film } from '../games/lab/film.ts'
import { makeFilm } from '../games/lab/film.ts'
import { LANES } from '../games/lab/lanes.ts'
import { baseOf, traceWith } from '../games/lab/networks.ts'
import type { Settings } from '../games/lab/settings.ts'
import { figuresOf } from '../games/lab/words.ts'
import { linkRoom } from '../games/link/room.ts'
import { ensurePages } from '../scripts/pages.mjs'
import { launchBrowser, type OpenPage, openPage } from './browser.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let server: Server
let browser: Browser

beforeAll(async () => {
  server = await serve(linkRoom, { port: 0, files: await ensurePages(root) })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Opens the lab, paused unless told, and waits for its films. */
async function openLab(query = '', isPaused = true): Promise<OpenPage> {
  const opened = await openPage(browser, `${server.url}/lab/${query}`, { width: 1280, height: 720 })
  await settled(opened.page)
  if (isPaused) await opened.page.getByRole('button', { name: 'Pause' }).click()
  return opened
}

const settled = (page: Page) => page.waitForSelector('#compared[aria-busy="false"]')
const figures = (page: Page, lane: string) => page.locator(`[data-lane="${lane}"] dl`).innerText()
const query = (page: Page) => new URL(page.url()).search

const isAt = (page: Page, entry: string) => expect.poll(() => query(page)).toContain(entry)

/** What the page should say of a lane, by the scorer's own code. */
async function expected(page: Page, name: string): Promise<string> {
  const settings = await page.evaluate<Settings>('window.lab.settings')
  if (settings.chapter === 'timestep') throw new Error('that chapter has no films')
  const lane = LANES[settings.chapter].find((one) => one.name === name)!
  const film: Film = makeFilm(lane, settings, traceWith(baseOf(settings.network, null), settings))
  return figuresOf(settings.chapter)
    .map(({ label, read }) => `${label}\n${read(film)}`)
    .join('\n')
}

/** Moves a slider with a key, as a person would who has no mouse. */
async function press(page: Page, word: string, key: string): Promise<void> {
  await page.locator(`input[name="${word}"]`).focus()
  await page.keyboard.press(key)
  await settled(page)
}

test('the counters are those of glissade/score for the same packets, in each chapter', async () => {
  const { page, faults } = await openLab('?network=bursts&loss=3&chapter=when')
  for (const [title, lanes] of [
    ['When to show', LANES.when],
    ['Where it was', LANES.where],
    ['Smooth the rest', LANES.smooth],
  ] as const) {
    await page.getByRole('tab', { name: title }).click()
    await settled(page)
    for (const { name } of lanes) expect(await figures(page, name)).toBe(await expected(page, name))
  }
  expect(faults).toEqual([])
  await page.close()
})

test('every control changes what it governs, and the address; a reload brings it back', async () => {
  const { page, faults } = await openLab('?chapter=smooth')
  const governed: readonly (readonly [string, string])[] = [
    ['latency', 'snap'],
    ['jitter', 'snap'],
    ['loss', 'snap'],
    ['send', 'snap'],
    ['step', 'snap'],
    ['refresh', 'snap'],
    ['delay', 'interpolated'],
    ['factor', 'alone'],
  ]
  for (const [word, lane] of governed) {
    const before = await figures(page, lane)
    // The lowest step rate, and the highest of everything else.
    await press(page, word, word === 'step' ? 'Home' : 'End')
    expect(await figures(page, lane), word).not.toBe(before)
    expect(await figures(page, lane), word).toBe(await expected(page, lane))
    await isAt(page, `${word}=`)
  }
  for (const [name, value] of [
    ['network', 'phone'],
    ['link', 'ordered'],
    ['motion', 'vehicle'],
  ] as const) {
    const before = await figures(page, 'alone')
    await page.selectOption(`select[name="${name}"]`, value)
    await settled(page)
    expect(await figures(page, 'alone'), name).not.toBe(before)
    await isAt(page, `${name}=${value}`)
  }
  const [verdict, snap] = [await page.locator('#verdict').innerText(), await figures(page, 'alone')]
  await page.reload()
  await settled(page)
  expect(await page.locator('#verdict').innerText()).toBe(verdict)
  expect(await figures(page, 'alone')).toBe(snap)
  expect(await page.locator('select[name="network"]').inputValue()).toBe('phone')
  expect(faults).toEqual([])
  await page.close()
})

test('pictures and plots follow the playhead, and stand still while it is paused', async () => {
  const { page, faults } = await openLab('', false)
  const look = () =>
    page.evaluate(
      `[...document.querySelectorAll('#compared canvas')].map((canvas) => canvas.toDataURL())`,
    )
  const before = (await look()) as string[]
  expect(before.length).toBe(1 + 6 + 5)
  await expect
    .poll(async () => ((await look()) as string[]).every((picture, i) => picture !== before[i]))
    .toBe(true)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.waitForTimeout(300)
  const paused = await look()
  await page.waitForTimeout(300)
  expect(await look()).toEqual(paused)
  await press(page, 'moment', 'End')
  await expect.poll(look).not.toEqual(paused)
  await page.selectOption('select[name="speed"]', '0.25')
  expect(await page.evaluate('window.lab.playhead.speed')).toBe(0.25)
  expect(faults).toEqual([])
  await page.close()
})

describe('a captured trace', () => {
  const sentMs = Array.from({ length: 200 }, (_, i) => i * 50)
  const csv = formatTrace(
    sentMs,
    sentMs.map((ms, i) => (i % 9 === 4 ? Number.NaN : ms + 40 + (i % 5) * 8)),
  )

  test('can be dropped onto the page or chosen, and a bad file gets a clear message', async () => {
    const { page, faults } = await openLab()
    const before = await figures(page, 'fixed')
    const data = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File([${JSON.stringify(csv)}], 'office.csv'))
      return data
    })()`)
    await page.dispatchEvent('body', 'drop', { dataTransfer: data })
    await expect.poll(() => figures(page, 'fixed')).not.toBe(before)
    expect(await page.locator('select[name="network"]').inputValue()).toBe('file')
    const file = {
      name: 'bad.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('send_ms,arrive_ms\n1,x\n'),
    }
    await page.setInputFiles('#file', file)
    await expect
      .poll(() => page.locator('#problem').innerText())
      .toMatch(/line 2 of trace bad\.csv/)
    expect(await page.locator('select[name="network"]').inputValue()).toBe('file')
    await page.setInputFiles('#file', { ...file, name: 'good.csv', buffer: Buffer.from(csv) })
    await expect.poll(() => page.locator('#problem').isHidden()).toBe(true)
    await isAt(page, 'network=file')
    await page.reload()
    await settled(page)
    expect(await page.locator('#problem').innerText()).toMatch(/Choose yours again/)
    expect(faults).toEqual([])
    await page.close()
  })
})

test('an address that is not understood shows its defaults and says so; reduced motion starts paused', async () => {
  const { page, faults } = await openPage(browser, 'about:blank')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.url}/lab/?network=nowhere&send=900`)
  await settled(page)
  expect(await page.locator('#problem').innerText()).toMatch(/network is "nowhere".*send is "900"/)
  expect(await page.evaluate('[window.lab.settings.network, window.lab.settings.sendHz]')).toEqual([
    'far',
    20,
  ])
  expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(1)
  await page.getByRole('tab', { name: 'When to show' }).focus()
  await page.keyboard.press('ArrowRight')
  await settled(page)
  await isAt(page, 'chapter=where')
  expect(faults).toEqual([])
  await page.close()
})
