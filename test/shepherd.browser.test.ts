import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Room } from 'glissade/server'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shepherdRoom } from '../games/shepherd/room.ts'
import type { Herd, Pasture } from '../games/shepherd/rules/herd.ts'
import { HEIGHT, START, WIDTH } from '../games/shepherd/rules/meadow.ts'
import { beginRound } from '../games/shepherd/rules/rounds.ts'
import { STEP_HZ } from '../games/shepherd/rules/steps.ts'
import { ensurePages } from '../scripts/pages.mjs'
import { launchBrowser, newPage, openPage } from './browser.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** As few sheep as there can be, on a machine that draws three pages with its processor. */
const ROOM = '100-sheep-fold'
const PHONE: BrowserContextOptions = {
  viewport: { width: 640, height: 360 },
  hasTouch: true,
  isMobile: true,
}
let server: Server
let browser: Browser
let ada: Page
let bo: Page
let watcher: Page
const faults: string[][] = []

async function join(query: string): Promise<Page> {
  const { page, faults: found } = await openPage(browser, `${server.url}/shepherd/${query}`)
  faults.push(found)
  await isPlaying(page)
  return page
}

const isPlaying = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    `document.body.classList.contains('playing')
      && window.glissade.entities('shepherd').concat(window.glissade.entities('eye'))
        .some((own) => own.mine && own.x > 0)`,
  )

/** What an expression gives in a page, where `session` is the page's, and shepherds and dogs are found by name. */
const inPage = <T>(page: Page, expression: string): Promise<T> =>
  page.evaluate(`(() => {
    const session = window.glissade
    const shepherd = (name) => session.entities('shepherd').find((one) => one.name === name)
    const dog = (name) => session.entities('dog').find(({ owner }) => owner === shepherd(name).owner)
    return ${expression}
  })()`)

const until = (page: Page, expression: string): Promise<void> =>
  expect.poll(() => inPage(page, expression).catch(String)).toBe(true)

const roomOf = (id: string): Room<typeof shepherdRoom> =>
  server.rooms.get(`shepherd/${id}`) as unknown as Room<typeof shepherdRoom>

/** The room's world, as the rules get it. */
const pasture = (): Pasture => roomOf(ROOM).world as unknown as Pasture
const herdIn = (): Herd => pasture().state.herd!

/** A round begins: it is day for as long as a test takes, whenever that is, and no wolves are about. */
async function beginDay(): Promise<void> {
  beginRound(herdIn(), pasture())
  for (const page of [ada, bo]) {
    await until(page, `session.entities('round')[0].phase === 'herd'`)
    await until(page, `session.entities('round')[0].night === 0`)
  }
}

const here = `(({ x, y }) => ({ x, y }))`

/** Puts somebody's shepherd and dog somewhere else. */
function bring(name: string, x: number, y: number): void {
  const { world } = roomOf(ROOM)
  const body = world.entities('shepherd').find((one) => one.name === name)!
  const dog = world.entities('dog').find(({ owner }) => owner === body.owner)!
  Object.assign(body, { x, y })
  Object.assign(dog, { x: x + 30, y, vx: 0, vy: 0 })
  world.teleport(body)
  world.teleport(dog)
}

/** Brings both to the west of where shepherds begin, with dogs that rest there, whatever these were told before. */
async function bringBoth(): Promise<void> {
  for (const page of [ada, bo]) await page.keyboard.press('KeyQ')
  const places = () =>
    roomOf(ROOM)
      .world.entities('dog')
      .map(({ x, y }) => `${x} ${y}`)
  // What was on its way to the server when a key was pressed still counts.
  await expect
    .poll(async () => {
      bring('Ada', START.x - 180, START.y)
      bring('Bo', START.x - 240, START.y)
      const before = places()
      await ada.waitForTimeout(300)
      return String(places()) === String(before)
    })
    .toBe(true)
}

