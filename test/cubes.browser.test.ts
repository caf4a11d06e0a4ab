import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cubesRoom } from '../games/cubes/room.ts'
import { ensurePages } from '../scripts/pages.mjs'
import { launchBrowser, openPage } from './browser.ts'

const SIZE = { width: 640, height: 360 }

let server: Server
let browser: Browser
let page: Page
let faults: string[]

/** How many cubes have the player's colour, by the score that the server counts. */
const ownCubes = `window.glissade.entities('ball').find(({ mine }) => mine).cubes`

beforeAll(async () => {
  const files = await ensurePages(fileURLToPath(new URL('..', import.meta.url)))
  server = await serve(cubesRoom, { port: 0, files })
  browser = await launchBrowser()
  ;({ page, faults } = await openPage(browser, `${server.url}/cubes/?name=Ada`, SIZE))
  await page.waitForFunction(`document.body.classList.contains('playing')
    && window.glissade.entities('cube').length === 901`)
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

describe('the page of the cubes', () => {
  test('D15: rolling into cubes moves them and gives them the colour of the player', async () => {
    await page.evaluate(
      `window.before = window.glissade.entities('cube').map(({ place }) => place.x)`,
    )
    // Aslant, because the lanes between the pyramids run along the sides of the field.
    await page.keyboard.down('ArrowUp')
    await page.keyboard.down('ArrowLeft')
    await page.waitForFunction(`${ownCubes} > 0`)
    await page.keyboard.up('ArrowUp')
    await page.keyboard.up('ArrowLeft')
    await page.waitForFunction(`window.glissade.entities('cube').some(({ place }, n) =>
      Math.abs(place.x - window.before[n]) > 10)`)
  })

  test('D15: the counter shows what arrives, which is less than the uncompressed figure', async () => {
    await page.waitForFunction(`/\\d/.test(document.querySelector('#traffic b').textContent)`)
    const [arrives, raw] = await Promise.all(
      ['#traffic b', '#traffic .raw'].map((at) => page.locator(at).innerText()),
    )
    expect(raw).toMatch(/^uncompressed 4,\d{3}$/)
    expect(Number(arrives)).toBeGreaterThan(0)
    expect(Number(arrives)).toBeLessThan(2000)
  })

  test('D15: the picture fills another size of the window', async () => {
    await page.setViewportSize({ width: 360, height: 480 })
    await page.waitForFunction(`(() => {
      const box = document.getElementById('stage')
      const canvas = box.querySelector('canvas')
      return box.clientWidth === 360 && canvas.clientWidth === 360
        && Math.abs(canvas.clientHeight - box.clientHeight) <= 1
    })()`)
  })

  test('D15: nothing went wrong on the way', () => expect(faults).toEqual([]))
})
