import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { DisconnectReason } from '../base/error.ts'
import { Arrivals } from '../link/arrivals.ts'
import { type Link, type LinkKind, type LinkReceiver, SOCKET_FULL_BYTES } from '../link/link.ts'
import { closeCode, closeText, disconnectReason } from './close-codes.ts'
import { FrameAllowance } from './frame-allowance.ts'
import type { HttpRefusal } from './gate.ts'
import { linkKindOf } from './link-kind.ts'

/** The links are pinged in turns, so that a server does not send all pings at once. */
const PING_TURNS = 10
const PING_TURN_MS = 1000
/** A peer that left this many pings unanswered is dead. */
const MISSED_PONGS = 2
/** How long a peer may take to agree to a close. */
const CLOSING_MS = 2000
/** How long a refused peer may take to read the answer and to hang up. */
const REFUSED_MS = 2000
/** The most bytes that a peer may send before its link is opened. */
const EARLY_BYTES = 256 * 1024
/** Longer packets end the connection with `oversized-packet`. */
const MOST_PACKET_BYTES = 65_536
/** The most fragments of a packet. No client sends fragments; a proxy in between may. */
const MOST_FRAGMENTS = 16

/** What happened to connections since the start. */
export interface SocketStats {
  /** Connections made. */
  accepted: number
  /** Upgrades that were answered with an error: an invalid address, or a limit reached. */
  refused: number
  /** Connections ended for a packet above the size limit. */
  oversized: number
  /** Connections ended for sending text. */
  textFrames: number
  /** Connections ended because their bytes cost too much before they became packets: pings, pongs, bytes one by one. */
  floods: number
  /** Connections ended because the peer did not answer the pings. */
  dead: number
}

export interface WebSocketServerOptions {
  /** The path of the address, without a query; default `/glissade`. */
  readonly path?: string | undefined
  /** Whether nothing else takes upgrades, so that those for other paths get a 404. Default: if nothing else listens to them. */
  readonly isAlone?: boolean | undefined
  /** Makes the link of a socket whose address says `?link=datagram`. Default: the socket itself is that link. */
  readonly datagrams?: ((socket: TextLink) => Link) | undefined
  /** Returns why an upgrade is refused, as a status and a sentence in ASCII, or null. Default: none is refused. */
  readonly refusal?: ((request: IncomingMessage) => HttpRefusal | null) | undefined
}

/** A Link that carries texts beside its packets, in order with them. */
export interface TextLink extends Link {
  /** Sets the receiver of texts. Without one, the first text ends the link with `text-frame`. */
  openTexts(receiver: (text: string) => void): void
  sendText(text: string): void
}

/** The WebSocket side of a running HTTP server. */
export interface WebSocketListener {
  readonly stats: Readonly<SocketStats>
  /** Accepts no more connections and ends all with `restarting`. Resolves when they are gone, within 2 seconds. */
  close(): Promise<void>
}

/**
 * Accepts WebSocket connections on an HTTP server, which may serve other things too. Upgrades for other paths are left to
 * other listeners, or answered with 404 when there are none. `?link=datagram` makes a datagram link of a socket, see
 * `openWebSocket`; any other word is answered with 400. `onLink` should open the link before it returns.
 * Nothing is compressed: packets are dense already, and deflate costs six times the CPU.
 */
