import type { Browser, BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Games, launchBrowser, newPage, startGames } from './browser.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let games: Games
let browser: Browser
let faults: string[] = []

/** A page of the platformer in which the own player stands; `before` is called while it is still blank. */
async function play(
  query: string,
  options: BrowserContextOptions = { viewport: { width: 640, height: 400 } },
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<Page> {
  const page = await newPage(browser, options)
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await before(page)
  await page.goto(`${games.url}/platformer${query}`)
  await isPlaying(page)
  return page
}

const isPlaying = (page: Page): Promise<unknown> =>
  page.waitForFunction(`document.body.classList.contains('playing')
    && window.glissade.entities('pip').some((pip) => pip.mine && pip.x > 0)`)

/** What an expression gives in a page, where `me` is the own player and `session` the page's session. */
const inPage = <T>(page: Page, expression: string): Promise<T> =>
  page.evaluate(`(() => {
    const session = window.glissade
    const me = session.entities('pip').find((pip) => pip.mine)
    return ${expression}
  })()`)

beforeAll(async () => {
  // Bots throw snowballs and collect coins, which the tests here would have to tell from what players do.
  games = await startGames({ BOTS: '0' })
  browser = await launchBrowser()
})

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  const wrong = faults
  faults = []
  expect(wrong).toEqual([])
})

afterAll(async () => {
  await browser?.close()
  await games?.stop()
})

