import type { Clock } from '../base/clock.ts'
import type { Ms } from '../base/units.ts'
import { DatagramLink, type DatagramPath, PATH_FULL_BYTES } from '../link/datagram-link.ts'
import type { Link } from '../link/link.ts'
import { readSignal, type Signal } from '../link/signals.ts'
import { realClock } from './real-clock.ts'
import { type OpeningOptions, openSocket, stampMs } from './websocket.ts'

/** How long an attempt may take. On a path that loses 15 % of all packets, one attempt in twenty takes longer than 5 s. */
const ATTEMPT_MS: Ms = 10_000
/** The wait before the second attempt. Each later wait is twice as long. */
const FIRST_WAIT_MS: Ms = 1000
/** The longest wait on a connection that has had a path before, and on one that has had none, unless the line is slow. */
const MOST_WAIT_AGAIN_MS: Ms = 4000
const MOST_WAIT_MS: Ms = 60_000
/**
 * The wait after the line was too slow for datagrams. Each later wait is twice as long, up to `MOST_SLOW_WAIT_MS`, until a path
 * has held for `HELD_MS`.
 */
const SLOW_WAIT_MS: Ms = 120_000
const MOST_SLOW_WAIT_MS: Ms = 960_000
const HELD_MS: Ms = 60_000
/** How long a channel stays open after its path was given up, because the server may still send over it. */
const LINGER_MS: Ms = 1000

/** Options of `dataChannel`. */
export interface DataChannelOptions {
  /** TURN servers, for players whose network blocks UDP to the server. Default: none. See docs/guide/datagrams.md. */
  readonly iceServers?: RTCIceServer[] | undefined
  /** Makes a WebSocket. Default: the browser's. */
  readonly openSocket?: ((address: string) => WebSocket) | undefined
  /** Makes a WebRTC connection. Default: the browser's `RTCPeerConnection`. */
  readonly openPeer?: ((configuration: RTCConfiguration) => RTCPeerConnection) | undefined
}

/**
 * Where the problem is: in a browser that makes no data channels, at a server that offers none, or in the network between them.
 * 'slow': datagrams came through, but the line was too slow for their headers and acknowledgements.
 */
export type DatagramProblem = 'none' | 'browser' | 'server' | 'network' | 'slow'

/** Whether a session uses datagrams, and if not, why not. */
export interface DatagramStatus {
  /** Whether packets travel as datagrams now. If not, they go over the WebSocket. */
  readonly isOnDatagrams: boolean
  /** Why packets go over the WebSocket, as text for people; '' while they travel as datagrams. */
  readonly why: string
  /** Where the problem is; 'none' on datagrams, before the first attempt has failed, and after the connection has ended. */
  readonly problem: DatagramProblem
  /** How many attempts have begun, and how many of them opened a data channel. */
  readonly attempts: number
  readonly opened: number
}

/** Opens links that move from a WebSocket to datagrams. Each session needs its own, because it holds the session's status. */
export interface DatagramTransport {
  /** How the packets of the newest link travel. It is always the same object, which is updated when anything changes. */
  readonly status: DatagramStatus
  /** Opens a link to the server at `url`, which includes a path. `connect` calls it. Rejects as `connect` does. */
  open(url: string, options?: OpeningOptions): Promise<Link>
}

/**
 * Lets a session use real datagrams: `connect(game, to, { datagram: dataChannel() })`. The session starts on the WebSocket at
 * once, and moves to an unordered WebRTC data channel as soon as that is open. If the channel falls silent, the session goes
 * back to the WebSocket and tries again. Neither move loses anything. If the server has no datagrams, the session stays on the
 * WebSocket. `status` says how packets travel.
 *
 * The two ends use different settings, chosen by measurement: the browser never retransmits a packet (`maxRetransmits: 0`), and
 * the server's SCTP gives up a packet after 50 ms (docs/TIME.md).
 */
export function dataChannel(options: DataChannelOptions = {}): DatagramTransport {
  return new DataChannelTransport(options, realClock)
}

class DataChannelTransport implements DatagramTransport {
  readonly status: MutableStatus = {
    isOnDatagrams: false,
    why: 'not connected yet',
    problem: 'none',
    attempts: 0,
    opened: 0,
  }
  readonly #options: DataChannelOptions
  readonly #clock: Clock