export function webSocketServer(
  server: Server,
  onLink: (link: Link, request: IncomingMessage) => void,
  options: WebSocketServerOptions = {},
): WebSocketListener {
  const { path = '/glissade', isAlone = false, datagrams } = options
  const stats: SocketStats = {
    accepted: 0,
    refused: 0,
    oversized: 0,
    textFrames: 0,
    floods: 0,
    dead: 0,
  }
  const links = new Set<ServerSocketLink>()
  const socketOptions = {
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_PACKET_BYTES,
    maxFragments: MOST_FRAGMENTS,
    perMessageDeflate: false,
    closeTimeout: CLOSING_MS,
    autoPong: false,
  }
  const sockets = new WebSocketServer(socketOptions)
  let turn = 0
  let pings: ReturnType<typeof setInterval> | undefined
  const rest = (): void => {
    clearInterval(pings)
    pings = undefined
  }
  const ping = (): void => {
    turn = (turn + 1) % PING_TURNS
    for (const link of links) if (link.pingTurn === turn) link.ping()
    if (links.size === 0) rest()
  }
  const refuse = (socket: Duplex, status: number, sentence = ''): void => {
    stats.refused++
    answer(socket, status, sentence)
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { url = '' } = request
    if (url.split('?', 1)[0] !== path) {
      if (isAlone || server.listenerCount('upgrade') === 1) refuse(socket, 404)
      return
    }
    const kind = linkKindOf(url)
    if (!kind) return refuse(socket, 400, "link must be 'ordered' or 'datagram'")
    const refusal = options.refusal?.(request)
    if (refusal) return refuse(socket, refusal.status, refusal.sentence)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      stats.accepted++
      const link = new ServerSocketLink(webSocket, socket, { stats, kind, links, pingTurn: turn })
      onLink(kind === 'datagram' && datagrams ? datagrams(link) : link, request)
      pings ??= setInterval(ping, PING_TURN_MS).unref()
    })
  }
  server.on('upgrade', onUpgrade)

  return {
    stats,
    close: async () => {
      server.off('upgrade', onUpgrade)
      rest()
      await Promise.all(Array.from(links, (link) => link.shutDown()))
    },
  }
}

/** The key of a socket's link, on the socket and on the stream under it. All links share their listeners to save memory. */
const LINK = Symbol('link')

interface Linked {
  [LINK]: ServerSocketLink
}

/** The parts that the links of a server share, and the turn in which this link is pinged. */
interface SocketLinkOptions {
  readonly stats: SocketStats
  readonly kind: LinkKind
  /** All open links of the server. */
  readonly links: Set<ServerSocketLink>
  readonly pingTurn: number
}

/** A Link over the server's side of an open `ws` socket. Counts into `stats`. TCP_NODELAY is on. */
class ServerSocketLink implements TextLink {
  readonly kind: LinkKind
  readonly pingTurn: number
  readonly #socket: WebSocket
  /** The stream under the socket. */
  readonly #under: Duplex
  readonly #stats: SocketStats
  /** All open links of the server. */
  readonly #links: Set<ServerSocketLink>
  readonly #arrivals = new Arrivals()
  readonly #frames = new FrameAllowance(performance.now())
  #onText: ((text: string) => void) | undefined
  #unanswered = 0

  constructor(socket: WebSocket, under: Duplex, options: SocketLinkOptions) {
    const { stats, kind, links, pingTurn } = options
    this.kind = kind
    this.pingTurn = pingTurn
    this.#socket = socket
    this.#under = under
    this.#stats = stats
    this.#links = links
    links.add(this)
    socket.binaryType = 'nodebuffer'
    ;(socket as WebSocket & Partial<Linked>)[LINK] = this
    ;(under as Duplex & Partial<Linked>)[LINK] = this
    socket.on('message', onMessage)
    socket.on('error', onError)
    socket.on('close', onClose)
    socket.on('ping', onPing)
    socket.on('pong', onPong)
    under.on('data', onRead)
  }

  get isOpen(): boolean {
    return this.#arrivals.isOpen
  }

  get bufferedBytes(): number {
    return this.#under.writableLength
  }

  open(receiver: LinkReceiver): void {
    this.#arrivals.open(receiver)
  }

