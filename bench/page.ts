import { join } from 'node:path'
import { serve } from 'glissade/node'
import { type Browser, chromium } from 'playwright-core'
import { platformer } from '../games/platformer/game.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { ensurePages } from '../scripts/pages.mjs'
import { playBots } from './page/bots.ts'
import { type MainThread, quantile, readTrace } from './page/trace.ts'

const PLAYERS = 16
/** The page is left alone first: what loading it costs is another matter. */
const SETTLE_MS = 5000
const TRACED_MS = 20_000
/** Without a graphics card the processor draws too, on the same thread: the larger the picture, the longer. */
const SIZES = [
  { width: 640, height: 360 },
  { width: 1280, height: 720 },
]
type Size = (typeof SIZES)[number]

const CATEGORIES = ['devtools.timeline', 'toplevel', 'disabled-by-default-devtools.timeline']

/** Prints what the platformer's page does to its main thread with 16 players in the room. */
export async function printPage(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const server = await serve(platformer, { port: 0, files: await ensurePages(root) })
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-quic'],
  })
  let leave = (): void => {}
  try {
    leave = await playBots(server.url, 'bench', PLAYERS - 1)
    console.log(`Platformer, ${PLAYERS} players, ${TRACED_MS / 1000} s`)
    console.log(
      '| window | frames | JavaScript per frame: median | 95 % | 99 % | most | tasks over 50 ms | by their own work |',
    )
    console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
    for (const size of SIZES) print(size, await traced(browser, server.url, size))
  } finally {
    leave()
    await browser.close()
    await server.close()
  }
}

/** Plays for a while in a window of that size. */
async function traced(browser: Browser, url: string, size: Size): Promise<MainThread> {
  const page = await browser.newPage({ viewport: size })
  await page.goto(`${url}/platformer/?room=bench&name=Ada`)
  await page.waitForFunction(`document.body.classList.contains('playing')
    && window.glissade.entities('pip').length >= ${PLAYERS}`)
  await page.waitForTimeout(SETTLE_MS)
  await browser.startTracing(page, { categories: CATEGORIES })
  for (const key of ['ArrowRight', 'ArrowLeft']) {
    await page.keyboard.down(key)
    await page.waitForTimeout(TRACED_MS / 2)
    await page.keyboard.up(key)
  }
  const trace = JSON.parse((await browser.stopTracing()).toString())
  // Its player leaves with it.
  await page.evaluate('window.glissade.close()')
  await page.close()
  return readTrace(trace.traceEvents)
}

function print({ width, height }: Size, { scriptMs, longTasks }: MainThread): void {
  const at = (share: number): string => `${quantile(scriptMs, share).toFixed(1)} ms`
  const own = longTasks.filter(({ cpuMs }) => cpuMs > 50)
  const cells = [`${width} x ${height}`, scriptMs.length, at(0.5), at(0.95), at(0.99), at(1)]
  console.log(`| ${[...cells, longTasks.length, own.length].join(' | ')} |`)
}
