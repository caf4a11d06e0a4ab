import { join } from 'node:path'
import { serve } from 'glissade/node'
import { chromium } from 'playwright-core'
import { platformer } from '../games/platformer/game.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { ensurePages } from '../scripts/pages.mjs'
import { playBots } from './page/bots.ts'
import { quantile, readTrace } from './page/trace.ts'

const PLAYERS = 16
/** The page is left alone first: what loading it costs is another matter. */
const SETTLE_MS = 5000
const TRACED_MS = 20_000
const SIZE = { width: 1280, height: 720 }
const CATEGORIES = ['devtools.timeline', 'toplevel', 'disabled-by-default-devtools.timeline']

/** Prints what the platformer's page does to its main thread with 16 players in the room. */
export async function printPage(): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const files = await ensurePages(root)
  const server = await serve(platformer, { port: 0, files })
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-quic'],
  })
  let leave = (): void => {}
  try {
    leave = await playBots(server.url, 'bench', PLAYERS - 1)
    const page = await browser.newPage({ viewport: SIZE })
    await page.goto(`${server.url}/platformer/?room=bench&name=Ada`)
    await page.waitForFunction(`window.glissade?.entities('pip').length === ${PLAYERS}`)
    await page.waitForTimeout(SETTLE_MS)
    await browser.startTracing(page, { categories: CATEGORIES })
    await page.keyboard.down('ArrowRight')
    await page.waitForTimeout(TRACED_MS / 2)
    await page.keyboard.up('ArrowRight')
    await page.keyboard.down('ArrowLeft')
    await page.waitForTimeout(TRACED_MS / 2)
    const trace = JSON.parse((await browser.stopTracing()).toString())
    print(readTrace(trace.traceEvents), PLAYERS)
  } finally {
    leave()
    await browser.close()
    await server.close()
  }
}

function print({ scriptMs, longTasksMs }: ReturnType<typeof readTrace>, players: number): void {
  const at = (share: number): string => quantile(scriptMs, share).toFixed(2)
  const seconds = TRACED_MS / 1000
  console.log(`Platformer, ${players} players, ${SIZE.width} x ${SIZE.height}, ${seconds} s`)
  console.log('| frames | JavaScript per frame: median | 95 % | 99 % | most | tasks over 50 ms |')
  console.log('|--:|--:|--:|--:|--:|--:|')
  console.log(
    `| ${scriptMs.length} | ${at(0.5)} ms | ${at(0.95)} ms | ${at(0.99)} ms | ${at(1)} ms | ${longTasksMs.length} |`,
  )
  if (longTasksMs.length > 0)
    console.log(`Long tasks: ${longTasksMs.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`)
}
