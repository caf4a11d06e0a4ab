import { connect } from 'glissade/client'
import { connectWebSocket, type Server, serve } from 'glissade/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, newPage, openPage } from './browser.ts'
import { runner } from './support/runner.ts'

const TOKEN = 'a-token-for-operators'
/** What a hostile player calls a room: as HTML it would run a script, and it turns what follows it around. */
const HOSTILE = '<img src=x onerror=alert(1)>\u202e'

let browser: Browser
let server: Server
const ends: (() => unknown)[] = []

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

beforeEach(async () => {
  server = await serve(runner, { port: 0, monitor: { token: TOKEN } })
  ends.push(() => server.close())
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A bot that plays in a room. */
async function bot(room: string, name: string) {
  const link = await connectWebSocket(`${server.url.replace('http', 'ws')}/glissade`)
  const session = await connect(runner.game, link, { room, profile: { name } })
  const timer = setInterval(() => session.frame(performance.now()), 16)
  ends.push(() => clearInterval(timer))
  ends.push(() => session.close())
  return session
}

async function signIn(page: Page): Promise<void> {
  await page.fill('#token', TOKEN)
  await page.keyboard.press('Enter')
  await page.locator('#shown').waitFor()
}

const rows = (page: Page, table: 'rooms' | 'players') => page.locator(`#${table} tr`)

test('after the token, it shows two bots, kicks one and closes the room of the other, by keyboard alone', async () => {
  const [first] = [await bot('red', 'Ann'), await bot('red', '<b>Ben</b>')]
  const kicked = new Promise<string>((resolve) => first.onClose(resolve))
  const { page, faults } = await openPage(browser, `${server.url}/monitor`)
  await signIn(page)
  await expect
    .poll(() => rows(page, 'rooms').allInnerTexts())
    .toEqual([expect.stringMatching(/^runner\/red\s+2\s/)])
  await page.getByRole('button', { name: 'Show the players of runner/red' }).press('Enter')
  await expect.poll(() => rows(page, 'players').count()).toBe(2)
  expect(await rows(page, 'players').allInnerTexts()).toEqual([
    expect.stringMatching(/^1\s+\{"name":"Ann"\}/),
    expect.stringMatching(/^2\s+\{"name":"<b>Ben<\/b>"\}/),
  ])
  await expect.poll(() => rows(page, 'players').first().innerText()).toMatch(/\d+ ms\s+ordered/)
  const sent = page.locator('.figure', { hasText: 'Sent' }).locator('output')
  await expect.poll(() => sent.innerText()).toMatch(/^[1-9][\d.]* k?B\/s$/)

  const kick = page.getByRole('button', { name: 'Kick player 1' })
  await kick.press('Enter')
  // The dialog begins on the button that does nothing.
  await page.keyboard.press('Enter')
  expect(server.rooms.get('runner/red')!.players.length).toBe(2)
  await kick.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await kicked).toBe('kicked')
  await expect.poll(() => rows(page, 'players').count()).toBe(1)

  await page.getByRole('button', { name: 'Close runner/red' }).press('Enter')
  await page.getByRole('button', { name: 'Close the room' }).press('Enter')
  await expect.poll(() => rows(page, 'rooms').count()).toBe(0)
  expect(await page.locator('#no-rooms').isVisible()).toBe(true)
  expect(await page.locator('#no-players').innerText()).toBe('This room has closed.')
  expect(faults).toEqual([])
  await page.close()
})

test('a wrong token is refused with words; the right one lasts through a reload, until one signs out', async () => {
  const page = await newPage(browser)
  await page.goto(`${server.url}/monitor`)
  await page.fill('#token', 'a-token-that-is-wrong')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('#why').innerText()).toBe('This token is wrong.')
  expect(await page.locator('#shown').isVisible()).toBe(false)
  await signIn(page)
  expect(page.url()).toBe(`${server.url}/monitor`)
  await page.reload()
  await page.locator('#shown').waitFor()
  await page.click('#sign-out')
  expect(await page.locator('#sign-in').isVisible()).toBe(true)
  await page.reload()
  await page.locator('#sign-in').waitFor()
  await page.close()
})

test('names of hostile players are text, and nothing is cut off on a phone', async () => {
  await bot(HOSTILE, '"><i>x')
  const page = await newPage(browser, { viewport: { width: 390, height: 844 }, isMobile: true })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('dialog', () => faults.push('a script of the room ran'))
  await page.goto(`${server.url}/monitor`)
  await signIn(page)
  const room = page.locator('#rooms .name')
  await expect.poll(() => room.textContent()).toBe(`runner/${HOSTILE}`)
  await room.click()
  await expect.poll(() => rows(page, 'players').count()).toBe(1)
  expect(await page.locator('#shown img, #shown i').count()).toBe(0)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(faults).toEqual([])
  await page.close()
})

test('says that the server is gone, and goes on when it is back', async () => {
  const page = await newPage(browser)
  await page.goto(`${server.url}/monitor`)
  await signIn(page)
  const { port } = server
  await server.close()
  const state = page.locator('#state')
  await expect.poll(() => state.innerText()).toBe('The server does not answer. Trying again.')
  server = await serve(runner, { port, monitor: { token: TOKEN } })
  ends.push(() => server.close())
  await expect.poll(() => state.innerText()).toBe('Ready')
  await page.close()
})
