import { connect, type Session } from 'glissade/client'
import { type DatagramStatus, type DatagramTransport, dataChannel } from 'glissade/datagram'
import { element } from '../page/element.ts'
import { serverAddress } from '../page/server-address.ts'
import { adviceOf, wayOf } from './advice.ts'
import { link } from './game.ts'
import { roundUp } from './graph.ts'
import { Side, write } from './side.ts'
import { Tap } from './tap.ts'
import { Waits } from './waits.ts'

declare global {
  interface Window {
    /** For the console and for tests. */
    yourLink?: {
      readonly status: DatagramStatus
      readonly sessions: readonly Session<typeof link>[]
    }
  }
}

/** How often numbers and graphs are brought up to date. */
const READ_MS = 200
const SOCKET_WAY = 'WebSocket: TCP, all packets behind a lost one wait'

async function main(): Promise<void> {
  const datagram = dataChannel()
  const [left, right] = await Promise.all([
    join('side-datagram', datagram),
    join('side-socket', undefined),
  ])
  const sessions = [left.session, right.session]
  window.yourLink = { status: datagram.status, sessions }
  window.addEventListener('pagehide', () => {
    for (const session of sessions) session.close()
  })
  // If the visitor comes back, browsers may show the page as it was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })

  let readMs = Number.NEGATIVE_INFINITY
  const frame = (nowMs: number): void => {
    requestAnimationFrame(frame)
    left.side.frame(nowMs)
    right.side.frame(nowMs)
    if (nowMs - readMs < READ_MS) return
    readMs = nowMs
    left.side.show(nowMs, wayOf(datagram.status))
    right.side.show(nowMs, SOCKET_WAY)
    // One scale for both graphs: they are there to be compared.
    const fullMs = roundUp(Math.max(left.side.graph.read(nowMs), right.side.graph.read(nowMs)))
    left.side.showGraph(fullMs)
    right.side.showGraph(fullMs)
    const { mood, text } = adviceOf(datagram.status)
    const isOpen = left.session.state === 'open'
    advise(isOpen ? mood : 'waiting', isOpen ? text : 'The left session has no connection now.')
  }
  requestAnimationFrame(frame)
}

/** Joins the room for one side of the page. */
async function join(
  id: string,
  datagram: DatagramTransport | undefined,
): Promise<{ session: Session<typeof link>; side: Side }> {
  const waits = new Waits()
  const tap = new Tap(waits)
  const session = await connect(link, serverAddress(), { datagram, network: tap })
  tap.stats = session.stats
  return { session, side: new Side(element(id), session, waits) }
}

function advise(mood: string, text: string): void {
  const advice = element('advice')
  advice.dataset['mood'] = mood
  write(advice, text)
}

main().catch((error: unknown) => {
  advise('bad', error instanceof Error ? error.message : String(error))
  console.error(error)
})
