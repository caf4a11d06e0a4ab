import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { above0 } from '../base/settings.ts'
import { countedAddress } from './address.ts'
import { descriptorLimit } from './descriptors.ts'
import { onEnd } from './response-end.ts'

const MAX_CONNECTIONS = 4096
/** Of the descriptors: the rest is for files, and for what the process has open besides. */
const DESCRIPTOR_SHARE = 3 / 4
/** Connections over the limit that are told so; what comes beyond them is cut. */
const TOLD_CONNECTIONS = 64
/** No address has more than this share of all connections. */
const ADDRESS_SHARE = 1 / 2
/** Browsers open six connections for a page: idle ones and those that load it are more than the players are. */
const SOCKETS_PER_PLAYER = 4
/** Requests of one connection that wait for their responses: browsers send one at a time, proxies few. */
const MOST_PIPELINED = 16
/** How long an address with more than that makes no new connection. */
const BARRED_MS = 10_000
/** A download that takes longer counts like a player. */
const QUICK_MS = 1000

/** What counts connections by address. */
export interface ConnectionCounter {
  mayConnect(address: string): boolean
  downloadBegan(address: string): void
  downloadEnded(address: string): void
}

/** How a gate is made. */
export interface GateOptions {
  /** Most TCP connections at once. Above 0; default 4096, or 3/4 of the descriptors that the process may have. */
  readonly maxConnections?: number | undefined
  /** Most players of an address. See `ServeOptions`. */
  readonly maxPerAddress: number
  /** Where a request comes from, behind a proxy. Default: from the other end of its socket. */
  readonly addressOf?: ((request: IncomingMessage) => string) | undefined
  /** Takes what `addressOf` throws; the socket's own address is counted then. */
  readonly onError: (error: unknown) => void
  readonly counter: ConnectionCounter
}

/** What a gate has kept out, since the start. */
export interface GateStats {
  /**
   * Connections cut without an answer: far too many at once, too many of one address, or with more than 16 requests that
   * wait for their responses, and new ones of an address that had such a one.
   */
  cut: number
  /** Requests and upgrades answered with 503: too many connections. */
  full: number
  /** Requests and upgrades answered with 429: too many of one address. */
  tooMany: number
}

/** Why a request or an upgrade is not served. */
export interface HttpRefusal {
  readonly status: 403 | 429 | 503
  /** A sentence of plain letters. */
  readonly sentence: string
}

const FULL: HttpRefusal = { status: 503, sentence: 'this server has too many connections' }
const TOO_MANY: HttpRefusal = { status: 429, sentence: 'too many connections from this address' }

/** Answers a request that is not served. */
export function sendRefusal(response: ServerResponse, { status, sentence }: HttpRefusal): void {
  response.writeHead(status, { Connection: 'close', 'Content-Type': 'text/plain' }).end(sentence)
}

/** Limits the connections of an http server, all together and by address. Throws `misuse` for a wrong limit. */
export class Gate {
  readonly stats: GateStats = { cut: 0, full: 0, tooMany: 0 }
  readonly #most: number
  readonly #mostOfAddress: number
  readonly #options: GateOptions
  /** With the address that each is counted by; '' for none. */
  readonly #sockets = new Map<Socket, string>()
  /** Those that came when there were enough. */
  readonly #over = new WeakSet<Socket>()
  readonly #socketsOf = new Map<string, number>()
  readonly #responsesOf = new Map<string, number>()
  readonly #addresses = new WeakMap<IncomingMessage, string>()
  /** How many requests of a connection wait for their responses. */
  readonly #pipelined = new WeakMap<Socket, number>()
  /** Addresses that make no new connection for now. */
  readonly #barred = new Set<string>()
  /** Listens to the end of every socket: one of its own for each would take memory. */
  readonly #onClose: (this: Socket) => void

  constructor(options: GateOptions) {
    const ours = Math.max(1, Math.floor(descriptorLimit() * DESCRIPTOR_SHARE))
    const { maxConnections = Math.min(MAX_CONNECTIONS, ours), maxPerAddress } = options
    this.#most = above0(maxConnections, 'maxConnections')
    const ofAddress = Math.min(SOCKETS_PER_PLAYER * maxPerAddress, ADDRESS_SHARE * this.#most)
    this.#mostOfAddress = maxPerAddress === Infinity ? Infinity : Math.max(1, ofAddress)
    this.#options = options
    const gone = (socket: Socket): void => this.#gone(socket)
    this.#onClose = function () {
      gone(this)
    }
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.#sockets.size
  }

