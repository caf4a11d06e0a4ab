import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { type OutputChunk, rolldown } from 'rolldown'
import { FOR_PAGES } from '../size/bundle.ts'
import type { Looks } from './sheep/meadow.ts'
import type { MeadowTime } from './sheep/page.ts'

/** Every case is timed so often; the cases take turns. */
const ROUNDS = 3
const MANY = 1000
const FEW = 100
const CASES: readonly (readonly [count: number, looks: Looks])[] = [
  [MANY, 'camera'],
  [MANY, 'all'],
  [MANY, 'none'],
  [FEW, 'camera'],
  [FEW, 'all'],
  [FEW, 'none'],
]

/** The time of frames with `MANY` sheep, as multiples and shares. Each figure is the median of the rounds. */
export interface SheepTime {
  /** How many sheep the camera sees. */
  readonly inSight: number
  /** A frame of the session with the culling, where the bare loop for as many sheep takes 1. */
  readonly frame: number
  /** The same for what the sheep beyond the first `FEW` add to a frame: the player's own steps and inputs are not in it. */
  readonly sheepAlone: number
  readonly allInSight: number
  /** What a sheep out of sight adds to a frame, where a sheep in sight adds 1. */
  readonly outOfSight: number
}

/** Times Shepherd's World in a page of its own, which runs the room, the sessions and the bare loop by turns. */
export async function timeSheep(browser: Browser): Promise<SheepTime> {
  const server = await servePage(await bundled(join(import.meta.dirname, 'sheep', 'page.ts')))
  try {
    const rounds: SheepTime[] = []
    while (rounds.length < ROUNDS) rounds.push(await timeRound(browser, server.url))
    const median = (key: keyof SheepTime): number =>
      rounds.map((round) => round[key]).sort((a, b) => a - b)[ROUNDS >> 1]!
    return {
      inSight: median('inSight'),
      frame: median('frame'),
      sheepAlone: median('sheepAlone'),
      allInSight: median('allInSight'),
      outOfSight: median('outOfSight'),
    }
  } finally {
    server.close()
  }
}

async function timeRound(browser: Browser, url: string): Promise<SheepTime> {
  const page = await browser.newPage()
  await page.goto(url)
  await page.waitForFunction('globalThis.timeMeadow')
  const times: MeadowTime[] = []
  for (const one of CASES)
    times.push(await page.evaluate(([count, looks]) => globalThis.timeMeadow(count, looks), one))
  await page.close()
  const [camera, all, none, fewCamera, fewAll, fewNone] = times as [
    MeadowTime,
    MeadowTime,
    MeadowTime,
    MeadowTime,
    MeadowTime,
    MeadowTime,
  ]
  const bareMs = (camera.bareMs + none.bareMs) / 2
  return {
    inSight: camera.inSight,
    frame: camera.sessionMs / bareMs,
    sheepAlone: (camera.sessionMs - fewCamera.sessionMs) / (bareMs * (1 - FEW / MANY)),
    allInSight: all.sessionMs / all.bareMs,
    outOfSight: (none.sessionMs - fewNone.sessionMs) / (all.sessionMs - fewAll.sessionMs),
  }
}

async function bundled(input: string): Promise<string> {
  const build = await rolldown({ ...FOR_PAGES, input, treeshake: { moduleSideEffects: false } })
  const { output } = await build.generate({ format: 'es', minify: true })
  await build.close()
  return (output[0] as OutputChunk).code
}

/** Serves a page with a script alone. An isolated page has a clock with steps of 5 us; other pages, of 100 us. */
async function servePage(script: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(({ url }, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    const isScript = url === '/page.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><script type="module" src="page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { readonly port: number }
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
