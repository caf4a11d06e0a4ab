import type { Browser, Page } from 'playwright-core'
import type { platformer } from '../../games/platformer/game.ts'
import type { Session } from '../../src/client.ts'

/** How long each way runs before it is timed, how long it is timed, and how often they take turns. */
const SETTLE_MS = 1000
const TIMED_MS = 5000
const ROUNDS = 3

declare global {
  interface Window {
    /** What the session took in each frame, and with each packet, in ms: without what listens to it. */
    frameMs: number[]
    packetMs: number[]
  }
}

/** What frames and packets took, each in ms. A page's clock has steps of 0.1 ms. */
export interface SessionTime {
  readonly frameMs: number[]
  readonly packetMs: number[]
}

/** What the session took with foresight and without. */
export interface SessionTimes {
  readonly foreseen: SessionTime
  readonly onCurves: SessionTime
}

/** Plays with everybody in a room and times the session alone: the picture, which listens to it, is not in it. */
export async function timeSession(
  browser: Browser,
  url: string,
  players: number,
): Promise<SessionTimes> {
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } })
  // What compiles this file names functions by a function of its own, which a page does not have.
  await page.addInitScript('globalThis.__name = (call) => call')
  await page.addInitScript(watchSession)
  await page.goto(`${url}/platformer/?room=bench&name=Ada`)
  const isThere = `document.body.classList.contains('playing')
    && window.glissade.entities('pip').length >= ${players}`
  await page.waitForFunction(isThere, undefined, { polling: 500, timeout: 60_000 })
  const times: SessionTimes = { foreseen: noTime(), onCurves: noTime() }
  for (let round = 0; round < ROUNDS; round++) {
    await addTimed(page, true, times.foreseen)
    await addTimed(page, false, times.onCurves)
  }
  await page.evaluate('window.glissade.close()')
  await page.close()
  return times
}

const noTime = (): SessionTime => ({ frameMs: [], packetMs: [] })

/**
 * Runs in the page before everything else. Times the session from the moment at which the page has one: then nobody listens
 * to it yet, so the first listener of frames is the one that is added here.
 */
function watchSession(): void {
  type Watched = Session<typeof platformer>
  window.frameMs = []
  window.packetMs = []
  let session: Watched | undefined
  let listenersMs = 0
  /** Times `call`, but for the listeners of events in it. */
  const timed = (call: () => void): number => {
    listenersMs = 0
    const beforeMs = performance.now()
    call()
    return performance.now() - beforeMs - listenersMs
  }
  const watch = (made: Watched): void => {
    const on = made.on.bind(made) as (name: string, listener: Listener, options?: object) => object
    made.on = ((name: string, listener: Listener, options?: object) =>
      on(
        name,
        (...given) => {
          const beforeMs = performance.now()
          listener(...given)
          listenersMs += performance.now() - beforeMs
        },
        options,
      )) as Watched['on']
    let shownMs = 0
    made.onFrame(() => {
      shownMs = performance.now()
    })
    const frame = made.frame.bind(made)
    made.frame = (nowMs) => {
      listenersMs = 0
      const beforeMs = performance.now()
      frame(nowMs)
      window.frameMs.push(shownMs - beforeMs - listenersMs)
    }
  }
  type Listener = (...given: unknown[]) => void
  Object.defineProperty(window, 'glissade', {
    get: () => session,
    set: (made: Watched) => {
      session = made
      watch(made)
    },
  })
  const { prototype } = WebSocket
  const listen = prototype.addEventListener
  prototype.addEventListener = function (this: WebSocket, name: string, listener: Listener) {
    if (name !== 'message') return listen.call(this, name, listener)
    listen.call(this, name, (event) => {
      window.packetMs.push(timed(() => listener(event)))
    })
  } as typeof listen
}

async function addTimed(page: Page, isForeseen: boolean, to: SessionTime): Promise<void> {
  await page.evaluate(`window.glissade.techniques.foresee = ${isForeseen}`)
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate('window.frameMs.length = window.packetMs.length = 0')
  await page.waitForTimeout(TIMED_MS)
  const { frameMs, packetMs } = await page.evaluate(() => ({
    frameMs: window.frameMs,
    packetMs: window.packetMs,
  }))
  to.frameMs.push(...frameMs)
  to.packetMs.push(...packetMs)
}