  send(bytes: Uint8Array): void {
    // Head and packet go out in one `write`. `ws` would make two, which costs more CPU. Since nothing is compressed, `ws`
    // also writes whole frames at once, so this write never lands inside one.
    if (this.isOpen && this.#socket.readyState === WebSocket.OPEN) this.#under.write(frameOf(bytes))
  }

  openTexts(receiver: (text: string) => void): void {
    this.#onText = receiver
  }

  sendText(text: string): void {
    if (this.isOpen && this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  close(reason: DisconnectReason, detail = ''): void {
    if (!this.#arrivals.close(reason, detail)) return
    this.#socket.close(closeCode(reason), closeText(detail))
    // A flood continues while the other end learns of the close. Unread bytes cost nothing.
    if (reason === 'flood') this.#socket.pause()
    setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref()
    queueMicrotask(() => this.#arrivals.tell())
  }

  /** Ends the link with `restarting`. Resolves when the socket is gone. */
  shutDown(): Promise<unknown> {
    const gone = new Promise((resolve) => this.#socket.once('close', resolve))
    this.close('restarting')
    return gone
  }

  #onControl(): void {
    if (!this.#frames.takeControl(performance.now())) this.#flood()
  }

  /** Ends the connection and stops reading, even if the link has ended and its peer keeps sending. */
  #flood(): void {
    if (this.isOpen) this.#stats.floods++
    this.close('flood')
    this.#socket.pause()
  }

  onRead({ length }: Buffer): void {
    if (!this.#frames.takeRead(length, performance.now())) this.#flood()
  }

  onPing(data: Buffer): void {
    this.#onControl()
    // Pongs would fill the socket of a peer that reads nothing.
    if (this.isOpen && this.bufferedBytes <= SOCKET_FULL_BYTES) this.#socket.pong(data)
  }

  onPong(): void {
    this.#unanswered = 0
    this.#onControl()
  }

  onMessage(data: Buffer, isBinary: boolean): void {
    const nowMs = performance.now()
    if (!this.#frames.takePacket(nowMs)) return this.#flood()
    if (!isBinary && this.#onText) {
      if (this.isOpen) this.#onText(data.toString())
      return
    }
    if (!isBinary) {
      if (this.isOpen) this.#stats.textFrames++
      this.close('text-frame')
      return
    }
    this.#arrivals.packet(data, nowMs)
    if (this.#arrivals.earlyBytes > EARLY_BYTES) this.close('flood')
  }

  /** A protocol error ends the link here, and `ws` closes the socket by itself. A broken connection ends in `onClose`. */
  onError(error: Error & { readonly code?: string }): void {
    if (!error.code?.startsWith('WS_ERR_')) return
    const isOversized = error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
    if (!this.#arrivals.end(isOversized ? 'oversized-packet' : 'bad-packet', '')) return
    if (isOversized) this.#stats.oversized++
    setTimeout(() => this.#socket.terminate(), CLOSING_MS).unref()
    this.#arrivals.tell()
  }

  onClose(code: number, text: Buffer): void {
    this.#links.delete(this)
    this.#arrivals.end(disconnectReason(code), text.toString())
    this.#arrivals.tell()
  }

  ping(): void {
    if (this.#unanswered >= MISSED_PONGS) {
      this.#stats.dead++
      this.#socket.terminate()
      return
    }
    this.#unanswered++
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping()
  }
}

function onRead(this: unknown, bytes: Buffer): void {
  ;(this as Linked)[LINK].onRead(bytes)
}

function onPing(this: unknown, data: Buffer): void {
  ;(this as Linked)[LINK].onPing(data)
}

function onPong(this: unknown): void {
  ;(this as Linked)[LINK].onPong()
}

function onMessage(this: unknown, data: RawData, isBinary: boolean): void {
  ;(this as Linked)[LINK].onMessage(data as Buffer, isBinary)
}

function onError(this: unknown, error: Error): void {
  ;(this as Linked)[LINK].onError(error)
}

function onClose(this: unknown, code: number, text: Buffer): void {
  ;(this as Linked)[LINK].onClose(code, text)
}

/** Returns a packet as a binary frame of a server (RFC 6455, 5.2), in a new buffer, because a full socket keeps the buffer. */
function frameOf(bytes: Uint8Array): Buffer {
  const { length } = bytes
  const headBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headBytes + length)
  frame[0] = 0x82
  frame[1] = headBytes === 2 ? length : headBytes === 4 ? 126 : 127
  if (headBytes === 4) frame.writeUInt16BE(length, 2)
  if (headBytes === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.set(bytes, headBytes)
  return frame
}

/** Answers an upgrade with a status and an ASCII sentence. The socket is gone soon afterwards, whatever the peer does. */
function answer(socket: Duplex, status: number, sentence: string): void {
  socket.on('error', () => socket.destroy())
  const head = `Connection: close\r\nContent-Type: text/plain\r\nContent-Length: ${sentence.length}`
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n\r\n${sentence}`)
  // The socket is read, because the end of an unread socket is never noticed.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), REFUSED_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}
