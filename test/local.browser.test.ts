import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Games,
  launchBrowser,
  newPage,
  type OpenPage,
  openPage,
  startGames,
} from './browser.ts'

/** Small pages are drawn fast, also where the processor does it. */
const SIZE = { width: 480, height: 270 }
let games: Games
let browser: Browser
let platformer: OpenPage
let shepherd: OpenPage
let cubes: OpenPage

async function open(path: string, own: string): Promise<OpenPage> {
  const opened = await openPage(browser, `${games.url}/${path}`, SIZE)
  await isPlaying(opened.page, own)
  return opened
}

const isPlaying = (page: Page, own: string): Promise<unknown> =>
  page.waitForFunction(`document.body.classList.contains('playing')
    && window.glissade.entities('${own}').some((one) => one.mine && one.x > 0)`)

/** What an expression gives in a page, where `session` is the page's, and `own(kind)` the player's own entity. */
const inPage = <T>(page: Page, expression: string): Promise<T> =>
  page.evaluate(`(() => {
    const session = window.glissade
    const own = (kind) => session.entities(kind).find(({ mine }) => mine)
    return ${expression}
  })()`)

const until = (page: Page, expression: string): Promise<void> =>
  expect.poll(() => inPage(page, expression).catch(String)).toBe(true)

/** Runs and jumps to the right until the player has taken another coin. */
async function takeCoin(page: Page): Promise<void> {
  const before = await inPage<number>(page, `own('pip').coins`)
  await page.keyboard.down('ArrowRight')
  while (!(await inPage(page, `own('pip').coins > ${before}`)))
    await page.keyboard.press('Space', { delay: 200 })
  await page.keyboard.up('ArrowRight')
}

/** Keeps a worker busy for 200 ms. When that was, on a clock that pages and workers share. */
const SPIN = `(() => {
  const nowMs = () => performance.timeOrigin + performance.now()
  const fromMs = nowMs()
  while (nowMs() < fromMs + 200);
  return [fromMs, nowMs()]
})()`

/** Records all that the render clock of a page is told, from a new beginning on, and what it answers. */
const RECORD = `(() => {
  const clock = session.playout
  const { arrived, advance } = Object.getPrototypeOf(clock)
  window.arrivals = []
  window.frames = []
  clock.arrived = (stampMs, atMs, ...more) => {
    arrivals.push({ stampMs, atMs: performance.timeOrigin + atMs })
    arrived.call(clock, stampMs, atMs, ...more)
  }
  clock.advance = (nowMs) => {
    const shownMs = advance.call(clock, nowMs)
    const atMs = performance.timeOrigin + nowMs
    const { delayMs, jumps } = clock
    frames.push({ atMs, came: arrivals.length, shownMs, delayMs, jumps, ownX: own('pip').x })
    return shownMs
  }
  session.playout = clock
})()`

interface Arrival {
  readonly atMs: number
  readonly stampMs: number
}

interface Frame extends Pick<Arrival, 'atMs'> {
  /** How many snapshots had come. */
  readonly came: number
  readonly shownMs: number
  readonly delayMs: number
  readonly ownX: number
  readonly jumps: number
}

/**
 * The frames that are not as docs/TIME.md promises: each shows a later moment than the one before, never one that is less
 * than the delay old, and time passes at 0.9x to 1.1x. It may stand still where there is nothing newer, and be set where
 * frames are over 250 ms apart.
 */
function unevenFrames(frames: readonly Frame[], arrivals: readonly Arrival[]): string[] {
  return frames.flatMap(({ atMs, came, shownMs, delayMs, jumps }, i) => {
    const before = frames[i - 1]
    if (!before || Number.isNaN(before.shownMs)) return []
    const known = arrivals.slice(0, came)
    const least = known.reduce((most, one) => Math.min(most, one.atMs - one.stampMs), Infinity)
    const newestMs = known.reduce((most, { stampMs }) => Math.max(most, stampMs), -Infinity)
    const [frameMs, movedMs] = [atMs - before.atMs, shownMs - before.shownMs]
    const isEven = movedMs > 0.89 * frameMs && movedMs < 1.11 * frameMs
    const mayStand = movedMs === 0 && shownMs >= newestMs
    const text = `frame ${i}: ${frameMs.toFixed(1)} ms, in which ${movedMs.toFixed(1)} ms passed`
    if (movedMs < 0) return [`${text}: back`]
    if (atMs - least - shownMs < delayMs - 1) return [`${text}: too new`]
    return isEven || mayStand || frameMs > 250 || jumps > before.jumps ? [] : [text]
  })
}

