import type { Session } from 'glissade/client'
import type { Room } from 'glissade/server'
import { Application } from 'pixi.js'
import { fastRenderer } from '../panel/renderer.ts'
import type { platformer } from '../platformer/game.ts'
import type { platformerRoom } from '../platformer/room.ts'
import { Duel } from './duel.ts'
import { hold, LEFT_HAND, RIGHT_HAND } from './hands.ts'
import { Meter } from './meter.ts'
import { Panes } from './panes.ts'
import { SidePanel } from './side-panel.ts'

declare global {
  interface Window {
    /** For the console and for tests. */
    duo?: {
      readonly room: Room<typeof platformerRoom>
      readonly clients: readonly Session<typeof platformer>[]
    }
  }
}

/** How often the numbers are written. */
const READ_MS = 200
/** How long the page must have kept its size before the pictures are made anew. */
const SETTLE_MS = 200

async function main(): Promise<void> {
  const duel = new Duel(Math.floor(Math.random() * 1e6))
  const { sides, moments, local } = duel
  const [left, right] = sides
  window.duo = { room: local.room, clients: [left.session, right.session] }
  for (const { session } of sides)
    session.onClose((reason) => say(`The session ended (${reason}). Reload the page.`))

  hold(left, LEFT_HAND)
  hold(right, RIGHT_HAND)
  const panels = [
    new SidePanel(find('[data-side="0"]'), find('[data-pane="0"]'), left, right, LEFT_HAND.text),
    new SidePanel(find('[data-side="1"]'), find('[data-pane="2"]'), right, left, RIGHT_HAND.text),
  ] as const
  const meters = [
    new Meter(find('[data-player="0"]'), left, right),
    new Meter(find('[data-player="1"]'), right, left),
  ] as const

  const app = new Application()
  await app.init({
    preference: fastRenderer(),
    antialias: true,
    backgroundAlpha: 0,
    autoDensity: true,
  })
  const holder = find('#panes')
  const panes = new Panes(app, duel, holder)
  let settling: ReturnType<typeof setTimeout> | undefined
  new ResizeObserver(() => {
    panes.arrange()
    clearTimeout(settling)
    settling = setTimeout(() => panes.build(), SETTLE_MS)
  }).observe(holder)

  let readMs = Number.NEGATIVE_INFINITY
  app.ticker.add((ticker) => {
    panes.look()
    const beforeMs = local.nowMs
    duel.frame(ticker.lastTime)
    panes.mark()
    const dtSeconds = (local.nowMs - beforeMs) / 1000
    const reads = ticker.lastTime - readMs >= READ_MS
    if (reads) readMs = ticker.lastTime
    for (let i = 0; i < 2; i++) {
      const own = moments[i as 0 | 1]
      const other = moments[i === 0 ? 1 : 0]
      meters[i as 0 | 1].add(own, dtSeconds)
      if (!reads) continue
      panels[i as 0 | 1].show(own, other)
      meters[i as 0 | 1].show(own)
    }
  })
  panes.arrange()
  await panes.build()
  find('#notice').hidden = true
}

function say(text: string): void {
  const notice = find('#notice')
  notice.textContent = text
  notice.hidden = false
}

/** An element of the page that must be there. */
function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`the page has no '${selector}'`)
  return found
}

main().catch((error: unknown) => {
  say(String(error))
  console.error(error)
})
