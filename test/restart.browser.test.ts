import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Games, launchBrowser, newPage, startGames } from './browser.ts'

let games: Games
let browser: Browser

beforeAll(async () => {
  games = await startGames({ BOTS: '0' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await games?.stop()
})
beforeEach(() => Promise.all(browser.contexts().map((context) => context.close())))

/** Starts the server again where it was. */
async function startAgain(): Promise<void> {
  games = await startGames({ BOTS: '0', PORT: new URL(games.url).port })
}

/** The games, and what a player has in them. */
const KINDS = { platformer: 'pip', shepherd: 'shepherd' } as const

type Game = keyof typeof KINDS

/** A page of a game, once its own player is there. */
async function play(game: Game): Promise<Page> {
  const page = await newPage(browser, { viewport: { width: 640, height: 400 } })
  await page.clock.install()
  await page.goto(`${games.url}/${game}?room=restart&name=Ada`)
  await isPlaying(page, game)
  return page
}

const isPlaying = (page: Page, game: Game): Promise<unknown> =>
  page.waitForFunction(`document.body.classList.contains('playing')
    && window.glissade.state === 'open'
    && window.glissade.entities('${KINDS[game]}').some(({ mine, x }) => mine && x > 0)`)

test('pages go on by themselves after a restart of the server', async () => {
  const names = ['platformer', 'shepherd'] as const
  const pages = await Promise.all(names.map(play))
  await Promise.all(pages.map((page) => page.evaluate('window.isSamePage = true')))
  await games.stop()
  await Promise.all(pages.map((page) => page.getByText('Reconnecting').waitFor()))
  await startAgain()
  for (const [n, page] of pages.entries()) {
    await isPlaying(page, names[n]!)
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    expect(await page.locator('#notice').isVisible()).toBe(false)
    expect(await page.locator('#mending').innerText()).toBe('')
  }
})

test('a page whose session has given up loads itself again when the server is back', async () => {
  const page = await play('platformer')
  await games.stop()
  await page.getByText('Reconnecting').waitFor()
  await page.clock.fastForward(61_000)
  await page.getByText('The server has stopped. This page goes on when it is back.').waitFor()
  await startAgain()
  await isPlaying(page, 'platformer')
  expect(await page.locator('#notice').isVisible()).toBe(false)
})
