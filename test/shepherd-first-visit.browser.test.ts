import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Room } from 'glissade/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shepherdWithBots } from '../games/shepherd/company.ts'
import { GOLD } from '../games/shepherd/picture/palette.ts'
import { GOAL, WELL_DONE } from '../games/shepherd/picture/words.ts'
import { STEP_HZ } from '../games/shepherd/rules/steps.ts'
import { ensurePages } from '../scripts/pages.mjs'
import { launchBrowser, newPage, openPage } from './browser.ts'

/** Where the arrow to the first flock is in a page of 640 by 360 pixels. */
const ARROW = { x: 290, y: 250, width: 110, height: 90 }
/** At least so many of its pixels have the pure colour of its tip. */
const ARROW_PIXELS = 16
let server: Server
let browser: Browser
const faults: string[][] = []

const roomOf = (id: string): Room<typeof shepherdWithBots> =>
  server.rooms.get(`shepherd/${id}`) as unknown as Room<typeof shepherdWithBots>

async function visit(query: string): Promise<Page> {
  const { page, faults: found } = await openPage(browser, `${server.url}/shepherd/${query}`)
  await page.waitForFunction(
    `document.body.classList.contains('playing')
      && window.glissade.entities('shepherd').concat(window.glissade.entities('eye'))
        .some((own) => own.mine && own.x > 0)`,
  )
  faults.push(found)
  return page
}

/** How many pixels of a part of the page have the colour of the arrow's tip, or nearly. */
async function goldIn(page: Page): Promise<number> {
  const png = await page.screenshot({ clip: ARROW })
  const lab = await newPage(browser)
  try {
    return await lab.evaluate(`(async () => {
      const picture = new Image()
      picture.src = 'data:image/png;base64,${png.toString('base64')}'
      await picture.decode()
      const brush = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      brush.drawImage(picture, 0, 0)
      const { data } = brush.getImageData(0, 0, picture.width, picture.height)
      const gold = [1, 3, 5].map((at) => Number.parseInt('${GOLD}'.slice(at, at + 2), 16))
      let count = 0
      for (let i = 0; i < data.length; i += 4)
        if (gold.every((part, n) => Math.abs(data[i + n] - part) < 10)) count++
      return count
    })()`)
  } finally {
    await lab.close()
  }
}

beforeAll(async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  server = await serve(shepherdWithBots, { port: 0, files: await ensurePages(root) })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

test('a first visit says what to do, points to the first flock, and is praised when that is home', async () => {
  const page = await visit('?boids=100&room=first&name=Ada')
  const { world } = roomOf('100-sheep-first')
  const line = page.locator('#hud .toast')
  expect(await line.innerText()).toBe(GOAL)
  const { box, fontPx } = await line.evaluate((element) => ({
    box: element.getBoundingClientRect().toJSON(),
    fontPx: Number.parseFloat(getComputedStyle(element).fontSize),
  }))
  expect([box.left, box.top].every((at) => at > 0)).toBe(true)
  expect(box.right).toBeLessThan(640)
  expect(box.bottom).toBeLessThan(ARROW.y)
  expect(fontPx).toBeGreaterThanOrEqual(13)
  await expect.poll(() => goldIn(page)).toBeGreaterThan(ARROW_PIXELS)
  await page.keyboard.down('ArrowDown')
  await page.waitForFunction(`document.querySelector('.toast').textContent === '${WELL_DONE}'`)
  await page.keyboard.up('ArrowDown')
  expect(world.entities('shepherd').find(({ owner }) => owner !== null)?.score).toBeGreaterThan(0)
  expect(await page.locator('#hud .scores .name').allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringMatching(/ \(bot\)$/)]),
  )
  await page.close()
})

test('the end of a round takes the arrow away and says how many sheep are in the pens', async () => {
  const page = await visit('?boids=100&room=end&name=Ada')
  const { world } = roomOf('100-sheep-end')
  await expect.poll(() => goldIn(page)).toBeGreaterThan(ARROW_PIXELS)
  const { round } = world.state.herd!
  round.endsAt = world.tick + STEP_HZ
  await page.waitForFunction(`document.querySelector('.banner').classList.contains('shown')`)
  // The next round is far, so that the card stays.
  round.endsAt = world.tick + 100 * STEP_HZ
  await expect.poll(() => goldIn(page)).toBeLessThan(ARROW_PIXELS / 2)
  expect(await page.locator('.banner .flock').innerText()).toMatch(
    /^(None of the 100 sheep is in a pen|\d+ of 100 sheep (is|are) in the pens: .* yours)\./,
  )
  await page.close()
})

test('somebody who only watches sees bots at work, and follows one from the start', async () => {
  const page = await visit('?boids=100&room=stand&watch')
  const room = roomOf('100-sheep-stand')
  const { world } = room
  await page.waitForFunction(`window.glissade.entities('shepherd').length === 3`)
  await page.waitForFunction(
    `/watching \\w+ \\(bot\\)$/.test(document.querySelector('#watch-text').textContent)`,
  )
  const places = () => world.entities('shepherd').map(({ x, y }) => ({ x, y }))
  const shown = () =>
    page.evaluate<{ x: number; y: number }[]>(
      `window.glissade.entities('shepherd').map(({ x, y }) => ({ x, y }))`,
    )
  type Places = readonly { readonly x: number; readonly y: number }[]
  const farthest = (now: Places, from: Places): number =>
    Math.max(...now.map(({ x, y }, n) => Math.hypot(x - from[n]!.x, y - from[n]!.y)))
  const [before, seen] = [places(), await shown()]
  // All bots rest for some seconds now and then.
  await expect.poll(() => farthest(places(), before)).toBeGreaterThan(60)
  await expect.poll(async () => farthest(await shown(), seen)).toBeGreaterThan(40)
  await page.close()
})

test('nothing went wrong in any page', () => {
  expect(faults.flat()).toEqual([])
})
