import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { above0 } from '../base/settings.ts'
import { countedAddress } from './address.ts'
import { descriptorLimit } from './descriptors.ts'
import { onEnd } from './response-end.ts'

const MAX_CONNECTIONS = 4096
/** The share of the process's descriptors for connections. Files and everything else that is open use the rest. */
const DESCRIPTOR_SHARE = 3 / 4
/** Connections over the limit that still get an answer; further ones are cut. */
const TOLD_CONNECTIONS = 64
/** The most that one address may have of all connections. */
const ADDRESS_SHARE = 1 / 2
/** Browsers open six connections for a page, so idle and loading connections outnumber the players. */
const SOCKETS_PER_PLAYER = 4
/** The most requests of one connection that wait for responses. Browsers send one at a time, proxies a few. */
const MOST_PIPELINED = 16
/** How long an address that exceeded `MOST_PIPELINED` cannot open new connections. */
const BARRED_MS = 10_000
/** A download that takes longer than this counts like a player. */
const QUICK_MS = 1000

/** Counts connections and slow downloads by address. */
export interface ConnectionCounter {
  mayConnect(address: string): boolean
  downloadBegan(address: string): void
  downloadEnded(address: string): void
}

export interface GateOptions {
  /** The most TCP connections at once. Above 0; default 4096, or 3/4 of the process's descriptors if that is less. */
  readonly maxConnections?: number | undefined
  /** The most players of one address. See `ServeOptions`. */
  readonly maxPerAddress: number
  /** Behind a proxy: returns where a request comes from. Default: the other end of its socket. */
  readonly addressOf?: ((request: IncomingMessage) => string) | undefined
  /** Called with the errors of `addressOf`. The request is then counted by the socket's own address. */
  readonly onError: (error: unknown) => void
  readonly counter: ConnectionCounter
}

/** What a gate has kept out since the start. */
export interface GateStats {
  /**
   * Connections cut without an answer: too many at once, too many of one address, more than 16 requests that wait for their
   * responses, or a new connection of an address that had such a one in the last 10 s.
   */
  cut: number
  /** Requests and upgrades answered with 503: the server has too many connections. */
  full: number
  /** Requests and upgrades answered with 429: their address has too many. */
  tooMany: number
}

/** The reason why a request or an upgrade is not served. */
export interface HttpRefusal {
  readonly status: 403 | 429 | 503
  /** A sentence in ASCII. */
  readonly sentence: string
}

const FULL: HttpRefusal = { status: 503, sentence: 'this server has too many connections' }
const TOO_MANY: HttpRefusal = { status: 429, sentence: 'too many connections from this address' }

export function sendRefusal(response: ServerResponse, { status, sentence }: HttpRefusal): void {
  response.writeHead(status, { Connection: 'close', 'Content-Type': 'text/plain' }).end(sentence)
}

/** Limits the connections of an HTTP server, in total and by address. Throws `misuse` for an invalid limit. */
export class Gate {
  readonly stats: GateStats = { cut: 0, full: 0, tooMany: 0 }
  readonly #most: number
  readonly #mostOfAddress: number
  readonly #options: GateOptions
  /** Each socket with the address that it is counted by; '' for none. */
  readonly #sockets = new Map<Socket, string>()
  /** Sockets that came when the limit was reached. */
  readonly #over = new WeakSet<Socket>()
  readonly #socketsOf = new Map<string, number>()
  readonly #responsesOf = new Map<string, number>()
  readonly #addresses = new WeakMap<IncomingMessage, string>()
  /** The number of requests of a connection that wait for their responses. */
  readonly #pipelined = new WeakMap<Socket, number>()
  /** Addresses that cannot open new connections for now. */
  readonly #barred = new Set<string>()
  /** One listener for the end of all sockets, because a listener per socket would take memory. */
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

  get connections(): number {
    return this.#sockets.size
  }

  /** Whether further connections get a 503. */
  get isFull(): boolean {
    return this.#sockets.size >= this.#most
  }

  /** Limits all connections of a server that belongs to us alone. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.#came(socket))
  }

  /** Returns the address under which a request is counted. */
  addressOf(request: IncomingMessage): string {
    const known = this.#addresses.get(request)
    if (known !== undefined) return known
    const address = countedAddress(this.#told(request) || (request.socket.remoteAddress ?? ''))
    this.#addresses.set(request, address)
    return address
  }

  /** Returns why an upgrade is refused; null when it may go on. */
  refusal(request: IncomingMessage): HttpRefusal | null {
    if (this.#isOver(request.socket)) return this.#count(FULL)
    return this.#options.counter.mayConnect(this.addressOf(request)) ? null : this.#count(TOO_MANY)
  }

  /** Counts the connection of an accepted upgrade, on a server that is shared with others. */
  upgraded({ socket }: IncomingMessage): void {
    if (!this.#sockets.has(socket)) this.#track(socket, '')
  }

  /** Whether a request may be served that `mayFollow` let through. If not, answers it. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
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
   * Whether a request may follow the earlier ones of its connection; if not, cuts it. Node emits every request in the 64 kB it
   * has read, even when the first one has the connection cut. That can keep rooms waiting for 50 ms, so the address is barred
   * for a while.
   */
  mayFollow(request: IncomingMessage, response: ServerResponse): boolean {
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

  /** Returns the address under which a socket is counted; '' behind a proxy, because all sockets come from the proxy. */
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
    return this.isFull
  }

  #told(request: IncomingMessage): string {
    try {
      const told: unknown = this.#options.addressOf?.(request)
      if (told instanceof Promise) told.catch(this.#options.onError)
      return typeof told === 'string' ? told : ''
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
