import type { AnyGame } from 'glissade'
import {
  type ConnectOptions,
  connect,
  type DisconnectReason,
  type Session,
  type SimulatedNetwork,
} from 'glissade/client'
import { joinLocal, type Local } from '../local/page.ts'
import { leaveConditions, savedResume, saveHue, saveName, saveResume } from '../panel/saved.ts'
import { element } from './element.ts'
import { onLeaving } from './leaving.ts'
import type { Notice } from './notice.ts'
import { serverAddress } from './server-address.ts'
import { changed } from './visit.ts'

declare global {
  interface Window {
    /** The page's session, for the console and for tests. */
    glissade?: object
  }
}

/**
 * Reasons after which the server may still know the player. After `replaced`, it does: the player goes on in another
 * tab.
 */
const MAY_RESUME: ReadonlySet<DisconnectReason> = new Set([
  'lost',
  'timeout',
  'restarting',
  'replaced',
])

/** What a page joins with. */
interface Joining<G extends AnyGame>
  extends Pick<ConnectOptions<G>, 'room' | 'profile' | 'network' | 'datagram'> {
  /** The name of the place that a reload of this tab takes up again. See `placeOf`. */
  readonly place: string
  readonly notice: Notice
  /** Set to play without a server: the room runs in this page, and a reload begins another one. */
  readonly local: Local | undefined
}

/** Joins, as the earlier player if this is a reload, and keeps what the next reload needs. */
export async function join<G extends AnyGame>(game: G, joining: Joining<G>): Promise<Session<G>> {
  const session = joining.local
    ? await joinAlone(game, joining.local, joining)
    : await joinServer(game, joining)
  window.glissade = session
  session.onState((state) => joining.notice.mend(state === 'reconnecting'))
  return session
}

async function joinServer<G extends AnyGame>(game: G, joining: Joining<G>): Promise<Session<G>> {
  const { place, notice, ...options } = joining
  const resume = savedResume(place)
  const session = await connect(game, serverAddress(), {
    ...options,
    resume: resume === '' ? undefined : resume,
  })
  saveResume(place, session.resumeKey)
  session.onState((state) => {
    if (state === 'open') saveResume(place, session.resumeKey)
  })
  session.onClose((reason, detail) => {
    if (!MAY_RESUME.has(reason)) saveResume(place, '')
    if (reason !== 'left') notice.show(reason, detail)
  })
  return session
}

async function joinAlone<G extends AnyGame>(
  game: G,
  local: Local,
  { room, profile, network, notice }: Joining<G>,
): Promise<Session<G>> {
  document.body.classList.add('local')
  const session = await joinLocal(game, local, { room, profile, network })
  session.onClose((reason, detail) => {
    if (reason !== 'left') notice.show('worker-ended', detail)
  })
  return session
}

/** What leaving needs of a session. */
interface Leaving {
  readonly resumeKey: string
  close(): void
}

/**
 * A page that just goes away keeps its place for a reload, if it could save the key. The link home gives the place up.
 */
export function leaveInGoodOrder(session: Leaving, place: string): void {
  onLeaving(element('home'), () => session.close())
  window.addEventListener('pagehide', () => {
    if (savedResume(place) !== session.resumeKey) session.close()
  })
  // If the player comes back from there, browsers may show the page as it was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
}

/** The client sends name and colour when it joins. To change them, it leaves and joins again, over the same network. */
export function joinAs(
  session: Pick<Leaving, 'close'>,
  network: SimulatedNetwork,
  name: string,
  hue: number,
): void {
  saveName(name)
  saveHue(hue)
  joinAt(session, network, changed(location.href, { name: undefined, hue: undefined }))
}

/** Leaves, and joins again at another address of this page, or at the same one. The simulated network stays. */
export function joinAt(
  session: Pick<Leaving, 'close'>,
  network: SimulatedNetwork,
  address: string,
): void {
  leaveConditions(network.conditions)
  session.close()
  if (address === location.href) location.reload()
  else location.replace(address)
}