  constructor(options: DataChannelOptions, clock: Clock) {
    this.#options = options
    this.#clock = clock
  }

  async open(url: string, { signal }: OpeningOptions = {}): Promise<Link> {
    const { openSocket: create = (address) => new WebSocket(address) } = this.#options
    const address = new URL(url)
    address.searchParams.set('link', 'datagram')
    let socket: WebSocket | undefined
    let attempts: Attempts | undefined
    const link = await openSocket((to) => (socket = create(to)), address.href, this.#clock, {
      signal,
      onText: (text) => attempts?.signalled(text),
    })
    attempts = new Attempts(link, this.#clock, {
      status: this.status,
      openPeer: this.#options.openPeer ?? browserPeer(),
      iceServers: this.#options.iceServers ?? [],
      tell: (signal) => link.isOpen && socket?.send(JSON.stringify(signal)),
    })
    return attempts.link
  }
}

type OpenPeer = NonNullable<DataChannelOptions['openPeer']>

/** Returns a function that makes WebRTC connections; undefined if this browser has none. */
function browserPeer(): OpenPeer | undefined {
  return typeof RTCPeerConnection === 'undefined'
    ? undefined
    : (configuration) => new RTCPeerConnection(configuration)
}

type MutableStatus = { -readonly [name in keyof DatagramStatus]: DatagramStatus[name] }

interface AttemptsOptions {
  readonly status: MutableStatus
  readonly openPeer: OpenPeer | undefined
  readonly iceServers: RTCIceServer[]
  readonly tell: (signal: Signal) => void
}

/** Makes data channels for one connection, one after another, as long as the connection lasts. */
export class Attempts {
  readonly link: DatagramLink
  readonly #clock: Clock
  readonly #options: AttemptsOptions
  #attempt = 0
  #peer: RTCPeerConnection | null = null
  #waitMs = FIRST_WAIT_MS
  #slowWaitMs = SLOW_WAIT_MS
  #hasHeld = false
  /** Whether the line was too slow, and no path has held for `HELD_MS` since. */
  #isSlow = false
  /** When the present path opened; NaN: there is none. */
  #openedMs: Ms = Number.NaN
  #undoTimer: () => void = () => {}

  constructor(socket: Link, clock: Clock, options: AttemptsOptions) {
    this.#clock = clock
    this.#options = options
    this.link = new DatagramLink(socket, clock, {
      side: 'client',
      tellHeard: (isHeard) => options.tell({ type: 'heard', attempt: this.#attempt, isHeard }),
      // Not at once, because the first packet may come before this object is complete.
      onFirstPacket: () => queueMicrotask(() => this.#beginFirst()),
      onGivenUp: (why, isSlow) => this.#ended(why, isSlow ? 'slow' : 'network'),
      onEnded: () => this.#stop('none', 'the connection has ended'),
    })
    if (options.openPeer) this.#note('none', 'joining the room')
    else this.#note('browser', 'this browser has no WebRTC')
  }

  /** Takes a text frame from the server. */
  signalled(text: string): void {
    const signal = readSignal(text)
    if (!signal) return this.link.close('bad-packet', 'the server sent a malformed signal')
    const peer = this.#peer
    if (signal.attempt !== this.#attempt || !peer) return
    if (signal.type === 'heard') this.link.toldHeard(signal.isHeard)
    if (signal.type === 'ended') this.#fail('the server gave the data channel up')
    if (signal.type === 'refusal') this.#stop('server', signal.why)
    if (signal.type === 'answer')
      peer
        .setRemoteDescription({ type: 'answer', sdp: signal.sdp })
        .catch(
          (error) =>
            peer === this.#peer &&
            this.#fail(`the server's answer is not understood: ${error}`, 'server'),
        )
  }

  #beginFirst(): void {
    if (this.#options.openPeer && this.link.isOpen) this.#begin()
  }

  #begin(): void {
    const { openPeer, iceServers, status } = this.#options
    const attempt = ++this.#attempt
    status.attempts++
    if (status.problem === 'none') status.why = 'opening a data channel'
    this.#undoTimer = this.#clock.after(ATTEMPT_MS, () =>
      this.#fail(
        'no UDP packet came through: a firewall blocks UDP, or the server has no UDP port',
      ),
    )
    let peer: RTCPeerConnection
    try {
      peer = openPeer!({ iceServers })
    } catch (error) {
      return this.#stop('browser', `this browser makes no data channels: ${error}`)
    }
    this.#peer = peer
    peer.onconnectionstatechange = () => {
      if (peer === this.#peer && peer.connectionState === 'failed')
        this.#fail(
          this.link.isOnPath ? 'no more datagrams came through' : 'no UDP packet came through',
        )
    }
    this.#offer(peer, attempt).catch((error) => {
      if (peer === this.#peer) this.#fail(`no data channel can be made: ${error}`, 'browser')
    })
  }

