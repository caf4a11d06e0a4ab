import { once } from 'node:events'
import { connect } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Games, launchBrowser, openPage, startGames } from './browser.ts'

/** What the tests read of `window.glissade`, the page's session. */
interface PageSession {
  state: string
  playerId: number
  stats: { corrections: number; replayedSteps: number; rttMs: number }
  entities(kind: 'pip'): readonly { name: string; x: number; y: number; mine: boolean }[]
}

let games: Games
let browser: Browser
let ada: Page
let bo: Page
const faults: string[][] = []

/** What `read` gives in a page. */
const inPage = <T>(page: Page, read: (session: PageSession) => T): Promise<T> =>
  page.evaluate(`(${read})(window.glissade)`) as Promise<T>

async function until(what: () => Promise<boolean>, message: string): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await what().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`never: ${message}; Ada: ${await told(ada)}; Bo: ${await told(bo)}`)
}

/** What explains a failure: where everybody stands in a page, what has the keys, and what was measured. */
const told = (page: Page | undefined): Promise<unknown> | undefined =>
  page
    ?.evaluate(`(({ state, stats, input, entities }) => JSON.stringify({
      state, stats, input: { ...input }, focus: document.activeElement?.tagName,
      pips: entities.call(window.glissade, 'pip').map(({ name, x, y }) => ({ name, x, y })),
    }))(window.glissade)`)
    .catch(String)

const xOf = (page: Page, name: string): Promise<number> =>
  page.evaluate(`window.glissade.entities('pip').find((pip) => pip.name === '${name}').x`)
const yOf = (page: Page, name: string): Promise<number> =>
  page.evaluate(`window.glissade.entities('pip').find((pip) => pip.name === '${name}').y`)

beforeAll(async () => {
  // Bots throw snowballs and collect coins, which the tests here would have to tell from what players do.
  games = await startGames({ BOTS: '0' })
  browser = await launchBrowser()
  for (const name of ['Ada', 'Bo']) {
    const open = await openPage(browser, `${games.url}/platformer?name=${name}`, {
      width: 1120,
      height: 540,
    })
    faults.push(open.faults)
    if (name === 'Ada') ada = open.page
    else bo = open.page
  }
  for (const page of [ada, bo])
    await until(() => inPage(page, (s) => s.entities('pip').length === 2), 'both are there')
})

afterAll(async () => {
  await browser?.close()
  await games?.stop()
})

describe('two pages of the platformer, with keys', () => {
  test('A1 A5 who runs and jumps in one page does so in the other', async () => {
    const before = await xOf(bo, 'Ada')
    const ground = await yOf(bo, 'Ada')
    await ada.keyboard.down('ArrowRight')
    await until(async () => (await xOf(bo, 'Ada')) > before + 60, 'Bo sees Ada run')
    await ada.keyboard.down('Space')
    await until(async () => (await yOf(bo, 'Ada')) < ground - 8, 'Bo sees Ada jump')
    await ada.keyboard.up('Space')
    await ada.keyboard.up('ArrowRight')
    const left = await xOf(ada, 'Bo')
    await bo.keyboard.down('KeyA')
    await until(async () => (await xOf(ada, 'Bo')) < left - 20, 'Ada sees Bo run')
    await bo.keyboard.up('KeyA')
    for (const name of ['Ada', 'Bo'])
      await until(
        async () => Math.abs((await xOf(ada, name)) - (await xOf(bo, name))) <= 1 / 16,
        `both pages have ${name} at the same place, to the grid that others get`,
      )
  })

  test('a key that is held when the page loses focus is let go', async () => {
    await ada.keyboard.down('ArrowRight')
    await ada.evaluate(`window.dispatchEvent(new Event('blur'))`)
    await until(async () => {
      const x = await xOf(ada, 'Ada')
      await new Promise((resolve) => setTimeout(resolve, 150))
      return x === (await xOf(ada, 'Ada'))
    }, 'Ada stands still')
    await ada.keyboard.up('ArrowRight')
  })

  test('E11 the lag panel impairs the connection, and the game goes on without corrections', async () => {
    // A room of its own, where both stand at the start: the tests before may have left Ada in the pit.
    for (const [page, name] of [
      [ada, 'Ada'],
      [bo, 'Bo'],
    ] as const)
      await page.goto(`${games.url}/platformer?name=${name}&room=impairment`)
    for (const page of [ada, bo])
      await until(() => inPage(page, (s) => s.entities('pip').length === 2), 'both are there')
    // Not `log`: its longest stalls exceed what a 60 Hz budget holds, and real time has no seed.
    await ada.getByRole('button', { name: 'Netcode' }).click()
    const presets = ada.locator('select').first()
    const labels = await presets.locator('option').allTextContents()
    await presets.selectOption({
      index: labels.findIndex((label) => label.includes('intercontinental')),
    })
    await until(() => inPage(ada, (s) => s.stats.rttMs > 120), 'the round trip grows')
    const before = await xOf(bo, 'Ada')
    await ada.keyboard.down('ArrowRight')
    await until(
      async () => (await xOf(bo, 'Ada')) > before + 30,
      'Bo sees Ada run through the impairment',
    )
    await ada.keyboard.up('ArrowRight')
    // A machine that stands still for a second makes the server drop inputs, of which 64 may wait: such a
    // correction replays more than that. Any other would be a fault.
    const { corrections, replayedSteps } = await inPage(ada, (s) => s.stats)
    expect(replayedSteps).toBeGreaterThanOrEqual(64 * corrections)
  })

  test('nothing went wrong in either page', () => {
    expect(faults).toEqual([[], []])
  })

  test('the landing page leads to the game, with and without a slash', async () => {
    const { page, faults: wrong } = await openPage(browser, `${games.url}/`, {
      width: 1280,
      height: 720,
    })
    await page.getByText('Platformer').first().click()
    await page.waitForURL(/\/platformer\/?$/)
    await until(() => inPage(page, (s) => s.state === 'open'), 'the game starts')
    await page.close()
    expect(wrong).toEqual([])
  })

  test('Ctrl-C tells the pages, frees the port and says so', async () => {
    games.process.kill('SIGINT')
    const [code] = await once(games.process, 'exit')
    expect(code).toBe(0)
    expect(games.said()).toMatch(/port \d+ is free/)
    // It goes on when the server is back, and says after a minute that it has stopped: see restart.browser.test.ts.
    await until(() => inPage(bo, (s) => s.state === 'reconnecting'), 'Bo is told')
    await until(async () => /Reconnecting/.test(await bo.innerText('body')), 'Bo reads so')
    const port = Number(new URL(games.url).port)
    await expect(
      new Promise((resolve, reject) => {
        connect(port, '127.0.0.1').once('connect', resolve).once('error', reject)
      }),
    ).rejects.toThrow('ECONNREFUSED')
  })
})
