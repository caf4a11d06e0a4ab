import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformerRoom } from '../games/platformer/room.ts'
import { ensurePages } from '../scripts/pages.mjs'
import { launchBrowser, openPage } from './browser.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]
let server: Server
let browser: Browser

beforeAll(async () => {
  server = await serve(platformerRoom, {
    port: 0,
    files: await ensurePages(root),
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Runs `look` in a page, which may not complain, and may not be wider than its window. */
async function visit(
  path: string,
  size: (typeof SIZES)[number],
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, faults } = await openPage(browser, `${server.url}${path}`, size)
  await look(page)
  const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')
  const [wide, window] = widths as [number, number]
  expect(wide).toBeLessThanOrEqual(window)
  expect(faults).toEqual([])
  await page.close()
}

describe.each(SIZES)('in a window of $width x $height', (size) => {
  test('B9 two clients and the truth between them play by themselves', () =>
    visit('/duo', size, async (page) => {
      const isPlaying = `window.duo?.clients.every((session) =>
        session.state === 'open' && session.entities('pip').length === 2)`
      await expect.poll(() => page.evaluate(isPlaying)).toBe(true)
      // All three have them, at places of their own: ahead, now, and behind.
      const places = `JSON.stringify([
        ...window.duo.clients.map((session) => session.entities('pip').map((pip) => Math.round(pip.x))),
        window.duo.room.world.entities('pip').map((pip) => Math.round(pip.x)),
      ].map((xs) => xs.sort()))`
      const seen = new Set<unknown>()
      await expect
        .poll(async () => {
          seen.add(await page.evaluate(places))
          return seen.size
        })
        .toBeGreaterThan(10)
      const apart = [...seen].some((text) => new Set(JSON.parse(String(text)).map(String)).size > 1)
      expect(apart).toBe(true)
      await expect
        .poll(() => page.locator('[data-side="0"]').innerText())
        .toMatch(/shows Ben\s+\d+ ms behind/)
    }))

  test('E5 the picture of the platformer fills its place in one direction, and is in the middle of the other', () =>
    visit('/platformer/?room=box', size, async (page) => {
      await page.waitForFunction(`document.body.classList.contains('playing')`)
      const [box, canvas] = await Promise.all(
        ['#stage', '#stage canvas'].map((at) => page.locator(at).boundingBox()),
      )
      const [across, down] = [box!.width - canvas!.width, box!.height - canvas!.height]
      expect(Math.min(across, down)).toBeGreaterThan(-1)
      expect(Math.min(across, down)).toBeLessThan(2)
      expect(Math.abs(canvas!.x - box!.x - across / 2)).toBeLessThan(1.5)
      expect(Math.abs(canvas!.y - box!.y - down / 2)).toBeLessThan(1.5)
    }))

  test('the landing page shows a game that is being played', () =>
    visit('/', size, async (page) => {
      const canvas = page.locator('#live canvas')
      await canvas.waitFor()
      const picture = async (): Promise<string> => (await canvas.screenshot()).toString('base64')
      const first = await picture()
      await expect.poll(async () => (await picture()) !== first).toBe(true)
      const links = await page
        .locator('nav h2 a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
      const names = ['platformer', 'shepherd', 'cubes', 'lab', 'duo', 'link']
      expect(links).toEqual(names.map((name) => `./${name}/`))
    }))
})

test('whoever touches the keys of a side plays it, and the bot of the other goes on', () =>
  visit('/duo/', SIZES[0]!, async (page) => {
    const tag = (pane: number) => page.locator(`[data-pane="${pane}"] span`)
    await expect.poll(() => tag(0).innerText()).toBe('bot')
    await page.keyboard.down('KeyD')
    await expect.poll(() => tag(0).innerText()).toBe('you')
    await expect
      .poll(() => page.evaluate('window.duo.clients.map(({ input }) => input.right)[0]'))
      .toBe(true)
    await page.keyboard.up('KeyD')
    expect(await tag(2).innerText()).toBe('bot')
  }))
