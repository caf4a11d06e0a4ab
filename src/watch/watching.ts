import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Link } from '../link/link.ts'
import { sendRefusal } from '../net/gate.ts'
import { errorPlace } from '../server/world/hooks.ts'
import { type Answer, addressOfRequest, isReading, send, sendNotAllowed } from './answers.ts'
import { Bearer } from './bearer.ts'
import { CountedLink } from './counted-link.ts'
import { loadMetrics, type Metrics } from './metrics.ts'
import { Monitor } from './monitor.ts'
import type { WatchOptions } from './options.ts'
import type { WatchedServer } from './watched-server.ts'

/** Headers that proxies add. A request with one of them comes from elsewhere, although its socket is local. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

/** What a server can tell of itself. */
export interface Health {
  /** Why the server accepts no new players; null: it does. */
  readonly unready: string | null
  readonly rooms: number
  /** Players in all rooms, those included whose connection broke and whose place is kept. */
  readonly players: number
  /** Open connections. */
  readonly connections: number
  /** How long the process has run. */
  readonly uptimeSeconds: number
}

/** What the options of a server have switched on. */
interface Parts {
  readonly metrics: Metrics | undefined
  /** Checks the token for the metrics; undefined: this machine may read. */
  readonly metricsBearer: Bearer | undefined
  readonly monitor: Monitor | undefined
}

/** Everything that shows a server to those who run it: health, metrics and the monitor page. */
export class Watching {
  readonly #server: WatchedServer
  readonly #parts: Parts

  /** Loads what the options need. Rejects with `misuse` for a short token, and without `prom-client` if it is needed. */
  static async load(options: WatchOptions, server: WatchedServer): Promise<Watching> {
    const { metrics = false, monitor } = options
    const hasToken = typeof metrics === 'object'
    return new Watching(server, {
      metricsBearer: hasToken ? new Bearer(metrics.token, 'metrics.token') : undefined,
      monitor: monitor && new Monitor(server, monitor.token),
      metrics: metrics === false ? undefined : await loadMetrics(server),
    })
  }

  private constructor(server: WatchedServer, parts: Parts) {
    this.#server = server
    this.#parts = parts
  }

  get health(): Health {
    const { lobby, readiness } = this.#server
    const { rooms } = lobby
    let players = 0
    for (const room of rooms.values()) players += room.players.length
    return {
      unready: readiness.reason,
      rooms: rooms.size,
      players,
      connections: this.#server.connections(),
      uptimeSeconds: process.uptime(),
    }
  }

  /** Returns the link through which a connection is counted, if anything shows such counts. */
  linkOf(link: Link, address: string): Link {
    return this.#parts.monitor ? new CountedLink(link, address, performance.now()) : link
  }

  /** Answers `/healthz` and `/readyz`. Returns false, and writes nothing, for every other path. */
  answerHealth(request: IncomingMessage, response: ServerResponse): boolean {
    return this.#server.readiness.answer(request, response)
  }

  /** Answers every request that this class knows an answer to. Returns false, and writes nothing, for every other one. */
  watch(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.answerHealth(request, response)) return true
    if (!this.covers(request)) return false
    const refusal = this.#server.hostRefusal(request)
    if (refusal) sendRefusal(response, refusal)
    else this.answer(request, response)
    return true
  }

  /** Whether `answer` answers this request. */
  covers(request: IncomingMessage): boolean {
    const { path } = addressOfRequest(request)
    return path === '/metrics'
      ? this.#parts.metrics !== undefined
      : this.#parts.monitor?.covers(path) === true
  }

  /** Answers a request that `covers` has let through: for `/metrics`, or for the monitor page. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    const address = this.#server.addressOf(request)
    const { path } = addressOfRequest(request)
    if (path !== '/metrics') return this.#parts.monitor?.answer(request, response, address)
    const refusal = this.#metricsRefusal(request, address)
    if (!isReading(request)) sendNotAllowed(request, response, 'GET, HEAD')
    else if (refusal) send(request, response, refusal)
    else if (this.#parts.metrics) this.#sendMetrics(this.#parts.metrics, request, response)
  }

  /** Begins to keep a history of the process, if there is a monitor page. */
  start(): void {
    this.#parts.monitor?.start()
  }

  stop(): void {
    this.#parts.monitor?.stop()
  }

  #metricsRefusal(request: IncomingMessage, address: string): Answer | null {
    if (this.#parts.metricsBearer)
      return this.#parts.metricsBearer.refusal(request, address, performance.now())
    const isLocal = isLoopback(request.socket.remoteAddress ?? '') && isLoopback(address)
    return isLocal && !FORWARDED.some((name) => name in request.headers) ? null : LOCAL_ONLY
  }

  #sendMetrics({ type, text }: Metrics, request: IncomingMessage, response: ServerResponse): void {
    text().then(
      (body) => send(request, response, { status: 200, type, body }),
      (error) => {
        this.#server.journal.failed(error, errorPlace())
        send(request, response, { status: 500, body: 'the metrics could not be collected\n' })
      },
    )
  }
}

const LOCAL_ONLY: Answer = {
  status: 403,
  body: "only this machine may read the metrics: give the option 'metrics' of serve a token\n",
}

/** Whether an address is of this machine, as a socket names it or as it is counted. */
function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$|^0:0:0:0::\/64$/.test(address)
}
