import type { Browser, Page } from 'playwright-core'
import type { platformer } from '../../games/platformer/game.ts'
import type { Session } from '../../src/client.ts'

/** How long each way runs before it is timed, how long it is timed, and how often they take turns. */
const SETTLE_MS = 1000
const TIMED_MS = 5000
const ROUNDS = 3

declare global {
  interface Window {
    /** What `session.frame` took in each frame, in ms. */
    frameMs: number[]
  }
}

/** What `session.frame` took in each frame, in ms, with foresight and without. A page's clock has steps of 0.1 ms. */
export interface SessionTimes {
  readonly foreseen: number[]
  readonly onCurves: number[]
}

/** Plays with everybody in a room and times the session alone: drawing is not in it. */
export async function timeSession(
  browser: Browser,
  url: string,
  players: number,
): Promise<SessionTimes> {
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } })
  await page.goto(`${url}/platformer/?room=bench&name=Ada`)
  const isThere = `document.body.classList.contains('playing')
    && window.glissade.entities('pip').length >= ${players}`
  await page.waitForFunction(isThere, undefined, { polling: 500, timeout: 60_000 })
  await page.evaluate(() => {
    const session = window.glissade as Session<typeof platformer>
    const frame = session.frame.bind(session)
    window.frameMs = []
    session.frame = (nowMs) => {
      const beforeMs = performance.now()
      frame(nowMs)
      window.frameMs.push(performance.now() - beforeMs)
    }
  })
  const times: SessionTimes = { foreseen: [], onCurves: [] }
  for (let round = 0; round < ROUNDS; round++) {
    times.foreseen.push(...(await timed(page, true)))
    times.onCurves.push(...(await timed(page, false)))
  }
  await page.evaluate('window.glissade.close()')
  await page.close()
  return times
}

async function timed(page: Page, isForeseen: boolean): Promise<number[]> {
  await page.evaluate(`window.glissade.techniques.foresee = ${isForeseen}`)
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate('window.frameMs.length = 0')
  await page.waitForTimeout(TIMED_MS)
  return page.evaluate(() => window.frameMs)
}