  /** Limits all connections of a server that is ours alone. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.#came(socket))
  }

  /** Where a request comes from, as it is counted. */
  addressOf(request: IncomingMessage): string {
    const known = this.#addresses.get(request)
    if (known !== undefined) return known
    const address = countedAddress(this.#told(request) || (request.socket.remoteAddress ?? ''))
    this.#addresses.set(request, address)
    return address
  }

  /** Why an upgrade is not served; null when it is. */
  refusal(request: IncomingMessage): HttpRefusal | null {
    if (this.#isOver(request.socket)) return this.#count(FULL)
    return this.#options.counter.mayConnect(this.addressOf(request)) ? null : this.#count(TOO_MANY)
  }

  /** Counts the connection of an upgrade that is served, on a server that is not ours alone. */
  upgraded({ socket }: IncomingMessage): void {
    if (!this.#sockets.has(socket)) this.#track(socket, '')
  }

  /** Whether a request is served; answers it when not, or cuts its connection. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#mayFollow(request, response)) return false
    const address = this.addressOf(request)
    const responses = this.#responsesOf.get(address) ?? 0
    const refusal = responses >= this.#mostOfAddress ? this.#count(TOO_MANY) : this.refusal(request)
    if (refusal) {
      response.setHeader('Retry-After', '5')
      sendRefusal(response, refusal)
      return false
    }
    this.#countResponse(address, request, response)
    return true
  }

  /**
   * Whether a request may follow those before it. Node hands over all requests of what it has read, 64 kB, even when the first
   * of them has the connection cut. That can keep rooms waiting for 50 ms, so its address may not do so again at once.
   */
  #mayFollow(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    if (socket.destroyed) return false
    const before = this.#pipelined.get(socket) ?? 0
    if (before >= MOST_PIPELINED) {
      this.stats.cut++
      this.#bar(socket)
      socket.destroy()
      return false
    }
    this.#pipelined.set(socket, before + 1)
    onEnd(request, response, () => this.#pipelined.set(socket, this.#pipelined.get(socket)! - 1))
    return true
  }

  #bar(socket: Socket): void {
    const address = this.#socketAddress(socket)
    if (address === '' || this.#barred.has(address)) return
    this.#barred.add(address)
    setTimeout(() => this.#barred.delete(address), BARRED_MS).unref()
  }

  #countResponse(address: string, request: IncomingMessage, response: ServerResponse): void {
    const { counter } = this.#options
    this.#responsesOf.set(address, (this.#responsesOf.get(address) ?? 0) + 1)
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      counter.downloadBegan(address)
    }, QUICK_MS)
    onEnd(request, response, () => {
      clearTimeout(timer)
      if (isSlow) counter.downloadEnded(address)
      lower(this.#responsesOf, address)
    })
  }

  #came(socket: Socket): void {
    const address = this.#socketAddress(socket)
    const ofAddress = this.#socketsOf.get(address) ?? 0
    const isTooMany = address !== '' && ofAddress >= this.#mostOfAddress
    const isFull = this.#sockets.size >= this.#most + TOLD_CONNECTIONS
    if (isTooMany || isFull || this.#barred.has(address)) {
      this.stats.cut++
      socket.destroy()
      return
    }
    if (this.#sockets.size >= this.#most) this.#over.add(socket)
    this.#track(socket, address)
    if (address !== '') this.#socketsOf.set(address, ofAddress + 1)
  }

  /** Where a socket comes from, as it is counted; '' behind a proxy, from which all of them come. */
  #socketAddress(socket: Socket): string {
    return this.#options.addressOf ? '' : countedAddress(socket.remoteAddress ?? '')
  }

  #track(socket: Socket, address: string): void {
    this.#sockets.set(socket, address)
    socket.on('close', this.#onClose)
  }

  #gone(socket: Socket): void {
    const address = this.#sockets.get(socket) ?? ''
    this.#sockets.delete(socket)
    if (address !== '') lower(this.#socketsOf, address)
  }

  #isOver(socket: Socket): boolean {
    if (this.#sockets.has(socket)) return this.#over.has(socket)
    return this.#sockets.size >= this.#most
  }

  #told(request: IncomingMessage): string {
    try {
      return this.#options.addressOf?.(request) ?? ''
    } catch (error) {
      this.#options.onError(error)
      return ''
    }
  }

  #count(refusal: HttpRefusal): HttpRefusal {
    if (refusal === FULL) this.stats.full++
    else this.stats.tooMany++
    return refusal
  }
}

function lower(counts: Map<string, number>, address: string): void {
  const count = (counts.get(address) ?? 0) - 1
  if (count > 0) counts.set(address, count)
  else counts.delete(address)
}
