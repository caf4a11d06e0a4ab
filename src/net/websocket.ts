import { isDevelopment } from '#development'
import type { Clock } from '../base/clock.ts'
import { type DisconnectReason, GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import { Arrivals } from '../link/arrivals.ts'
import type { Link, LinkKind, LinkReceiver } from '../link/link.ts'
import { closeCode, closeText, disconnectReason } from './close-codes.ts'
import { linkKindOf } from './link-kind.ts'
import { realClock } from './real-clock.ts'

/** How long a server may take to answer. */
const OPENING_MS = 10_000
/** For authors who try `connect` in a Node that has no WebSocket. */
const NO_WEBSOCKET =
  'there is no WebSocket here: in Node 20, pass connect the link of connectWebSocket(address), from glissade/node'

/** Options of those who open a WebSocket. */
export interface OpeningOptions {
  /** Gives up as long as the socket is not open: closes it, and rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Connects to a server from a browser. `url` is a `ws:`, `wss:`, `http:` or `https:` address with the server's path. Rejects
 * with `unreachable`, naming the address, when no server answers within ten seconds. Arrivals are stamped with the time of
 * their event, so that a busy page does not count as network jitter.
 *
 * With `?link=datagram` both ends treat the socket as a link that may lose packets, so that a `SimulatedNetwork` around it
 * really loses and reorders them. `dataChannel` asks for it too. Rejects with `misuse` for words other than `ordered` and
 * `datagram`.
 */
export function openWebSocket(url: string, { signal }: OpeningOptions = {}): Promise<Link> {
  return openSocket((address) => new WebSocket(address), url, realClock, { signal })
}

/**
 * Does the same with any socket that has the browser's interface. `onText` gets the text frames of the server; without it,
 * the first one ends the link.
 */
export function openSocket(
  create: (address: string) => WebSocket,
  url: string,
  clock: Clock,
  { signal, onText }: OpeningOptions & { readonly onText?: (text: string) => void } = {},
): Promise<Link> {
  const address = url.replace(/^http/, 'ws')
  return new Promise((resolve, reject) => {
    const kind = linkKindOf(address)
    if (!kind)
      throw new GlissadeError('misuse', `link in ${address} must be 'ordered' or 'datagram'`)
    signal?.throwIfAborted()
    const settled = (): void => {
      undoTimer()
      signal?.removeEventListener('abort', abort)
    }
    const fail = (why: string): void => {
      settled()
      reject(new GlissadeError('unreachable', `no game server at ${address}: ${why}`))
    }
    const abort = (): void => {
      settled()
      reject(signal!.reason)
      socket?.close()
    }
    signal?.addEventListener('abort', abort)
    const undoTimer = clock.after(OPENING_MS, () => {
      fail(`no answer within ${OPENING_MS / 1000} seconds`)
      socket?.close()
    })
    let socket: WebSocket | undefined
    try {
      socket = create(address)
    } catch (error) {
      const isMissing = isDevelopment && error instanceof ReferenceError
      fail(isMissing ? NO_WEBSOCKET : (error as Error).message)
      return
    }
    // Browsers do not tell a page why a connection failed or was refused; `ws` does.
    const page: Location | undefined = globalThis.location
    const isForeign = page && page.hostname !== new URL(address).hostname
    const guess = `the connection failed${isForeign ? `, or its 'origins' do not list ${page.origin}` : ''}`
    socket.addEventListener('error', (event) => {
      fail('message' in event ? String(event.message) : guess)
    })
    const link = new SocketLink(socket, clock, kind, onText)
    socket.addEventListener('open', () => {
      settled()
      resolve(link)
    })
  })
}

class SocketLink implements Link {
  declare readonly kind: LinkKind
  readonly #socket: WebSocket
  readonly #clock: Clock
  readonly #onText: ((text: string) => void) | undefined
  readonly #arrivals = new Arrivals()

  constructor(
    socket: WebSocket,
    clock: Clock,
    kind: LinkKind,
    onText: ((text: string) => void) | undefined,
  ) {
    this.kind = kind
    this.#socket = socket
    this.#clock = clock
    this.#onText = onText
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', (event) => this.#onMessage(event))
    socket.addEventListener('close', (event) => {
      this.#arrivals.end(disconnectReason(event.code), event.reason)
      this.#arrivals.tell()
    })
  }

  get isOpen(): boolean {
    return this.#arrivals.isOpen
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount
  }

  open(receiver: LinkReceiver): void {
    this.#arrivals.open(receiver)
  }

  send(bytes: Uint8Array): void {
    if (!this.isOpen) return
    // Browsers copy at once. `ws` masks into a copy, but compresses later, when the sender may have overwritten its bytes.
    const kept = this.#socket.extensions ? bytes.slice() : bytes
    this.#socket.send(kept as Uint8Array<ArrayBuffer>)
  }

  close(reason: DisconnectReason, detail = ''): void {
    if (!this.#arrivals.close(reason, detail)) return
    this.#socket.close(closeCode(reason), closeText(detail))
    queueMicrotask(() => this.#arrivals.tell())
  }

  #onMessage(event: MessageEvent): void {
    if (event.data instanceof ArrayBuffer) {
      this.#arrivals.packet(
        new Uint8Array(event.data),
        stampMs(event.timeStamp, this.#clock.nowMs()),
      )
    } else if (this.#onText) this.#onText(event.data)
    else this.close('text-frame')
  }
}

/** Returns the event's own time if it is valid. Some engines have left it 0, or counted it from 1970. */
export function stampMs(eventMs: Ms, nowMs: Ms): Ms {
  return eventMs > 0 && eventMs <= nowMs ? eventMs : nowMs
}