describe('the page around the picture', () => {
  test('E9 a bar that never goes back is full before the first frame', async () => {
    const page = await play('?room=bar', undefined, (blank) =>
      blank.addInitScript(`
        window.bar = []
        const look = () => {
          const bar = document.getElementById('loading-bar')
          const isPlaying = document.body?.classList.contains('playing') ?? false
          if (bar) window.bar.push([bar.value, window.glissade?.renderTimeMs > 0])
          if (!isPlaying) requestAnimationFrame(look)
        }
        requestAnimationFrame(look)`),
    )
    const seen = await page.evaluate<[number, boolean][]>('window.bar')
    const values = seen.map(([value]) => value)
    expect(values[0]).toBeLessThan(0.5)
    expect(values.at(-1)).toBe(1)
    expect(values).toEqual([...values].sort((a, b) => a - b))
    expect(seen.filter(([value, hasFrames]) => value < 1 && hasFrames)).toEqual([])
  })

  test('E4 the scores are beside the picture, not in it', async () => {
    const ada = await play('?room=scores&name=Ada')
    await play('?room=scores&name=Bo')
    const scores = ada.getByRole('list', { name: 'scores' })
    await scores.getByText('Bo').waitFor()
    expect(await scores.locator('.mine').innerText()).toContain('Ada')
    expect(await ada.locator('.tally').innerText()).toMatch(/^\d+ \/ \d+$/)
    expect(await ada.locator('#stage').innerText()).toBe('')
    // Frames go on; while nothing happens only the clock is written.
    const writes = await ada.evaluate<string[]>(`new Promise((resolve) => {
      const writes = []
      new MutationObserver((all) => {
        for (const { target } of all) writes.push(target.className || target.nodeName)
      }).observe(document.getElementById('hud'), {
        subtree: true, childList: true, characterData: true, attributes: true,
      })
      setTimeout(() => resolve(writes), 1500)
    })`)
    expect(new Set(writes)).toEqual(new Set(['clock']))
    // Once a second, not once a frame.
    expect(writes.length).toBeLessThanOrEqual(6)
  })

  test('a reload goes on as the same player, and a new name as another', async () => {
    const page = await play('?room=again&name=Ada')
    await page.keyboard.down('ArrowRight')
    await page.waitForTimeout(300)
    await page.keyboard.up('ArrowRight')
    await page.waitForFunction(`window.glissade.entities('pip').find((pip) => pip.mine).vx === 0`)
    const before = await inPage(page, '[session.playerId, me.x]')
    await page.reload()
    await isPlaying(page)
    expect(await inPage(page, '[session.playerId, me.x]')).toEqual(before)
    await page.goto(`${games.url}/platformer?room=again&name=Cleo`)
    await isPlaying(page)
    expect(await inPage(page, 'me.name')).toBe('Cleo')
  })

  test('a player that goes on in another tab is brought back by a click', async () => {
    const page = await play('?room=tabs&name=Ada')
    const player = await inPage(page, 'session.playerId')
    const keys = await page.evaluate<string>('JSON.stringify(sessionStorage)')
    // As a browser copies them into the tab that "duplicate" opens.
    const other = await play('?room=tabs&name=Ada', undefined, (blank) =>
      blank.addInitScript(`Object.assign(sessionStorage, ${keys})`),
    )
    expect(await inPage(other, 'session.playerId')).toBe(player)
    await page.getByText('Play here').click()
    await other.getByText('You are playing in another tab').waitFor()
    await isPlaying(page)
    expect(await inPage(page, 'session.playerId')).toBe(player)
  })

  test('where nothing can be stored a reload leaves nobody behind', async () => {
    const watcher = await play('?room=bare&name=Bo')
    const page = await play('?room=bare&name=Ada', undefined, (blank) =>
      blank.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new Error('off') } })`),
    )
    await page.reload()
    await isPlaying(page)
    const player = await inPage(page, 'session.playerId')
    await watcher.waitForFunction(
      `window.glissade.entities('pip').some(({ owner }) => owner === ${player})`,
    )
    expect(await inPage(watcher, `session.entities('pip').length`)).toBe(2)
  })

  test('while a broken connection is made again the picture stays and a line says so', async () => {
    const routes: WebSocketRoute[] = []
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const page = await play('?room=broken', undefined, (blank) =>
      blank.routeWebSocket(/glissade/, async (route) => {
        if (routes.push(route) > 1) await gate
        route.connectToServer()
      }),
    )
    const player = await inPage(page, 'session.playerId')
    await routes[0]!.close({ code: 1001 })
    await page.getByText('Reconnecting').waitFor()
    expect(await page.locator('#notice').isVisible()).toBe(false)
    expect(await page.locator('#stage canvas').isVisible()).toBe(true)
    open()
    await page.waitForFunction(`window.glissade.state === 'open'`)
    expect(await page.locator('#mending').innerText()).toBe('')
    expect(await inPage(page, 'session.playerId')).toBe(player)
  })

  test('on a phone the controls are under the picture, and two fingers hold two of them', async () => {
    const page = await play('?room=phone', PHONE)
    const [picture, run, jump] = await Promise.all(
      ['#stage canvas', '#run', '#jump'].map((at) => page.locator(at).boundingBox()),
    )
    expect(picture!.y + picture!.height).toBeLessThanOrEqual(Math.min(run!.y, jump!.y))
    const fingers = await page.context().newCDPSession(page)
    const right = { x: run!.x + run!.width * 0.8, y: run!.y + 20, id: 1 }
    const up = { x: jump!.x + 30, y: jump!.y + 30, id: 2 }
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: (typeof up)[]): Promise<unknown> =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
    const held = 'Object.keys(session.input).filter((name) => session.input[name])'
    await touch('touchStart', [right])
    await touch('touchStart', [right, up])
    expect(await inPage(page, held)).toEqual(['right', 'jump'])
    await touch('touchEnd', [])
    expect(await inPage(page, held)).toEqual([])
  })

  test('sound is off until M is pressed, and remembered', async () => {
    const page = await play('?room=sound')
    const button = page.getByRole('button', { name: 'sound' })
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.press('m')
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await isPlaying(page)
    expect(await button.getAttribute('aria-pressed')).toBe('true')
  })

  test('a room of one’s own comes with the link for friends', async () => {
    const page = await play('?name=Ada')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('button', { name: 'Make a room' }).click()
    await page.waitForURL(/room=[a-z2-9]{6}$/)
    const link = await page.getByLabel('link to this room').inputValue()
    expect(link).toBe(
      `${games.url}/platformer/?room=${new URL(page.url()).searchParams.get('room')}`,
    )
    expect(await page.getByRole('button', { name: 'Copy link' }).isVisible()).toBe(true)
  })
})
