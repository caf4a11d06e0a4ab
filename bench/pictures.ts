import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { findBrowser } from '../scripts/browser.mjs'
import { GlissadeError } from '../src/base/error.ts'
import { reporting } from '../src/score/command/command.ts'
import { launchBrowser, newPage, startGames } from '../test/browser.ts'
import { oneOf, readOptions } from './options.ts'
import { PICTURES, type Picture } from './pictures/scenes.ts'
import { toWebp } from './pictures/webp.ts'

const COMMAND = 'npm run bench -- pictures'
const HELP = `${COMMAND} [--only NAME]: takes the pictures of the landing page anew, in Chromium, into games/pictures

  --only NAME  one of ${PICTURES.map(({ name }) => name).join(', ')} (default: all)
  --help       says this`

/** A card of the landing page is at most this wide, in CSS pixels, and its picture twice as sharp on most phones. */
const SIZE = { width: 640, height: 360 }
const FOLDER = join(import.meta.dirname, '../games/pictures')

/**
 * Takes the pictures of the landing page from the running games. `words`: as `--help` says. What is wrong with them, and a
 * page that does not come, become one line, and the exit code 1.
 */
export async function takePictures(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, only } = readOptions(words, {
      help: { type: 'boolean', short: 'h' },
      only: { type: 'string' },
    })
    if (help) return console.log(HELP)
    const names = PICTURES.map(({ name }) => name)
    const chosen = only === undefined ? names : [oneOf('--only', only, names)]
    const games = await startGames()
    const browser = await launchBrowser(findBrowser())
    try {
      for (const picture of PICTURES) {
        if (!chosen.includes(picture.name)) continue
        const webp = await taken(browser, games.url, picture)
        writeFileSync(join(FOLDER, `${picture.name}.webp`), webp)
        console.log(`games/pictures/${picture.name}.webp  ${webp.length} B`)
      }
    } finally {
      await browser.close()
      await games.stop()
    }
  })
}

/** The picture of one page: what it draws, without what is written over it. */
async function taken(browser: Browser, url: string, picture: Picture): Promise<Buffer> {
  const page = await newPage(browser, { viewport: picture.size ?? SIZE, deviceScaleFactor: 2 })
  const response = await page.goto(`${url}${picture.path}`)
  if (response?.status() !== 200)
    throw new GlissadeError('misuse', `${picture.path} answers ${response?.status()}`)
  await page.waitForFunction(picture.isReady, undefined, { timeout: 120_000 })
  if (picture.hides)
    await page.addStyleTag({ content: `${picture.hides} { display: none !important }` })
  await picture.play?.(page)
  await page.waitForTimeout(picture.afterMs)
  const png = await page.locator(picture.of).first().screenshot()
  const webp = await toWebp(page, png, SIZE)
  await leave(page)
  return webp
}

/** The room does not wait for a player who has only gone away. */
async function leave(page: Page): Promise<void> {
  await page.evaluate('window.glissade?.close()')
  await page.close()
}
