import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformerRoom } from '../games/platformer/room.ts'
import { ensurePages } from '../scripts/pages.mjs'
import { launchBrowser } from './browser.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const WINDOW: BrowserContextOptions = { viewport: { width: 1280, height: 720 } }
const UPRIGHT: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}
const ON_ITS_SIDE = { ...UPRIGHT, viewport: { width: 844, height: 390 } }

let server: Server
let browser: Browser

beforeAll(async () => {
  server = await serve(platformerRoom, { port: 0, files: await ensurePages(root) })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function play(context: BrowserContext, query: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${server.url}/platformer/${query}`)
  await isPlaying(page)
  return page
}

const isPlaying = (page: Page): Promise<unknown> =>
  page.waitForFunction(`document.body.classList.contains('playing')
    && window.glissade?.entities('pip').some((pip) => pip.mine && pip.x > 0)`)

/** Which of these elements that can be seen have a part of the window in common. */
const overlaps = (page: Page, selectors: readonly string[]): Promise<string[]> =>
  page.evaluate(`(() => {
    const boxes = ${JSON.stringify(selectors)}.flatMap((name) => {
      const one = document.querySelector(name)
      const box = one?.getBoundingClientRect()
      const isSeen = one?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      return isSeen && box.width > 0 ? [{ name, box }] : []
    })
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    return boxes.flatMap((a, i) =>
      boxes.slice(i + 1).filter((b) => meet(a.box, b.box)).map((b) => a.name + ' and ' + b.name))
  })()`)

const THINGS = [
  '.scores li',
  '.round',
  '#invite',
  '#sound',
  '#keys',
  '.panel',
  '#run',
  '#act',
  '#hint',
]

describe.each([
  ['a window', WINDOW],
  ['a phone upright', UPRIGHT],
  ['a phone on its side', ON_ITS_SIDE],
])('in %s', (_, options) => {
  test('a name is asked for once beside a game that goes on, and nothing covers anything', async () => {
    const context = await browser.newContext(options)
    const page = await play(context, '?room=cards')
    expect(await overlaps(page, [...THINGS, '#name-card'])).toEqual([])
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
    expect(await page.locator('.panel .tp-rotv-expanded').count()).toBe(0)
    await page.locator('#invite').click()
    await page.locator('#invite-card').waitFor()
    expect(await overlaps(page, ['#invite-card', '.scores li', '.round', '#invite'])).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByLabel('Your name?').fill('  Ada ')
    await page.getByRole('button', { name: 'Use this' }).click()
    await page.waitForFunction(
      `window.glissade?.entities('pip').some((pip) => pip.mine && pip.name === 'Ada')`,
    )
    await isPlaying(page)
    expect(await page.locator('#name-card').count()).toBe(0)
    // On a touch screen, a prompt takes the place of the hint.
    const says = page.locator('#hint, #prompt.shown').filter({ visible: true })
    await expect.poll(() => says.count()).toBeGreaterThan(0)
    expect(await overlaps(page, THINGS)).toEqual([])
    await context.close()
  })
})

test('a player who gives no name is not asked again', async () => {
  const context = await browser.newContext(WINDOW)
  const named = await play(context, '?room=named&name=Bo')
  expect(await named.locator('#name-card').count()).toBe(0)
  const page = await play(context, '?room=named')
  await page.getByRole('button', { name: 'Not now' }).click()
  expect(await page.locator('#name-card').count()).toBe(0)
  await page.reload()
  await isPlaying(page)
  expect(await page.locator('#name-card').count()).toBe(0)
  await context.close()
})

test('a player who gives a name keeps the simulated network', async () => {
  const context = await browser.newContext(WINDOW)
  const page = await play(context, '?room=kept')
  const preset = page.locator('.panel').getByLabel('preset', { exact: true })
  await page.getByRole('button', { name: 'Netcode' }).click()
  await preset.selectOption({ label: 'intercontinental' })
  await page.getByLabel('Your name?').fill('Ada')
  await page.getByRole('button', { name: 'Use this' }).click()
  await page.waitForFunction(
    `window.glissade?.entities('pip').some((pip) => pip.mine && pip.name === 'Ada')`,
  )
  expect(await preset.inputValue()).toBe('intercontinental')
  await context.close()
})

test('another key is chosen, told in the hint, kept, and holds what the game has', async () => {
  const context = await browser.newContext(WINDOW)
  const page = await play(context, '?room=keys&name=Ada')
  const held = (name: string): Promise<unknown> => page.evaluate(`window.glissade.input.${name}`)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'Run right' }).click()
  await page.keyboard.press('m')
  await page.getByText('M has another meaning').waitFor()
  // A click on a text takes the focus from the button that waits.
  await page.getByRole('heading', { name: 'Keys' }).click()
  expect(await page.evaluate('document.activeElement.textContent')).not.toBe('press a key')
  await page.keyboard.press('f')
  await page.getByText('F no longer does this: Throw a snowball').waitFor()
  expect(await page.getByRole('button', { name: 'Throw a snowball: X' }).count()).toBe(1)
  await page.keyboard.press('Escape')
  expect(await page.locator('#keys-card').isVisible()).toBe(false)
  expect(await page.locator('#hint kbd').nth(1).innerText()).toBe('F')
  await page.keyboard.down('f')
  expect([await held('right'), await held('throw')]).toEqual([true, false])
  await page.keyboard.up('f')
  await page.reload()
  await isPlaying(page)
  await page.keyboard.down('f')
  expect(await held('right')).toBe(true)
  await page.keyboard.up('f')
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'Reset all keys' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.down('ArrowRight')
  expect(await held('right')).toBe(true)
  await page.keyboard.up('ArrowRight')
  await context.close()
})
