import type { Browser, CDPSession, Page } from 'playwright-core'
import { newPage } from '../browser.ts'
import { checkContrast, checkFocus, checkNames } from './check.ts'
import type { Finding } from './finding.ts'

/** The windows in which pages are looked at: a computer, and a phone upright and on its side. */
export const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
] as const

/** Whether the page shows what it is there for: nothing covers it, and it waits for nothing. */
const IS_READY = `['loading', 'notice'].every((id) => {
    const cover = document.getElementById(id)
    return !cover?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }) && !document.querySelector('[data-mood="waiting"]')
  && (!document.getElementById('hud') || document.body.classList.contains('playing'))`

/** What a page gets wrong, as lines of text. */
export interface Visit {
  /** Each finding once, with the windows that have it. */
  readonly findings: readonly string[]
  /** What the page wrote to the console, its errors, and its requests that failed. */
  readonly faults: readonly string[]
}

/** The panel of games, which are the pages with a `#hud`, and the button that opens it. */
const PANEL = '.panel'
const OPENS_PANEL = '.panel .tp-rotv:not(.tp-rotv-expanded) > .tp-rotv_b'

/** Opens the page at `url` once and checks it in each of the sizes. `script` is what `pageScript` returns. */
export async function visit(
  browser: Browser,
  url: string,
  desk: Page,
  script: string,
): Promise<Visit> {
  const page = await newPage(browser, { viewport: SIZES[0] })
  const faults = noteFaults(page)
  await page.addInitScript(script)
  await page.goto(url)
  const cdp = await page.context().newCDPSession(page)
  const sizesOf = new Map<string, Set<string>>()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    if (size !== SIZES[0]) await turnIntoPhone(page, cdp)
    await page.waitForFunction(IS_READY)
    await settle(page)
    for (const { what, where, value } of await checkAll(page, cdp, desk)) {
      const line = `${what}: ${where}: ${value}`
      sizesOf.set(line, (sizesOf.get(line) ?? new Set()).add(`${size.width}x${size.height}`))
    }
  }
  await page.close()
  const findings = [...sizesOf].map(([line, sizes]) => `${line} (${[...sizes].join(', ')})`)
  return { findings, faults }
}

async function checkAll(page: Page, cdp: CDPSession, desk: Page): Promise<Finding[]> {
  const opener = page.locator(OPENS_PANEL)
  const hasPanel = (await page.locator('#hud').count()) > 0
  // The panel comes with a frame of the session.
  if (hasPanel) await opener.waitFor()
  await page.evaluate(() => window.readable.stop())
  const found = [
    ...(await checkPart(page, desk, 'body')),
    ...(await checkNames(cdp)),
    ...(await checkFocus(page)),
  ]
  if (hasPanel) {
    await page.evaluate(() => window.readable.goOn())
    await opener.click()
    await settle(page)
    await page.evaluate(() => window.readable.stop())
    found.push(...(await checkPart(page, desk, PANEL)), ...(await checkNames(cdp)))
  }
  await page.evaluate(() => window.readable.goOn())
  if (hasPanel) await page.locator(`${PANEL} .tp-rotv > .tp-rotv_b`).click()
  return found
}

async function checkPart(page: Page, desk: Page, root: string): Promise<Finding[]> {
  const found = await page.evaluate((at) => window.readable.checkLayout(at), root)
  return [...found, ...(await checkContrast(page, desk, root))]
}

/** From now on, the visitor has fingers. */
async function turnIntoPhone(page: Page, cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.evaluate(`dispatchEvent(new Event('touchstart'))`)
}

/** Waits until the large parts of the page keep their size for some frames: pictures are made anew for another window. */
const settle = (page: Page): Promise<unknown> =>
  page.waitForFunction(`(() => {
    const sizes = [...document.querySelectorAll('body, body > *, canvas, .panel .tp-fldv')].map((element) =>
      [element.offsetWidth, element.offsetHeight, element.width, element.height].join()).join(';')
    const state = (window.settling ??= { sizes: '', frames: 0 })
    state.frames = state.sizes === sizes ? state.frames + 1 : 0
    state.sizes = sizes
    const fading = document.querySelector('.panel')?.getAnimations({ subtree: true }) ?? []
    return state.frames > 5 && fading.length === 0
  })()`)

/** What the browser says about a screenshot of WebGL that is drawn in software. */
const SCREENSHOT = /GPU stall due to ReadPixels/

function noteFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (SCREENSHOT.test(message.text())) return
    faults.push(`${message.type()}: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    faults.push(`${request.url()} failed: ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.url()}: ${response.status()}`)
  })
  return faults
}
