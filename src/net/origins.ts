import type { IncomingMessage, Server } from 'node:http'
import { isIP } from 'node:net'
import { misuse } from '../base/settings.ts'
import type { HttpRefusal } from './gate.ts'

/**
 * The pages that may open WebSockets: origins as browsers write them, such as `https://game.example`, or a function that
 * returns true for each origin it lets in. Sandboxed frames and pages from files have the origin `null`.
 */
export type AllowedOrigins =
  | readonly string[]
  | ((origin: string, request: IncomingMessage) => boolean)

export interface OriginsOptions {
  /** Default: pages of the same host. */
  readonly origins?: AllowedOrigins | undefined
  /** The name that the server was told to listen on. `Host` may contain it. */
  readonly host?: string | undefined
  /** Called with the errors of the function in `origins`. The page is then refused. */
  readonly onError: (error: unknown) => void
}

/** What was answered with 403 since the start. */
export interface OriginStats {
  /** Upgrades requested by pages that may not join. */
  foreignOrigins: number
  /** Requests and upgrades whose `Host` is not a name of the server. */
  unknownHosts: number
}

const FOREIGN: HttpRefusal = {
  status: 403,
  sentence: "pages of this origin may not join: add it to the option 'origins' of serve",
}
const UNKNOWN: HttpRefusal = {
  status: 403,
  sentence:
    "this server does not go by this name: list its origin in the option 'origins' of serve",
}

/**
 * Decides which pages may join. Without a list or a function, pages of the same host may join, whatever their port, because
 * cookies ignore ports too. All names of this machine are one host. Clients that send no `Origin` are let in: a browser
 * always sends one, and the author of a client can send any.
 *
 * A stranger's page can make its own name point at this machine, and then counts as the same host (DNS rebinding). A server
 * that only this machine reaches therefore accepts only names that no stranger can own, see `#isKnown`.
 */
export class Origins {
  readonly stats: OriginStats = { foreignOrigins: 0, unknownHosts: 0 }
  readonly #server: Server
  readonly #allowed: AllowedOrigins | undefined
  readonly #onError: (error: unknown) => void
  /** Names that `Host` may contain although a stranger could own them. */
  readonly #names = new Set<string>()
  #isLocal: boolean | undefined

  /** Checks requests to `server`. Throws `misuse` for a text that is not an origin. */
  constructor(server: Server, { origins, host, onError }: OriginsOptions) {
    this.#server = server
    this.#allowed = origins
    this.#onError = onError
    this.#names.add(hostName(host))
    if (origins === undefined || typeof origins === 'function') return
    for (const origin of origins) this.#names.add(originHost(checked(origin)))
  }

  /** Returns why an upgrade is refused; null when it may go on. */
  upgradeRefusal(request: IncomingMessage): HttpRefusal | null {
    const { origin, host } = request.headers
    if (origin === undefined) return null
    if (this.#allowed !== undefined) {
      if (this.#isNamed(origin, request)) return null
    } else {
      if (!this.#isKnown(host)) return this.#unknown()
      if (areSameHost(originHost(origin), hostName(host))) return null
    }
    this.stats.foreignOrigins++
    return FOREIGN
  }

  /** Returns why a request for a file is refused; null when it may go on. */
  requestRefusal({ headers: { host } }: IncomingMessage): HttpRefusal | null {
    if (typeof this.#allowed === 'function' || host === undefined || this.#isKnown(host))
      return null
    return this.#unknown()
  }

  #isNamed(origin: string, request: IncomingMessage): boolean {
    if (typeof this.#allowed !== 'function') return this.#allowed?.includes(origin) === true
    try {
      const isAllowed: unknown = this.#allowed(origin, request)
      if (isAllowed instanceof Promise) isAllowed.catch(this.#onError)
      return isAllowed === true
    } catch (error) {
      this.#onError(error)
      return false
    }
  }

  /**
   * Whether the server may be called by this name. A server that others can reach may have any name. A server on the loopback
   * interface may be called by the names of this machine, IP addresses, names without a dot (nobody can register them), its
   * own `host`, and the hosts of `origins`.
   */
  #isKnown(host: string | undefined): boolean {
    this.#isLocal ??= isLocal(this.#server)
    if (!this.#isLocal) return true
    const name = hostName(host)
    if (name === '') return false
    return isLoopback(name) || isAddress(name) || !name.includes('.') || this.#names.has(name)
  }

  #unknown(): HttpRefusal {
    this.stats.unknownHosts++
    return UNKNOWN
  }
}

/** Whether only this machine can reach a listening server. */
function isLocal(server: Server): boolean {
  const listening = server.address()
  if (listening === null || typeof listening === 'string') return false
  const address = listening.address.replace(/^::ffff:/i, '')
  return isLoopback(hostName(isIP(address) === 6 ? `[${address}]` : address))
}

function areSameHost(one: string, other: string): boolean {
  return one !== '' && (one === other || (isLoopback(one) && isLoopback(other)))
}

function isLoopback(name: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(name)
}

function isAddress(name: string): boolean {
  return isIP(name) !== 0 || name.startsWith('[')
}

/** Returns the name in a `Host`, without the port, as browsers write names; '' when there is none. */
function hostName(host = ''): string {
  if (/[^\w.:[\]-]/.test(host)) return ''
  const bare = isIP(host) === 6 ? `[${host}]` : host
  return URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname : ''
}

/** Returns the host of a page's origin; '' for an origin without a host. */
function originHost(origin: string): string {
  if (!URL.canParse(origin)) return ''
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' || protocol === 'https:' ? hostname : ''
}

/** Returns an origin that is written as browsers write it, or as an app's, such as `capacitor://localhost`. */
function checked(origin: string): string {
  const written = originHost(origin) === '' ? origin : new URL(origin).origin
  if (written === origin && /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/.test(origin)) return origin
  return misuse('an entry of origins', `'${origin}'`, `an origin such as '${exampleOf(written)}'`)
}

function exampleOf(written: string): string {
  return originHost(written) === '' ? 'https://game.example' : written
}
