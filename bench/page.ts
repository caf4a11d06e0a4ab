import { join } from 'node:path'
import { serve } from 'glissade/node'
import { type Browser, chromium } from 'playwright-core'
import { platformerRoom } from '../games/platformer/room.ts'
import { findBrowser } from '../scripts/browser.mjs'
import { ensurePages } from '../scripts/pages.mjs'
import { WrongArguments } from '../src/score/command/arguments.ts'
import { reporting } from '../src/score/command/command.ts'
import { readOptions, whole } from './options.ts'
import { playBots } from './page/bots.ts'
import { timeSession } from './page/session-time.ts'
import { timeSheep } from './page/sheep-time.ts'
import { type MainThread, quantile, readTrace } from './page/trace.ts'

const COMMAND = 'npm run bench -- page'
const HELP = `${COMMAND} [--part NAME] [--players N]: what a game costs its page, in Chromium

  --part NAME    thread: what the page does to its main thread, at two sizes; session: what its session takes for frames and
                 packets, with foresight and without, the picture not counted; sheep: what a frame of Shepherd's World takes with
                 1000 sheep and with culling, beside a bare loop (default: thread)
  --players N    how many play in the room, 2 to 64 (default: 16 for thread, 50 for session)
  --help         says this`

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

/**
 * Prints what the platformer's page does to its main thread, or what its session takes of that. `words`: as `--help` says.
 * What is wrong with them becomes one line, and the exit code 1.
 */
export async function printPage(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, part, players } = readWords(words)
    if (help) return console.log(HELP)
    if (part === 'sheep') return printSheep()
    const root = join(import.meta.dirname, '..')
    const server = await serve(platformerRoom, { port: 0, files: await ensurePages(root) })
    const browser = await launch()
    let leave = (): void => {}
    try {
      leave = await playBots(server.url, 'bench', players - 1)
      await (part === 'thread' ? printThread : printSession)(browser, server.url, players)
    } finally {
      leave()
      await browser.close()
      await server.close()
    }
  })
}

async function printSheep(): Promise<void> {
  const browser = await launch()
  try {
    const time = await timeSheep(browser)
    console.log("Shepherd's World, 1000 sheep, one player; the bare loop takes 1")
    console.log('| a frame of the session, with culling | time |')
    console.log('|---|--:|')
    console.log(`| the camera sees ${time.inSight.toFixed(0)} sheep | ${time.frame.toFixed(1)} |`)
    console.log(`| the same, what the sheep add to it | ${time.sheepAlone.toFixed(1)} |`)
    console.log(`| all sheep are in sight | ${time.allInSight.toFixed(1)} |`)
    const share = (100 * time.outOfSight).toFixed(1)
    console.log(`A sheep out of sight adds ${share} % of what a sheep in sight adds.`)
  } finally {
    await browser.close()
  }
}

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-quic'],
  })

async function printThread(browser: Browser, url: string, players: number): Promise<void> {
  console.log(`Platformer, ${players} players, ${TRACED_MS / 1000} s`)
  console.log(
    '| window | frames | JavaScript per frame: median | 95 % | 99 % | most | tasks over 50 ms | by their own work |',
  )
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
  for (const size of SIZES) print(size, await traced(browser, url, size, players))
}

async function printSession(browser: Browser, url: string, players: number): Promise<void> {
  const { foreseen, onCurves } = await timeSession(browser, url, players)
  console.log(`Platformer, ${players} players: what the session takes, in ms`)
  console.log('| others | of | count | mean | median | 95 % | 99 % |')
  console.log('|---|---|--:|--:|--:|--:|--:|')
  for (const [name, { frameMs, packetMs }] of [
    ['with foresight', foreseen],
    ['on curves alone', onCurves],
  ] as const) {
    printTimes(name, 'a frame', frameMs)
    printTimes(name, 'a packet', packetMs)
  }
}

function printTimes(name: string, what: string, ms: readonly number[]): void {
  const mean = ms.reduce((sum, one) => sum + one, 0) / ms.length
  const figures = [mean, ...[0.5, 0.95, 0.99].map((share) => quantile(ms, share))]
  console.log(`| ${[name, what, ms.length, ...figures.map((one) => one.toFixed(2))].join(' | ')} |`)
}

/** Plays for a while in a window of that size. */
async function traced(
  browser: Browser,
  url: string,
  size: Size,
  players: number,
): Promise<MainThread> {
  const page = await browser.newPage({ viewport: size })
  await page.goto(`${url}/platformer/?room=bench&name=Ada`)
  await page.waitForFunction(`document.body.classList.contains('playing')
    && window.glissade.entities('pip').length >= ${players}`)
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

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    part: { type: 'string' },
    players: { type: 'string' },
  })
  const part = values.part ?? 'thread'
  if (part !== 'thread' && part !== 'session' && part !== 'sheep')
    throw new WrongArguments(`--part is '${part}', but must be thread, session or sheep`)
  if (part === 'sheep' && values.players !== undefined)
    throw new WrongArguments('--players has no meaning with --part sheep')
  const players = values.players ?? (part === 'thread' ? '16' : '50')
  return { help: values.help ?? false, part, players: whole('--players', players, 2, 64) }
}
