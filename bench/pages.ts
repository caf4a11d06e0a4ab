import type { Browser } from 'playwright-core'
import { findBrowser } from '../scripts/browser.mjs'
import { reporting } from '../src/score/command/command.ts'
import { launchBrowser, startGames } from '../test/browser.ts'
import { oneOf, readOptions, whole } from './options.ts'
import { PAGES, type Page, type Weight, weigh } from './pages/weigh.ts'

const COMMAND = 'npm run bench -- pages'
const NAMES = PAGES.map(({ name }) => name)
const HELP = `${COMMAND} [--only NAME] [--runs N]: what each page weighs, and when it shows its first frame, in Chromium

  --only NAME  one of ${NAMES.join(', ')} (default: all)
  --runs N     how often each page is loaded, 1 to 20, each time with an empty cache; times are medians (default: 3)
  --help       says this

Bytes are those that arrive, compressed, with their headers, until the page has asked for nothing more for 2 s. A page has shown
its first frame when its picture stands, or its text if it has no picture that moves.`

/** Times are also given as multiples of the time of this page. */
const UNIT = 'platformer'

/**
 * Prints the bytes of each page and the time to its first frame. `words`: as `--help` says. What is wrong with them, and a page
 * that does not come, become one line, and the exit code 1.
 */
export async function printPages(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const values = readOptions(words, {
      help: { type: 'boolean', short: 'h' },
      only: { type: 'string' },
      runs: { type: 'string' },
    })
    if (values.help) return console.log(HELP)
    const runs = whole('--runs', values.runs ?? '3', 1, 20)
    const only = values.only === undefined ? undefined : oneOf('--only', values.only, NAMES)
    const games = await startGames()
    const browser = await launchBrowser(findBrowser())
    try {
      await print(browser, games.url, only, runs)
    } finally {
      await browser.close()
      await games.stop()
    }
  })
}

async function print(
  browser: Browser,
  url: string,
  only: string | undefined,
  runs: number,
): Promise<void> {
  const weights = new Map<Page, readonly Weight[]>()
  // The first visit of all makes the server compress the files.
  for (const page of PAGES) {
    if (only !== undefined && page.name !== only) continue
    await weigh(browser, url, page)
    const all: Weight[] = []
    for (let run = 0; run < runs; run++) all.push(await weigh(browser, url, page))
    weights.set(page, all)
  }
  const unit = [...weights].find(([{ name }]) => name === UNIT)
  const unitMs = unit ? medianOf(unit[1], 'frameMs') : Number.NaN
  console.log(`| page | requests | kB | first paint | first frame | ${UNIT} = 1 |`)
  console.log('|---|--:|--:|--:|--:|--:|')
  for (const [{ name }, all] of weights) {
    const [requests, bytes] = [medianOf(all, 'requests'), medianOf(all, 'bytes')]
    const [paintMs, frameMs] = [medianOf(all, 'paintMs'), medianOf(all, 'frameMs')]
    const share = Number.isNaN(unitMs) ? '' : (frameMs / unitMs).toFixed(2)
    const times = `${paintMs.toFixed(0)} ms | ${frameMs.toFixed(0)} ms`
    console.log(`| ${name} | ${requests} | ${(bytes / 1000).toFixed(0)} | ${times} | ${share} |`)
  }
}

function medianOf(all: readonly Weight[], name: keyof Weight): number {
  const sorted = all.map((one) => one[name]).sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
