import { Inspector, type Session, SimulatedNetwork } from 'glissade/client'
import { dataChannel } from 'glissade/datagram'
import { Controls } from '../page/controls.ts'
import { element } from '../page/element.ts'
import { showForFingers } from '../page/fingers.ts'
import { bindKeys, keysOf } from '../page/game-keys.ts'
import { Gamepads } from '../page/gamepads.ts'
import { hintUntilPlayed } from '../page/hint.ts'
import { openInvite } from '../page/invite.ts'
import { join, joinAs, leaveInGoodOrder } from '../page/join.ts'
import type { KeyBindings } from '../page/key-bindings.ts'
import { addKeysCard } from '../page/keys-card.ts'
import type { Loading } from '../page/loading.ts'
import { askForName } from '../page/name-card.ts'
import type { Notice } from '../page/notice.ts'
import { openPanelOnceThere } from '../page/open-panel.ts'
import { soundButton } from '../page/sound-button.ts'
import { Stage } from '../page/stage.ts'
import { startApplication, startPage } from '../page/start.ts'
import { placeOf, readVisit } from '../page/visit.ts'
import { noMarks } from '../panel/marks.ts'
import { savedHue, savedName, takeConditions } from '../panel/saved.ts'
import { platformer } from './game.ts'
import { ACTIONS } from './input/actions.ts'
import { PadButtons } from './input/gamepad.ts'
import { touchControls } from './input/touch.ts'
import { newGuide } from './lessons/guide.ts'
import { teach } from './lessons/teach.ts'
import { HINTS } from './picture/hints.ts'
import { Hud } from './picture/hud.ts'
import { MarksLayer } from './picture/marks-layer.ts'
import { buildPicture } from './picture/picture.ts'
import { SHAPES } from './picture/shapes.ts'
import { Sound } from './picture/sound.ts'

type Game = typeof platformer

/** Starts the room of `?local`. */
const startRoom = (): Worker =>
  new Worker(new URL('../local/platformer.ts', import.meta.url), { type: 'module' })

async function open(notice: Notice, loading: Loading): Promise<void> {
  const visit = readVisit(location.search, { name: savedName(), hue: savedHue() })
  // This comes before the picture, which gets the room that the controls leave.
  showForFingers()
  loading.show('starting')
  const app = await startApplication()
  loading.show('connecting')
  const network = new SimulatedNetwork(takeConditions())
  const datagram = visit.isLocal || visit.link === 'ordered' ? undefined : dataChannel()
  const { room, name, hue } = visit
  const place = placeOf(platformer.name, visit)
  const session = await join(platformer, {
    room,
    profile: { name, hue },
    network,
    datagram,
    place,
    notice,
    local: visit.isLocal ? { start: startRoom, link: visit.link } : undefined,
  })
  loading.show('drawing')
  const marks = noMarks()
  const guide = newGuide()
  const layer = new MarksLayer(new Inspector(session), marks)
  const stage = new Stage(app, element('stage'), SHAPES, (shape) =>
    buildPicture(session, { ...shape, marks: layer.root, guide }, (share) =>
      loading.show('drawing', share),
    ),
  )
  await stage.open()
  const hud = element('hud')
  // A click on a button leaves the keys with the game.
  hud.addEventListener('mousedown', (event) => event.preventDefault())
  new Hud(session, hud)
  soundButton(new Sound(session))
  openInvite(visit, () => session.close())
  const bindings = keysOf(platformer.name, ACTIONS)
  addKeysCard(bindings)
  const gamepads = takeControls(session, bindings)
  const pips = session.entities('pip')
  const ownHue = () => pips.find(({ mine }) => mine)?.hue
  openPanelOnceThere({ session, network, visit, datagram, hints: HINTS, marks, ownHue })
  app.ticker.add((ticker) => {
    gamepads.poll()
    session.frame(ticker.lastTime)
    layer.show(pips, ticker.deltaMS / 1000)
  })
  session.on('splat', ({ x, y }) => layer.judge(x, y))
  leaveInGoodOrder(session, place)
  document.body.classList.add('playing')
  loading.done()
  teach(session, guide, bindings)
  hintUntilPlayed(room, bindings)
  askForName(location.search, (chosen) => joinAs(session, network, chosen, hue))
}

function takeControls(session: Session<Game>, bindings: KeyBindings): Gamepads {
  const controls = new Controls(session)
  bindKeys(controls.source(), bindings)
  touchControls(controls.source())
  return new Gamepads(new PadButtons(controls.source()))
}

startPage('Drawing the hills', open)