  async #offer(peer: RTCPeerConnection, attempt: number): Promise<void> {
    this.#openChannel(peer)
    const offer = await peer.createOffer()
    await peer.setLocalDescription(offer)
    if (peer === this.#peer) this.#options.tell({ type: 'offer', attempt, sdp: offer.sdp ?? '' })
  }

  #openChannel(peer: RTCPeerConnection): void {
    const channel = peer.createDataChannel('glissade', {
      negotiated: true,
      id: 0,
      ordered: false,
      maxRetransmits: 0,
    })
    channel.binaryType = 'arraybuffer'
    const path: DatagramPath = {
      send: (bytes) => {
        if (channel.readyState !== 'open' || channel.bufferedAmount > PATH_FULL_BYTES) return
        try {
          channel.send(bytes as Uint8Array<ArrayBuffer>)
        } catch {
          // The channel has ended, and `onclose` follows.
        }
      },
    }
    channel.onopen = () => {
      if (peer !== this.#peer) return
      const { status } = this.#options
      this.#undoTimer()
      this.#hasHeld = true
      this.#waitMs = FIRST_WAIT_MS
      this.#openedMs = this.#clock.nowMs()
      status.opened++
      this.#note('none', '', true)
      this.link.use(path)
    }
    channel.onmessage = ({ data, timeStamp }) => {
      const nowMs = this.#clock.nowMs()
      if (data instanceof ArrayBuffer)
        this.link.packetCame(path, new Uint8Array(data), stampMs(timeStamp, nowMs))
    }
    channel.onclose = () => peer === this.#peer && this.#fail('the data channel was closed')
  }

  /** Ends the attempt or the path that it opened, and tries again later. */
  #fail(why: string, problem: DatagramProblem = 'network'): void {
    if (this.link.isOnPath) this.link.giveUp(why)
    else this.#ended(why, problem)
  }

  #ended(why: string, problem: DatagramProblem = 'network'): void {
    const peer = this.#peer
    this.#undoTimer()
    this.#peer = null
    this.#clock.after(LINGER_MS, () => peer?.close())
    if (this.#clock.nowMs() - this.#openedMs >= HELD_MS) {
      this.#isSlow = false
      this.#slowWaitMs = SLOW_WAIT_MS
    }
    this.#openedMs = Number.NaN
    if (problem === 'slow') this.#isSlow = true
    this.#note(problem, why)
    this.#options.tell({ type: 'ended', attempt: this.#attempt })
    this.#undoTimer = this.#clock.after(this.#nextWaitMs(), () => this.#begin())
  }

  #nextWaitMs(): Ms {
    const waitMs = this.#isSlow ? this.#slowWaitMs : this.#waitMs
    const mostMs = this.#hasHeld ? MOST_WAIT_AGAIN_MS : MOST_WAIT_MS
    if (this.#isSlow) this.#slowWaitMs = Math.min(MOST_SLOW_WAIT_MS, waitMs * 2)
    else this.#waitMs = Math.min(mostMs, waitMs * 2)
    return waitMs
  }

  /** Makes no more attempts. */
  #stop(problem: DatagramProblem, why: string): void {
    this.#closePeer()
    this.#note(problem, why)
  }

  #note(problem: DatagramProblem, why: string, isOnDatagrams = false): void {
    Object.assign(this.#options.status, { problem, why, isOnDatagrams })
  }

  #closePeer(): void {
    const peer = this.#peer
    this.#undoTimer()
    this.#peer = null
    peer?.close()
  }
}
