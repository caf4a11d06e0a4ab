import type { Browser } from 'playwright-core'
import { GlissadeError } from '../../src/base/error.ts'

/** A page that is weighed. */
export interface Page {
  readonly name: string
  readonly path: string
  /** An expression that is true from the page's first frame on; none where the text is all. */
  readonly isDrawn?: string
}

const IS_PLAYING = `document.body.classList.contains('playing')`

export const PAGES: readonly Page[] = [
  { name: 'landing', path: '/', isDrawn: `document.querySelector('#live.on') !== null` },
  { name: 'guide', path: '/read/docs/guide/README.html' },
  { name: 'platformer', path: '/platformer/?room=weight', isDrawn: IS_PLAYING },
  { name: 'shepherd', path: '/shepherd/?room=weight', isDrawn: IS_PLAYING },
  { name: 'cubes', path: '/cubes/?room=weight', isDrawn: IS_PLAYING },
  { name: 'lab', path: '/lab/', isDrawn: `document.querySelector('canvas') !== null` },
  { name: 'duo', path: '/duo/', isDrawn: `document.getElementById('notice')?.hidden === true` },
  { name: 'link', path: '/link/', isDrawn: 'window.yourLink !== undefined' },
]

/** What a visit with an empty cache takes. Times are in ms, from when the visit begins. */
export interface Weight {
  readonly requests: number
  /** What arrives over HTTP, with headers. */
  readonly bytes: number
  /** Until the first text or picture is shown. */
  readonly paintMs: number
  /** Until the page's first frame is drawn. */
  readonly frameMs: number
}

const SIZE = { width: 1280, height: 720 }
/** Afterwards, the page asks for nothing more. */
const QUIET_MS = 2000
const PATIENCE_MS = 120_000

/** Visits a page. Rejects if it does not come, or not to its first frame. */
export async function weigh(browser: Browser, url: string, page: Page): Promise<Weight> {
  const context = await browser.newContext({ viewport: SIZE })
  try {
    const tab = await context.newPage()
    tab.setDefaultTimeout(PATIENCE_MS)
    const network = await context.newCDPSession(tab)
    await network.send('Network.enable')
    let requests = 0
    let bytes = 0
    let lastMs = 0
    network.on('Network.requestWillBeSent', () => {
      requests++
      lastMs = performance.now()
    })
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      lastMs = performance.now()
    })
    await tab.addInitScript(watchFor(page.isDrawn ?? 'true'))
    const response = await tab.goto(`${url}${page.path}`)
    if (response?.status() !== 200)
      throw new GlissadeError('misuse', `${page.path} answers ${response?.status()}`)
    await tab.waitForFunction('window.frameMs !== undefined && window.paintMs() !== undefined')
    while (performance.now() - lastMs < QUIET_MS) await tab.waitForTimeout(QUIET_MS / 4)
    const [paintMs, drawnMs] = await tab.evaluate<[number, number]>(
      '[window.paintMs(), window.frameMs]',
    )
    await tab.evaluate('window.glissade?.close()')
    return { requests, bytes, paintMs, frameMs: Math.max(paintMs, drawnMs) }
  } finally {
    await context.close()
  }
}

/** Notes when an expression becomes true, frame by frame, and when the browser has painted first. */
const watchFor = (isDrawn: string): string => `
  window.paintMs = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  const look = () => {
    if (document.body && (${isDrawn})) window.frameMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`
