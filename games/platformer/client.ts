import { GlissadeError } from 'glissade'
import { Inspector, type Session, SimulatedNetwork } from 'glissade/client'
import { keys } from 'glissade/pixi'
import { Application } from 'pixi.js'
import { Controls } from '../page/controls.ts'
import { element } from '../page/element.ts'
import { showForFingers } from '../page/fingers.ts'
import { Gamepads } from '../page/gamepads.ts'
import { hintUntilPlayed } from '../page/hint.ts'
import { openInvite } from '../page/invite.ts'
import { join, joinAs, leaveInGoodOrder } from '../page/join.ts'
import { Loading } from '../page/loading.ts'
import { Notice } from '../page/notice.ts'
import { soundButton } from '../page/sound-button.ts'
import { Stage } from '../page/stage.ts'
import { changed, placeOf, readVisit, type Visit } from '../page/visit.ts'
import { noMarks } from '../panel/marks.ts'
import { openPanel } from '../panel/panel.ts'
import { fastRenderer } from '../panel/renderer.ts'
import { leaveConditions, savedHue, savedName, takeConditions } from '../panel/saved.ts'
import { platformer } from './game.ts'
import { PadButtons } from './gamepad.ts'
import { HINTS } from './hints.ts'
import { Hud } from './hud.ts'
import { MarksLayer } from './marks-layer.ts'
import { buildPicture } from './picture.ts'
import { SHAPES } from './shapes.ts'
import { Sound } from './sound.ts'
import { touchControls } from './touch.ts'

type Game = typeof platformer

async function main(notice: Notice, loading: Loading): Promise<void> {
  const visit = readVisit(location.search, { name: savedName(), hue: savedHue() })
  // Before the picture, which gets the room that the controls leave.
  showForFingers()
  const app = new Application()
  loading.show('starting')
  await app.init({ preference: fastRenderer(), antialias: true, backgroundColor: 0x141b31 })
  loading.show('connecting')
  const network = new SimulatedNetwork(takeConditions())
  const { room, name, hue, link } = visit
  const place = placeOf(platformer.name, visit)
  const session = await join(platformer, {
    room,
    profile: { name, hue },
    network,
    link,
    place,
    notice,
  })
  loading.show('drawing')
  const marks = noMarks()
  const layer = new MarksLayer(new Inspector(session), marks)
  const stage = new Stage(app, element('stage'), SHAPES, (shape) =>
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
  openInvite(room, () => session.close())
  const gamepads = takeControls(session)
  panelOnceThere(session, network, marks, visit)
  const pips = session.entities('pip')
  app.ticker.add((ticker) => {
    gamepads.poll()
    session.frame(ticker.lastTime)
    layer.show(pips)
  })
  leaveInGoodOrder(session, place)
  document.body.classList.add('playing')
  loading.done()
  hintUntilPlayed(room)
}

function takeControls(session: Session<Game>): Gamepads {
  const controls = new Controls(session)
  keys(controls.source(), { throw: ['KeyF', 'KeyX'] })
  touchControls(controls.source())
  return new Gamepads(new PadButtons(controls.source()))
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
      hints: HINTS,
      me: { name: visit.name, hue: own.hue },
      introduce: (name, hue) => {
        leaveConditions(network.conditions)
        joinAs(session, name, hue)
      },
      link: visit.link,
      changeLink: (link) => {
        leaveConditions(network.conditions)
        location.replace(changed(location.href, { link: link === 'ordered' ? undefined : link }))
      },
    })
  })
}

const notice = new Notice()
const loading = new Loading('Drawing the hills')
main(notice, loading).catch((error: unknown) => {
  loading.hide()
  notice.show(error instanceof GlissadeError ? error.code : 'error', String(error))
  console.error(error)
})
