import type { DatagramStatus } from 'glissade/datagram'

/** What `DatagramStatus.why` says while nothing has gone wrong: a data channel is on its way. */
const UNDER_WAY: ReadonlySet<string> = new Set([
  'not connected yet',
  'joining the room',
  'opening a data channel',
])
const GUIDE = 'docs/guide/datagrams.md'

/** How a visitor's link is doing: on datagrams, on the way there, or on the WebSocket for a reason. */
export type Mood = 'good' | 'waiting' | 'bad'

/** What the page says about a link. */
export interface Advice {
  readonly mood: Mood
  readonly text: string
}

/** Remembers why packets take the WebSocket, also while the session tries again. */
export class Way {
  readonly #status: DatagramStatus
  #lastWhy = ''

  constructor(status: DatagramStatus) {
    this.#status = status
  }

  /** The way that packets take now, in one line. */
  get text(): string {
    const { isOnDatagrams, why } = this.#status
    if (isOnDatagrams) return 'Data channel: UDP, nothing waits for a lost packet'
    const reason = this.#reason()
    return reason ? `WebSocket, because ${reason}` : `WebSocket for now: ${why}`
  }

  /** What to do about it. */
  get advice(): Advice {
    if (this.#status.isOnDatagrams)
      return {
        mood: 'good',
        text: 'Nothing to do. Your packets travel as UDP, so a lost one holds up none of those behind it.',
      }
    const reason = this.#reason()
    return reason
      ? { mood: 'bad', text: remedy(reason, this.#status.opened > 0) }
      : { mood: 'waiting', text: 'The room is open already. The data channel is still on its way.' }
  }

  /** Why there is no data channel; '' if the first attempt is still under way. */
  #reason(): string {
    const { isOnDatagrams, why } = this.#status
    if (isOnDatagrams) this.#lastWhy = ''
    else if (!UNDER_WAY.has(why)) this.#lastWhy = why
    return this.#lastWhy
  }
}

function remedy(reason: string, hasHeld: boolean): string {
  if (reason.startsWith('this browser'))
    return `Use a browser that has WebRTC, or allow it in this one: some privacy settings and extensions switch it off. Games work all the same.`
  if (reason.startsWith('the server has no'))
    return `Only the server can change this: it needs the package node-datachannel and a free UDP port. See ${GUIDE}.`
  if (hasHeld)
    return 'UDP did get through, and then stopped. The session goes on over the WebSocket and tries again every few seconds.'
  return `Check that your firewall or VPN lets UDP out, and that the server's UDP port can be reached from outside. See ${GUIDE}. The session keeps trying.`
}
