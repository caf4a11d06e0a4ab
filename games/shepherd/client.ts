import { cull, type Session, SimulatedNetwork } from 'glissade/client'
import { dataChannel } from 'glissade/datagram'
import { type Application, type Container, Point } from 'pixi.js'
import { element } from '../page/element.ts'
import { isForFingers, showForFingers } from '../page/fingers.ts'
import { keysOf } from '../page/game-keys.ts'
import { hintUntilPlayed } from '../page/hint.ts'
import { openInvite } from '../page/invite.ts'
import { join, joinAs, joinAt, leaveInGoodOrder } from '../page/join.ts'
import { addKeysCard } from '../page/keys-card.ts'
import type { Loading } from '../page/loading.ts'
import { askForName } from '../page/name-card.ts'
import type { Notice } from '../page/notice.ts'
import { openPanelOnceThere } from '../page/open-panel.ts'
import { ownOf } from '../page/own.ts'
import { soundButton } from '../page/sound-button.ts'
import { Stage } from '../page/stage.ts'
import { startApplication, startPage } from '../page/start.ts'
import { changed } from '../page/visit.ts'
import { savedHue, savedName, takeConditions } from '../panel/saved.ts'
import { shepherd } from './game.ts'
import { ACTIONS } from './input/actions.ts'
import { HandsOn } from './input/controls.ts'
import type { Aim } from './input/pointer.ts'
import { meadowPlaceOf, readMeadowVisit, roomOf } from './input/visit.ts'
import { DogMarker } from './picture/dog-marker.ts'
import { HINTS } from './picture/hints.ts'
import { Hud } from './picture/hud.ts'
import { buildPicture, type Picture, type PictureOptions } from './picture/picture.ts'
import { SHAPES } from './picture/shapes.ts'
import { Sound } from './picture/sound.ts'
import { Watching } from './picture/watching.ts'

type Game = typeof shepherd

/** Where the small map begins beneath the panel, in units of the picture. */
const MAP_TOP = 52

/** Starts the room of `?local`. */
const startRoom = (): Worker =>
  new Worker(new URL('../local/shepherd.ts', import.meta.url), { type: 'module' })

async function open(notice: Notice, loading: Loading): Promise<void> {
  const visit = readMeadowVisit(location.search, { name: savedName(), hue: savedHue() })
  const { room, name, hue, watches } = visit
  document.body.classList.toggle('watching', watches)
  // This comes before the picture, which gets the room that the controls leave.
  showForFingers()
  loading.show('starting')
  const app = await startApplication()
  loading.show('connecting')
  const network = new SimulatedNetwork(takeConditions())
  const datagram = visit.isLocal || visit.link === 'ordered' ? undefined : dataChannel()
  const place = meadowPlaceOf(shepherd.name, visit)
  const session = await join(shepherd, {
    room: roomOf(visit),
    profile: { name, hue, watches },
    network,
    datagram,
    place,
    notice,
    local: visit.isLocal ? { start: startRoom, link: visit.link } : undefined,
  })
  loading.show('drawing')
  const marker = new DogMarker()
  let picture: Picture | undefined
  const stage = new Stage(app, element('stage'), SHAPES, async (shape) => {
    const near: PictureOptions['near'] = (sight, reach) => cull(session, 'sheep', sight, reach)
    picture = await buildPicture(session, { ...shape, marks: marker.root, near }, (share) =>
      loading.show('drawing', share),
    )
    // On a phone in landscape, thumbs are where the small map would be.
    if (isForFingers() && shape.width > shape.height) picture.map.y = MAP_TOP
    return picture
  })
  await stage.open()
  const hud = element('hud')
  // A click on a button leaves the keys with the game.
  hud.addEventListener('mousedown', (event) => event.preventDefault())
  new Hud(session, hud, isForFingers)
  soundButton(new Sound(session))
  openInvite(visit, () => session.close())
  const shepherds = session.entities('shepherd')
  const eyes = session.entities('eye')
  openPanelOnceThere({
    session,
    network,
    visit,
    datagram,
    hints: HINTS,
    ownHue: () => ownOf(shepherds)?.hue ?? (ownOf(eyes) && hue % 360),
  })
  const bindings = keysOf(shepherd.name, ACTIONS)
  const aim = aimAt(app, marker.root)
  const hands = watches ? undefined : new HandsOn(session, element('stage'), aim, bindings)
  const frame = hands ? play(session, marker, hands) : watch(session, network)
  app.ticker.add(({ deltaMS, lastTime }) => {
    if (picture) frame(picture, deltaMS / 1000)
    session.frame(lastTime)
  })
  leaveInGoodOrder(session, place)
  document.body.classList.add('playing')
  loading.done()
  if (watches) return
  addKeysCard(bindings)
  hintUntilPlayed(room, bindings)
  askForName(location.search, (chosen) => joinAs(session, network, chosen, hue))
}

/** Everything that is done before each frame of the session. */
type Frame = (picture: Picture, dtSeconds: number) => void

function play(session: Session<Game>, marker: DogMarker, hands: HandsOn): Frame {
  const dogs = session.entities('dog')
  return (_, dtSeconds) => {
    hands.frame(dtSeconds)
    marker.show(hands.guide, ownOf(dogs), dtSeconds)
  }
}

function watch(session: Session<Game>, network: SimulatedNetwork): Frame {
  const watching = new Watching(session, element('stage'))
  element('watch-join').addEventListener('click', () =>
    joinAt(session, network, changed(location.href, { watch: undefined })),
  )
  return (picture) => watching.frame(picture)
}

/** Converts points of the window to the meadow's units, which everything drawn over the window uses. */
function aimAt(app: Application, marks: Container): Aim {
  const from = new Point()
  const to = new Point()
  return (clientX, clientY, out) => {
    const { left, top } = app.canvas.getBoundingClientRect()
    from.set(clientX - left, clientY - top)
    marks.toLocal(from, undefined, to)
    out.x = to.x
    out.y = to.y
  }
}

startPage('Drawing the meadow', open)
