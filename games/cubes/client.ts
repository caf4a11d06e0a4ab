import { type Session, SimulatedNetwork } from 'glissade/client'
import { dataChannel } from 'glissade/datagram'
import { arrowPad } from '../page/arrows.ts'
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
import { NoWebGl, startPage } from '../page/open-page.ts'
import { openPanelOnceThere } from '../page/open-panel.ts'
import { ownOf } from '../page/own.ts'
import { placeOf, readVisit } from '../page/visit.ts'
import { savedHue, savedName, takeConditions } from '../panel/saved.ts'
import { cubes } from './game.ts'
import { ACTIONS } from './input/actions.ts'
import { PadHands } from './input/gamepad.ts'
import { HINTS } from './picture/hints.ts'
import { Hud } from './picture/hud.ts'
import { Picture } from './picture/picture.ts'
import { playoutOfCubes } from './picture/playout.ts'

const startRoom = (): Worker =>
  new Worker(new URL('../local/cubes.ts', import.meta.url), { type: 'module' })

async function open(notice: Notice, loading: Loading): Promise<void> {
  const visit = readVisit(location.search, { name: savedName(), hue: savedHue() })
  // This comes before the picture, which gets the room that the controls leave.
  showForFingers()
  loading.show('starting')
  if (!canDraw()) throw new NoWebGl('this browser has no WebGL 2 to draw with')
  loading.show('connecting')
  const network = new SimulatedNetwork(takeConditions())
  const { isLocal, link } = visit
  const datagram = isLocal || link === 'ordered' ? undefined : dataChannel()
  const { room, name, hue } = visit
  const place = placeOf(cubes.name, visit)
  const profile = { name, hue }
  const local = isLocal ? { start: startRoom, link } : undefined
  const session = await join(cubes, { room, profile, network, datagram, place, notice, local })
  if (!isLocal) session.playout = playoutOfCubes()
  loading.show('drawing')
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const picture = new Picture(session, calm)
  session.onEnter('ball', (ball) => picture.add(ball))
  session.onLeave('ball', (ball) => picture.remove(ball))
  keepFitted(picture)
  const hud = element('hud')
  // A click on a button leaves the keys with the game.
  hud.addEventListener('mousedown', (event) => event.preventDefault())
  new Hud(session, session.stats, cubes.sendHz, { root: hud, goal: element('goal') })
  openInvite(visit, () => session.close())
  const bindings = keysOf(cubes.name, ACTIONS)
  addKeysCard(bindings)
  const gamepads = takeControls(session, bindings)
  const balls = session.entities('ball')
  const ownHue = () => ownOf(balls)?.hue
  openPanelOnceThere({ session, network, visit, datagram, hints: HINTS, ownHue })
  session.onFrame((dtSeconds) => picture.draw(dtSeconds))
  const frame = (nowMs: number): void => {
    requestAnimationFrame(frame)
    gamepads.poll()
    session.frame(nowMs)
  }
  requestAnimationFrame(frame)
  leaveInGoodOrder(session, place)
  document.body.classList.add('playing')
  loading.done()
  hintUntilPlayed(room, bindings)
  askForName(location.search, (chosen) => joinAs(session, network, chosen, hue))
}

/** Keeps the picture as large as its box, and as sharp as the screen. */
function keepFitted(picture: Picture): void {
  const box = element('stage')
  box.append(picture.canvas)
  let density: MediaQueryList | undefined
  const arrange = (): void => {
    if (box.clientWidth > 0 && box.clientHeight > 0)
      picture.resize(box.clientWidth, box.clientHeight)
    // A media query holds for one density only, so every change of density needs the next query.
    density?.removeEventListener('change', arrange)
    density = window.matchMedia(`(resolution: ${window.devicePixelRatio || 1}dppx)`)
    density.addEventListener('change', arrange)
  }
  new ResizeObserver(arrange).observe(box)
  arrange()
}

function takeControls(session: Session<typeof cubes>, bindings: KeyBindings): Gamepads {
  const controls = new Controls(session)
  bindKeys(controls.source(), bindings)
  arrowPad(element('run'), controls.source().input)
  return new Gamepads(new PadHands(controls.source()))
}

const canDraw = (): boolean => document.createElement('canvas').getContext('webgl2') !== null

startPage('Stacking the cubes', open)
