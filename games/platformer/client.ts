import { GlissadeError } from 'glissade'
import { connect, type Session, SimulatedNetwork } from 'glissade/client'
import { keys } from 'glissade/pixi'
import { Application } from 'pixi.js'
import { openPanel } from '../panel/panel.ts'
import { fastRenderer } from '../panel/renderer.ts'
import { savedName, saveName } from '../panel/saved.ts'
import { platformer } from './game.ts'
import { element, Notice } from './notice.ts'
import { touchButtons } from './touch.ts'
import { show } from './view.ts'

declare global {
  interface Window {
    /** For the console and for tests. */
    glissade?: Session<typeof platformer>
  }
}

/** How long the line of keys stays after the first key. */
const HINT_MS = 6000

async function main(notice: Notice): Promise<void> {
  const asked = new URLSearchParams(location.search)
  const name = (asked.get('name') ?? savedName()).slice(0, 16)
  const room = asked.get('room') ?? ''
  const second = element('second') as HTMLAnchorElement
  // The second tab joins the same room, under a name of its own.
  second.search = room === '' ? '' : `?room=${encodeURIComponent(room)}`

  const app = new Application()
  await app.init({
    preference: fastRenderer(),
    antialias: true,
    backgroundColor: 0x141b31,
  })
  const network = new SimulatedNetwork()
  const session = await connect(platformer, location.origin, { room, profile: { name }, network })
  window.glissade = session
  session.onClose((reason, detail) => notice.show(reason, detail))
  keys(session)
  touchButtons(session, element('touch'))
  element('stage').append(app.canvas)
  show(app, session)
  openPanel(session, network, { name, rename })
  app.ticker.add((ticker) => session.frame(ticker.lastTime))
  notice.hide()
  const quiet = (): void => {
    setTimeout(() => element('hint').classList.add('quiet'), HINT_MS)
  }
  window.addEventListener('keydown', quiet, { once: true })
}

/** A name is said on joining, so a new one means to join again. */
function rename(name: string): void {
  saveName(name)
  const address = new URL(location.href)
  address.searchParams.delete('name')
  if (address.href === location.href) location.reload()
  else location.replace(address)
}

const notice = new Notice()
main(notice).catch((error: unknown) => {
  notice.show(error instanceof GlissadeError ? error.code : 'error', String(error))
  console.error(error)
})