beforeAll(async () => {
  games = await startGames()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await games?.stop()
})

describe('while there is a server', () => {
  test.each([
    ['cannot load the worker', (page: Page) => page.route(/platformer-[\w-]+\.js/, abort)],
    ['has no workers', (page: Page) => page.addInitScript('delete globalThis.Worker')],
  ])('a page that %s says so', async (_, spoil) => {
    const page = await newPage(browser, { viewport: SIZE })
    await spoil(page)
    await page.goto(`${games.url}/platformer/?local`)
    const notice = page.locator('#notice-text')
    await notice.waitFor()
    expect(await notice.innerText()).toBe('This browser could not start the room in this page.')
    await page.close()
  })

  test('a page opens no connection to it, and a reload begins another room', async () => {
    platformer = await open('platformer/?local&name=Ada', 'pip')
    const { page } = platformer
    await takeCoin(page)
    await page.reload()
    await isPlaying(page, 'pip')
    expect(await inPage(page, `[own('pip').coins, session.playerId]`)).toEqual([0, 1])
    expect(platformer.sockets).toEqual([])
  })

  test('nobody can be invited, and the card says why', async () => {
    const { page } = platformer
    await page.locator('#invite').click()
    const card = page.locator('#invite-card')
    expect(await card.innerText()).toMatch(/Nobody else can join it/)
    expect(await card.locator('#invite-link').isVisible()).toBe(false)
    await page.keyboard.press('Escape')
    expect(await page.locator('#second').isVisible()).toBe(false)
  })
})