/** How bright a page is where no lantern of two that stand together shines, from 0 to 255. */
async function brightness(page: Page): Promise<number> {
  const png = await page.screenshot({ clip: { x: 520, y: 60, width: 110, height: 140 } })
  const lab = await newPage(browser)
  try {
    return await lab.evaluate(`(async () => {
      const picture = new Image()
      picture.src = 'data:image/png;base64,${png.toString('base64')}'
      await picture.decode()
      const brush = new OffscreenCanvas(1, 1).getContext('2d')
      brush.imageSmoothingQuality = 'high'
      brush.drawImage(picture, 0, 0, 1, 1)
      const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 3
    })()`)
  } finally {
    await lab.close()
  }
}

beforeAll(async () => {
  server = await serve(shepherdRoom, {
    port: 0,
    files: await ensurePages(root),
  })
  browser = await launchBrowser()
  ada = await join('?boids=100&room=fold&name=Ada')
  bo = await join('?boids=100&room=fold&name=Bo')
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

describe('two pages of Shepherd’s World', () => {
  test('both are in the room with as many sheep as the address says, and on both scoreboards', async () => {
    expect(roomOf(ROOM).players).toHaveLength(2)
    for (const page of [ada, bo]) {
      await expect
        .poll(async () => (await page.locator('.scores .name').allInnerTexts()).sort())
        .toEqual(['Ada', 'Bo'])
      await expect.poll(() => page.locator('#hud .home').innerText()).toMatch(/^\d+ \/ 100$/)
      expect(await page.locator('#hud .clock').innerText()).toMatch(/^[0-4]:\d\d$/)
    }
  })

  test('a dog is where it began, beside its shepherd, until somebody walks or sends it', () => {
    const { world } = roomOf(ROOM)
    for (const { owner, x, y } of world.entities('dog')) {
      const body = world.entities('shepherd').find((one) => one.owner === owner)!
      expect([x - body.x, y - body.y]).toEqual([26, 8])
    }
  })

  test('A5 who walks with keys in one page does so in the other', async () => {
    const seen = await inPage<{ x: number; y: number }>(bo, `${here}(shepherd('Ada'))`)
    await ada.keyboard.down('KeyA')
    await until(bo, `shepherd('Ada').x < ${seen.x - 60}`)
    await ada.keyboard.up('KeyA')
    await ada.keyboard.down('ArrowDown')
    await until(bo, `shepherd('Ada').y > ${seen.y + 30}`)
    await ada.keyboard.up('ArrowDown')
    const other = await inPage<number>(ada, `shepherd('Bo').x`)
    await bo.keyboard.down('ArrowRight')
    await until(ada, `shepherd('Bo').x > ${other + 40}`)
    await bo.keyboard.up('ArrowRight')
    // At rest all have the same place, to the grid that others get.
    for (const name of ['Ada', 'Bo'])
      await expect
        .poll(async () => {
          const read = `shepherd('${name}').x`
          return Math.abs((await inPage<number>(ada, read)) - (await inPage<number>(bo, read)))
        })
        .toBeLessThan(0.5)
  })

  test('the dog runs to where the mouse was, stays there, and comes when it is called', async () => {
    await ada.mouse.move(320, 200)
    await ada.mouse.move(480, 100, { steps: 5 })
    const away = `Math.hypot(dog('Ada').x - shepherd('Ada').x, dog('Ada').y - shepherd('Ada').y)`
    for (const page of [ada, bo]) await until(page, `${away} > 100`)
    const goal = await inPage<number[]>(ada, '[session.input.dogX, session.input.dogY]')
    await ada.keyboard.down('KeyA')
    await ada.waitForTimeout(500)
    await ada.keyboard.up('KeyA')
    expect(await inPage(ada, '[session.input.dogX, session.input.dogY]')).toEqual(goal)
    await ada.screenshot({ path: '.cache/shepherd-dog.png' })
    await ada.keyboard.press('KeyE')
    for (const page of [ada, bo]) await until(page, `${away} < 80`)
  })

  test('Shift and arrows send the dog without a mouse, and its shepherd stands still', async () => {
    const before = await inPage<{ x: number; y: number }>(bo, `${here}(shepherd('Bo'))`)
    await bo.keyboard.down('Shift')
    await bo.keyboard.down('ArrowUp')
    await until(ada, `dog('Bo').y < ${before.y - 70}`)
    await bo.keyboard.up('ArrowUp')
    await bo.keyboard.up('Shift')
    expect(await inPage(bo, `${here}(shepherd('Bo'))`)).toEqual(before)
  })

  test('a bark is heard once on both, from a key and from a click', async () => {
    for (const page of [ada, bo])
      await inPage(
        page,
        `void (
          window.deafen?.(),
          window.barks = [],
          window.deafen = session.on('barked', (_, by) => barks.push(by))
        )`,
      )
    await ada.keyboard.press('Space')
    const by = await inPage<number>(ada, `shepherd('Ada').owner`)
    for (const page of [ada, bo]) await until(page, `String(barks) === '${by}'`)
    await ada.waitForTimeout(800)
    await ada.mouse.click(300, 240)
    for (const page of [ada, bo]) await until(page, `String(barks) === '${by},${by}'`)
  })

  test('sheep run from a dog, on both pages alike', async () => {
    const { world } = roomOf(ROOM)
    const herd = herdIn()
    await beginDay()
    // A group and both shepherds come together on open grass, which is faster than walking there; Bo so far off that
    // none runs from him.
    await bringBoth()
    for (let i = 0; i < 30; i++) {
      herd.flock.x[i] = START.x + (i % 6) * 25
      herd.flock.y[i] = START.y + Math.floor(i / 6) * 25
      world.teleport(herd.sheep[i]!)
    }
    const one = `session.entities('sheep').find(({ id }) => id === ${herd.sheep[0]!.id})`
    const away = `Math.hypot(${one}.x - ${START.x}, ${one}.y - ${START.y})`
    await Promise.all([ada, bo].map((page) => until(page, `${away} < 40`)))
    await ada.mouse.move(320, 180)
    await ada.mouse.move(430, 180, { steps: 8 })
    await ada.keyboard.press('Space')
    for (const page of [ada, bo]) await until(page, `${away} > 40`)
    expect(herd.flock.by[0], 'it ran from Ada').toBe(
      world.entities('shepherd').find(({ name }) => name === 'Ada')!.owner,
    )
    await ada.screenshot({ path: '.cache/shepherd-flock.png' })
    await ada.keyboard.press('KeyE')
    const place = (page: Page) => inPage<{ x: number; y: number }>(page, `${here}(${one})`)
    await expect
      .poll(async () => {
        const [a, b] = await Promise.all([place(ada), place(bo)])
        return Math.hypot(a.x - b.x, a.y - b.y)
      })
      .toBeLessThan(3)
  })

  test('a reload is the same shepherd', async () => {
    const before = await inPage(bo, `[session.playerId, shepherd('Bo').id]`)
    await bo.reload()
    await isPlaying(bo)
    expect(await inPage(bo, `[session.playerId, shepherd('Bo').id]`)).toEqual(before)
  })

  test('night falls: pages get dark and say so, and wolves come to be seen', async () => {
    const { world } = roomOf(ROOM)
    await beginDay()
    // The light follows the hour softly.
    await ada.waitForTimeout(2000)
    const byDay = await Promise.all([ada, bo].map(brightness))
    herdIn().beganAt = world.tick - 170 * STEP_HZ
    for (const [i, page] of [ada, bo].entries()) {
      await until(page, `session.entities('round')[0].night > 200`)
      expect(await page.locator('#hud .round.night').count()).toBe(1)
      expect(await page.locator('.toast').innerText()).toMatch(/^(Night falls|The wolves are here)/)
      await expect.poll(() => brightness(page)).toBeLessThan(byDay[i]! * 0.7)
    }
    const wolf = world.entities('wolf')[0]!
    bring(
      'Ada',
      Math.min(Math.max(wolf.x, 200), WIDTH - 200),
      wolf.y > HEIGHT / 2 ? wolf.y - 150 : wolf.y + 150,
    )
    await until(ada, `session.entities('wolf').length > 0`)
    await ada.screenshot({ path: '.cache/shepherd-night.png' })
  })

  test('the round ends for both with its winner, and the next one begins by day', async () => {
    const { world } = roomOf(ROOM)
    await beginDay()
    const round = world.entities('round')[0]!
    const body = world.entities('shepherd').find(({ name }) => name === 'Ada')!
    body.score = 7
    round.endsAt = world.tick + 20
    for (const page of [ada, bo]) {
      await until(page, `session.entities('round')[0].phase === 'over'`)
      await expect.poll(() => page.locator('.winner').innerText()).toMatch(/wins? with 7 sheep/)
    }
    await ada.screenshot({ path: '.cache/shepherd-over.png' })
    round.endsAt = world.tick + 20
    for (const page of [ada, bo]) {
      await until(page, `session.entities('round')[0].phase === 'herd'`)
      await until(page, `shepherd('Ada').score === 0`)
      await until(page, `session.entities('round')[0].night === 0`)
    }
  })
})

describe('who watches', () => {
  test('sees both shepherds, pans with keys, follows one with Tab, and joins in with a button', async () => {
    // Two pages are as many as this machine draws without starving the server.
    await bo.goto('about:blank')
    watcher = await join('?boids=100&room=fold&name=Cy&watch=1')
    expect(await inPage(watcher, `session.entities('shepherd').some(({ mine }) => mine)`)).toBe(
      false,
    )
    await until(watcher, `shepherd('Ada') !== undefined`)
    expect(await watcher.locator('#watch').innerText()).toContain('You are watching')
    const eye = `session.entities('eye').find(({ mine }) => mine)`
    const x = await inPage<number>(watcher, `${eye}.x`)
    const [key, sign] = x > START.x ? ['ArrowLeft', -1] : ['ArrowRight', 1]
    await watcher.keyboard.down(key as string)
    await until(watcher, `(${eye}.x - ${x}) * ${sign} > 150`)
    await watcher.keyboard.up(key as string)
    for (let i = 0; i < 3; i++) {
      await watcher.keyboard.press('Tab')
      if (/watching Ada/.test(await watcher.locator('#watch-text').innerText())) break
    }
    await until(
      watcher,
      `Math.hypot(${eye}.x - shepherd('Ada').x, ${eye}.y - shepherd('Ada').y) < 110`,
    )
    await ada.keyboard.press('KeyE')
    await watcher.waitForTimeout(600)
    await watcher.screenshot({ path: '.cache/shepherd-watch.png' })
    await watcher.getByRole('button', { name: 'Join in' }).click()
    await watcher.waitForURL((url) => !url.searchParams.has('watch'))
    await isPlaying(watcher)
    expect(
      await inPage(watcher, `session.entities('shepherd').find(({ mine }) => mine).name`),
    ).toBe('Cy')
  })
})

test('a thumb walks, a finger on the picture sends the dog, a button barks', async () => {
  await watcher?.goto('about:blank')
  const page = await newPage(browser, PHONE)
  const found: string[] = []
  page.on('pageerror', (error) => found.push(String(error)))
  faults.push(found)
  await page.goto(`${server.url}/shepherd/?boids=100&room=thumbs&name=Di`)
  await isPlaying(page)
  const [walk, bark] = await Promise.all(
    ['#run', '#bark'].map((at) => page.locator(at).boundingBox()),
  )
  const fingers = await page.context().newCDPSession(page)
  const at = (x: number, y: number, id: number) => ({ x, y, id })
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: object[]): Promise<unknown> =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints } as never)
  const right = at(walk!.x + walk!.width * 0.95, walk!.y + walk!.height / 2, 1)
  const place = at(380, 120, 2)
  const held = 'Object.keys(session.input).filter((name) => session.input[name] === true)'
  await inPage(page, `void (window.barks = 0, session.on('barked', () => barks++))`)
  await touch('touchStart', [right])
  expect(await inPage(page, held)).toEqual(['right'])
  await touch('touchStart', [right, place])
  await until(page, `dog('Di').y < shepherd('Di').y - 40`)
  await page.screenshot({ path: '.cache/shepherd-phone.png' })
  expect(await inPage(page, 'barks'), 'a finger that sends the dog does not bark').toBe(0)
  await touch('touchEnd', [])
  expect(await inPage(page, held)).toEqual([])
  await touch('touchStart', [at(bark!.x + 30, bark!.y + 30, 3)])
  await touch('touchEnd', [])
  await until(page, 'barks === 1')
  await page.close()
})

test('nothing went wrong in any page', () => {
  expect(faults.flat()).toEqual([])
})
