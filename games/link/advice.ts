import type { DatagramStatus } from 'glissade/datagram'

/** What `DatagramStatus.why` says while the first data channel is being opened and nothing has gone wrong. */
const UNDER_WAY: ReadonlySet<string> = new Set([
  'not connected yet',
  'joining the room',
  'opening a data channel',
])
const GUIDE = 'docs/guide/datagrams.md'

/** The state of a visitor's link: on datagrams, about to move there, or on the WebSocket for a reason. */
export type Mood = 'good' | 'waiting' | 'bad'

/** What the page says about a link. */
export interface Advice {
  readonly mood: Mood
  readonly text: string
}

/** Says which way packets take. Remembers why they take the WebSocket, even while the session tries again. */
export class Way {
  readonly #status: DatagramStatus
  #lastWhy = ''

  constructor(status: DatagramStatus) {
    this.#status = status
  }

  /** The way that packets take now, in one line. */
  get text(): string {
    const { isOnDatagrams, why } = this.#status
    if (isOnDatagrams) return 'Data channel: UDP, no packet waits for a lost one'
    const reason = this.#reason()
    return reason ? `WebSocket, because ${reason}` : `WebSocket for now: ${why}`
  }

  /** What the visitor can do. */
  get advice(): Advice {
    if (this.#status.isOnDatagrams)
      return {
        mood: 'good',
        text: 'Nothing to do. Your packets travel as UDP, so a lost packet does not hold up the packets behind it.',
      }
    const reason = this.#reason()
    return reason
      ? { mood: 'bad', text: remedy(reason, this.#status.opened > 0) }
      : { mood: 'waiting', text: 'You have joined the room. The data channel is not open yet.' }
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
    return `Use a browser that has WebRTC, or allow it in this one: some privacy settings and extensions switch it off. Games also work without it.`
  if (reason.startsWith('the server has no'))
    return `Only the server can change this: it needs the package node-datachannel and a free UDP port. See ${GUIDE}.`
  if (hasHeld)
    return 'UDP did get through, and then stopped. The session continues over the WebSocket and tries again every few seconds.'
  return `Check that your firewall or VPN lets UDP out, and that the server's UDP port can be reached from outside. See ${GUIDE}. The session continues to try.`
}