describe('when the process of the server has ended', () => {
  beforeAll(async () => {
    shepherd = await open('shepherd/?local&name=Ada', 'shepherd')
    cubes = await openPage(browser, `${games.url}/cubes/?local&name=Ada`, SIZE)
    await cubes.page.waitForFunction(`document.body.classList.contains('playing')
      && window.glissade.entities('ball').length === 3`)
    await games.stop()
    await expect(fetch(games.url)).rejects.toThrow()
  })

  test('C11 the platformer plays on', async () => {
    const { page } = platformer
    await takeCoin(page)
    await until(page, `session.entities('coin').length < session.entities('round')[0].coins`)
    const snapshots = await inPage<number>(page, 'session.stats.snapshots')
    await until(page, `session.stats.snapshots > ${snapshots + 20}`)
    expect(await inPage(page, 'session.state')).toBe('open')
  })

  test('C11 Cubes plays on, with its physics in the worker', async () => {
    const { page } = cubes
    const before = await inPage<number>(page, `own('ball').place.z`)
    await page.keyboard.down('ArrowUp')
    await until(page, `own('ball').place.z < ${before} - 100`)
    await page.keyboard.up('ArrowUp')
    // The bots push cubes all the time.
    await until(
      page,
      `session.entities('cube').some(({ hue }) => hue !== session.entities('cube')[0].hue)`,
    )
    expect(cubes.sockets).toEqual([])
  })

  test('C11 Shepherd’s World plays on', async () => {
    const { page } = shepherd
    const { x } = await inPage<{ x: number }>(page, `(({ x }) => ({ x }))(own('shepherd'))`)
    await page.keyboard.down('ArrowLeft')
    await until(page, `own('shepherd').x < ${x - 60}`)
    await page.keyboard.up('ArrowLeft')
    // Sheep graze and walk about by themselves.
    const places = `session.entities('sheep').map(({ id, x, y }) => [id, { x, y }])`
    await inPage(page, `void (window.herd = new Map(${places}))`)
    const hasMoved = `Math.hypot(x - herd.get(id).x, y - herd.get(id).y) > 5`
    await until(page, `${places}.some(([id, { x, y }]) => herd.has(id) && ${hasMoved})`)
    expect(await inPage(page, 'session.state')).toBe('open')
  })

  test('C11 the room goes on while its page draws nothing', async () => {
    const { page } = shepherd
    await inPage(
      page,
      `void (window.frames = 0, session.onFrame(() => frames++), window.draw = requestAnimationFrame,
        window.requestAnimationFrame = (run) => ((window.waiting = run), 0))`,
    )
    await page.waitForFunction('window.waiting')
    const seen = `({ frames, shownMs: session.renderTimeMs, snapshots: session.stats.snapshots })`
    type Seen = { frames: number; shownMs: number; snapshots: number }
    const before = await inPage<Seen>(page, seen)
    await until(page, `session.stats.snapshots >= ${before.snapshots + 60}`)
    const hidden = await inPage<Seen>(page, seen)
    expect([hidden.frames, hidden.shownMs]).toEqual([before.frames, before.shownMs])
    await inPage(page, `void (requestAnimationFrame = draw, draw(waiting))`)
    await until(page, `frames > ${hidden.frames + 1}`)
    // 60 snapshots are 3 s of the room, of which the page had not shown a few.
    const after = await inPage<Seen>(page, seen)
    expect(after.shownMs - before.shownMs).toBeGreaterThan(2500)
  })

  test('C11 frames stay even while the worker is kept busy', async () => {
    const { page } = platformer
    const [worker] = page.workers()
    await inPage(page, RECORD)
    const blocks: (readonly [fromMs: number, toMs: number])[] = []
    const framesIn = (all: readonly Frame[]): number[] =>
      all.flatMap(({ atMs }, i) =>
        blocks.some(([from, to]) => atMs > from && atMs < to) ? [i] : [],
      )
    let frames: Frame[] = []
    for (let i = 0; i < 10 || framesIn(frames).length < 20; i++) {
      const key = i % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'
      await page.keyboard.down(key)
      blocks.push(await worker!.evaluate<[number, number]>(SPIN))
      await page.waitForTimeout(200)
      await page.keyboard.up(key)
      frames = await page.evaluate<Frame[]>('window.frames')
    }
    const arrivals = await page.evaluate<Arrival[]>('window.arrivals')
    const blocked = framesIn(frames)
    const ownMoves = blocked.filter((i) => frames[i]?.ownX !== frames[i - 1]?.ownX)
    const faults = unevenFrames(frames, arrivals)
    console.log(
      `${frames.length} frames, ${blocked.length} while the worker was busy ${blocks.length} times,`,
      `in ${ownMoves.length} of which the own player moved`,
    )
    expect(ownMoves.length).toBeGreaterThan(5)
    expect(faults).toEqual([])
  })

  test('the simulated network lies between the page and its worker', async () => {
    const { page } = shepherd
    const choose = (label: string): Promise<unknown> =>
      page
        .locator('.panel')
        .getByLabel('preset', { exact: true })
        .selectOption({ label }, { force: true })
    await choose('intercontinental')
    await until(page, 'session.stats.rttMs > 150')
    await choose('none')
    await until(page, 'session.stats.rttMs < 150')
  })

  test('a page whose worker is gone says so', async () => {
    const { page } = shepherd
    const [worker] = page.workers()
    await worker!.evaluate('close()').catch(() => {})
    await expect.poll(() => page.locator('#mending').innerText()).toBe('Reconnecting …')
  })

  test('nothing went wrong in any page', () => {
    expect([platformer, cubes, shepherd].flatMap((one) => one.faults)).toEqual([])
    expect([...platformer.sockets, ...shepherd.sockets]).toEqual([])
  })
})

const abort = (route: { abort(): Promise<void> }): Promise<void> => route.abort()
