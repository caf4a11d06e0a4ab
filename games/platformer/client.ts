import { type DisconnectReason, GlissadeError } from 'glissade'
import { connect, Inspector, type Session, SimulatedNetwork } from 'glissade/client'
import { keys } from 'glissade/pixi'
import { Application } from 'pixi.js'
import { noMarks } from '../panel/marks.ts'
import { openPanel } from '../panel/panel.ts'
import { fastRenderer } from '../panel/renderer.ts'
import {
  leaveConditions,
  savedHue,
  savedName,
  savedResume,
  saveHue,
  saveName,
  saveResume,
  takeConditions,
} from '../panel/saved.ts'
import { Controls } from './controls.ts'
import { element } from './element.ts'
import { platformer } from './game.ts'
import { Gamepads } from './gamepad.ts'
import { Hud } from './hud.ts'
import { openInvite } from './invite.ts'
import { onLeaving } from './leaving.ts'
import { Loading } from './loading.ts'
import { MarksLayer } from './marks-layer.ts'
import { Notice } from './notice.ts'
import { buildPicture } from './picture.ts'
import { Sound } from './sound.ts'
import { soundButton } from './sound-button.ts'
import { Stage } from './stage.ts'
import { showForFingers, touchControls } from './touch.ts'
import { changed, placeOf, readVisit, serverAddress, type Visit } from './visit.ts'

type Game = typeof platformer

declare global {
  interface Window {
    /** For the console and for tests. */
    glissade?: Session<Game>
  }
}

/** How long the line of keys stays after the first key. */
const HINT_MS = 6000

/** Reasons after which the server may still know the player; of one that plays on in another tab it does. */
const MAY_RESUME: ReadonlySet<DisconnectReason> = new Set(['lost', 'timeout', 'replaced'])

async function main(notice: Notice, loading: Loading): Promise<void> {
  const visit = readVisit(location.search, { name: savedName(), hue: savedHue() })
  // Before the picture, which gets the room that the controls leave.
  showForFingers()
  const app = new Application()
  loading.show('starting')
  await app.init({ preference: fastRenderer(), antialias: true, backgroundColor: 0x141b31 })
  loading.show('connecting')
  const network = new SimulatedNetwork(takeConditions())
  const session = await join(visit, network, notice)
  loading.show('drawing')
  const marks = noMarks()
  const layer = new MarksLayer(new Inspector(session), marks)
  const stage = new Stage(app, element('stage'), (shape) =>
    buildPicture(session, { ...shape, marks: layer.root }, (share) =>
      loading.show('drawing', share),
    ),
  )
  await stage.open()
  const hud = element('hud')
  // A click on a button leaves the keys with the game.
  hud.addEventListener('mousedown', (event) => event.preventDefault())
  new Hud(session, hud)
  soundButton(new Sound(session))
  openInvite(visit.room, () => session.close())
  const gamepads = takeControls(session)
  panelOnceThere(session, network, marks, visit)
  const pips = session.entities('pip')
  app.ticker.add((ticker) => {
    gamepads.poll()
    session.frame(ticker.lastTime)
    layer.show(pips)
  })
  leaveInGoodOrder(session, placeOf(platformer.name, visit))
  document.body.classList.add('playing')
  loading.done()
  hintUntilPlayed(visit.room)
}

/** Joins, as the player of before if this is a reload, and keeps what the next reload needs. */
async function join(
  visit: Visit,
  network: SimulatedNetwork,
  notice: Notice,
): Promise<Session<Game>> {
  const { room, name, hue, link } = visit
  const place = placeOf(platformer.name, visit)
  const resume = savedResume(place)
  const session = await connect(platformer, serverAddress(location.origin, link), {
    room,
    profile: { name, hue },
    network,
    resume: resume === '' ? undefined : resume,
  })
  window.glissade = session
  saveResume(place, session.resumeKey)
  session.onState((state) => {
    notice.mend(state === 'reconnecting')
    if (state === 'open') saveResume(place, session.resumeKey)
  })
  session.onClose((reason, detail) => {
    if (!MAY_RESUME.has(reason)) saveResume(place, '')
    if (reason !== 'left') notice.show(reason, detail)
  })
  return session
}

function takeControls(session: Session<Game>): Gamepads {
  const controls = new Controls(session)
  keys(controls.source(), { throw: ['KeyF', 'KeyX'] })
  touchControls(controls.source())
  return new Gamepads(controls.source())
}

/** Opens the panel with the first frame in which the own player is there: the server may have chosen its colour. */
function panelOnceThere(
  session: Session<Game>,
  network: SimulatedNetwork,
  marks: ReturnType<typeof noMarks>,
  visit: Visit,
): void {
  const pips = session.entities('pip')
  const undo = session.onFrame(() => {
    const own = pips.find(({ mine }) => mine)
    if (!own) return
    undo()
    openPanel({
      session,
      network,
      marks,
      me: { name: visit.name, hue: own.hue },
      introduce: (name, hue) => {
        leaveConditions(network.conditions)
        introduce(session, name, hue)
      },
      link: visit.link,
      changeLink: (link) => {
        leaveConditions(network.conditions)
        location.replace(changed(location.href, { link: link === 'ordered' ? undefined : link }))
      },
    })
  })
}

/** Name and colour are said on joining, so new ones mean to leave and to join again. */
function introduce(session: Session<Game>, name: string, hue: number): void {
  saveName(name)
  saveHue(hue)
  session.close()
  const address = changed(location.href, { name: undefined, hue: undefined })
  if (address === location.href) location.reload()
  else location.replace(address)
}

/** A page that just goes away keeps its place for a reload, if it could save the key; the way home gives it up. */
function leaveInGoodOrder(session: Session<Game>, place: string): void {
  onLeaving(element('home'), () => session.close())
  window.addEventListener('pagehide', () => {
    if (savedResume(place) !== session.resumeKey) session.close()
  })
  // Back from there, browsers may show the page as it was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
}

function hintUntilPlayed(room: string): void {
  const hint = element('hint')
  const second = element('second') as HTMLAnchorElement
  // The second tab joins the same room as another player: it has a store of keys of its own.
  second.search = room === '' ? '' : `?room=${encodeURIComponent(room)}`
  hint.hidden = false
  const quiet = (): void => {
    setTimeout(() => hint.classList.add('quiet'), HINT_MS)
  }
  window.addEventListener('keydown', quiet, { once: true })
}

const notice = new Notice()
const loading = new Loading()
main(notice, loading).catch((error: unknown) => {
  loading.hide()
  notice.show(error instanceof GlissadeError ? error.code : 'error', String(error))
  console.error(error)
})
