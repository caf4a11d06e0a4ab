import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformerWithBots } from '../games/platformer/room-with-bots.ts'
import { ensurePages } from '../scripts/pages.mjs'
import { launchBrowser, openPage } from './browser.ts'

let server: Server
let browser: Browser
let page: Page
let faults: string[]

const isPlaying = (): Promise<unknown> =>
  page.waitForFunction(`document.body.classList.contains('playing')
    && window.glissade.entities('pip').some((pip) => pip.mine && pip.x > 0)`)

const shown = (id: string): Promise<boolean> =>
  page.locator(`#${id}`).evaluate((element) => element.classList.contains('shown'))

beforeAll(async () => {
  server = await serve(platformerWithBots, {
    port: 0,
    files: await ensurePages(fileURLToPath(new URL('..', import.meta.url))),
  })
  browser = await launchBrowser()
  const address = `${server.url}/platformer/?name=Ada`
  ;({ page, faults } = await openPage(browser, address, { width: 640, height: 360 }))
  await isPlaying()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

describe('a first visit to the platformer', () => {
  test('says what a round is about, beside the scores and not over them', async () => {
    await expect.poll(() => shown('goal')).toBe(true)
    expect(await page.locator('#goal').innerText()).toMatch(/^Collect the most coins in \d+ sec/)
    await page.locator('.scores li').nth(3).waitFor()
    const [goal, scores, row] = await Promise.all(
      ['#goal', '.scores li >> nth=3', '.round'].map((at) => page.locator(at).boundingBox()),
    )
    const isOver = (box: typeof goal): boolean =>
      box!.x + box!.width > goal!.x && box!.y + box!.height > goal!.y
    expect(isOver(scores)).toBe(false)
    expect(isOver(row)).toBe(false)
  })

  test('has company, which the scores mark as bots', async () => {
    expect(await page.locator('.scores .bot:visible').count()).toBe(3)
    expect(await page.locator('.scores .mine .bot').isVisible()).toBe(false)
  })

  test('shows the way to a coin in gold', async () => {
    // The golden fill of the arrow, of which coins have none: counted in the picture itself.
    const count = (): Promise<number> =>
      page.evaluate(`new Promise((resolve) => {
        const undo = window.glissade.onFrame(() => requestAnimationFrame(() => {
          undo()
          const canvas = document.querySelector('#stage canvas')
          const copy = document.createElement('canvas')
          copy.width = canvas.width
          copy.height = canvas.height
          const pen = copy.getContext('2d')
          pen.drawImage(canvas, 0, 0)
          const { data } = pen.getImageData(0, 0, copy.width, copy.height)
          let gold = 0
          for (let i = 0; i < data.length; i += 4)
            if (Math.abs(data[i] - 255) < 3 && Math.abs(data[i + 1] - 206) < 3 && Math.abs(data[i + 2] - 84) < 3) gold++
          resolve(gold)
        }))
      })`)
    await expect.poll(count).toBeGreaterThan(40)
  })

  test('says above the player what to press, until it is pressed, and then the next thing', async () => {
    const prompt = page.locator('#prompt')
    await expect.poll(() => shown('prompt')).toBe(true)
    expect(await prompt.innerText()).toBe('Press ← or → to run.')
    const { y, height } = (await prompt.boundingBox())!
    expect(y).toBeGreaterThan(40)
    expect(y + height).toBeLessThan(300)
    await page.keyboard.down('ArrowRight')
    await expect.poll(() => prompt.innerText()).toBe('Press space to jump.')
    await page.keyboard.up('ArrowRight')
    await page.keyboard.press('Space', { delay: 150 })
    await expect.poll(() => prompt.innerText()).toBe('Press F to throw a snowball.')
    await expect.poll(() => shown('prompt')).toBe(true)
    await page.keyboard.press('KeyF', { delay: 80 })
    await expect.poll(() => shown('prompt')).toBe(false)
  })

  test('is not taught again on the next visit', async () => {
    await expect.poll(() => shown('goal')).toBe(false)
    await page.reload()
    await isPlaying()
    await page.waitForTimeout(1500)
    expect(await shown('prompt')).toBe(false)
    expect(await shown('goal')).toBe(false)
    expect(faults).toEqual([])
  })
})
