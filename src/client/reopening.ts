import type { Clock } from '../base/clock.ts'
import { Random } from '../base/random.ts'
import { atMost } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import type { Link } from '../link/link.ts'

/** How long the server may take to answer before a returning client tries another link. `authenticate` may be slow. */
export const BACK_MS: Ms = 8000
/** How long the client waits before its second try, on average. Each later wait is twice as long, up to `MOST_WAIT_MS`. */
const FIRST_WAIT_MS: Ms = 250
const MOST_WAIT_MS: Ms = 2000
/** How long a link may take to open before the next try begins. */
const OPENING_MS: Ms = 4000
/** How long a token may take before the next try begins. */
const TOKEN_MS: Ms = 15_000
/** How long the client goes on trying. */
const GIVE_UP_MS: Ms = 60_000
/** So many servers in a row may send the client to another one at once. Before the next one it waits as after a failure. */
const MOST_HOPS = 3
/** After a connection that held for longer than this, the first try is made at once. Otherwise the waits go on growing. */
const HELD_MS: Ms = 5000
/** By what share a wait may be shorter or longer, so that a server's clients do not all come back at once. */
const JITTER = 0.5

/** What a client shows to `authenticate`: a text, or what returns one for each attempt. */
export type Token = string | (() => string | PromiseLike<string>) | undefined

/**
 * Calls `use` with the text of a token, at once if it is one already. Calls `failed` if there is none, or with what the promise of
 * `use` rejects with.
 */
export function withToken(
  token: Token,
  use: (text: string) => unknown,
  failed: (error: unknown) => void,
): void {
  const checked = (text: string) => use(atMost(4095, text, 'token'))
  const used =
    typeof token === 'function' ? Promise.resolve().then(token).then(checked) : checked(token ?? '')
  Promise.resolve(used).catch(failed)
}

export interface ReopeningOptions {
  readonly open: (address?: string) => PromiseLike<Link>
  readonly token: Token
  /** Called with each link that opened, and with the token that was made for it. */
  readonly found: (link: Link, token: string) => void
  /** Default: seeded with the clock's microseconds, which differ between pages because each page counts from its own start. */
  readonly random?: Pick<Random, 'between'>
}

/** Opens another link after one broke: at once, then after growing waits, each up to half longer or shorter at random. */
export class Reopening {
  readonly #clock: Clock
  readonly #options: ReopeningOptions
  readonly #random: Pick<Random, 'between'>
  /** Whether it tries at present. */
  isTrying = false
  /** How many servers in a row have sent the client to another one. */
  #hops = 0
  #waitMs: Ms = 0
  #openedAtMs: Ms = Number.NEGATIVE_INFINITY
  /** The number of the newest try. A link that an earlier try opens comes too late. */
  #newest = 0
  #undoTry: () => void = () => {}
  #undoEnd: () => void = () => {}

  constructor(clock: Clock, options: ReopeningOptions) {
    this.#clock = clock
    this.#options = options
    this.#random = options.random ?? new Random(clock.nowMs() * 1000)
  }

  /** Begins to try, first at `address` if there is one. Calls `giveUp` after 60 s unless `stop` is called before. */
  begin(giveUp: () => void, address?: string): void {
    if (this.#clock.nowMs() - this.#openedAtMs > HELD_MS) this.#waitMs = 0
    this.isTrying = true
    this.#undoEnd = this.#clock.after(GIVE_UP_MS, giveUp)
    this.tryAgain(address)
  }

  /** Tries once more, because the last try led to nothing, or to another server, which is at `address`. */
  tryAgain(address?: string): void {
    this.#undo()
    const isHop = address !== undefined && this.#hops < MOST_HOPS
    this.#hops = isHop ? this.#hops + 1 : 0
    const meanMs = address === undefined ? this.#waitMs : this.#waitMs || FIRST_WAIT_MS
    const waitMs = isHop ? 0 : meanMs * this.#random.between(1 - JITTER, 1 + JITTER)
    const id = this.#newest
    this.#undoTry = this.#clock.after(waitMs, () => this.#try(id, address))
    if (!isHop) this.#waitMs = Math.min(MOST_WAIT_MS, this.#waitMs * 2 || FIRST_WAIT_MS)
  }

  /** Stops trying: there is a connection again, or none is wanted. */
  stop(): void {
    this.isTrying = false
    this.#hops = 0
    this.#openedAtMs = this.#clock.nowMs()
    this.#undo()
    this.#undoEnd()
  }

  #try(id: number, address: string | undefined): void {
    const { open, token, found } = this.#options
    const failed = () => id === this.#newest && this.tryAgain()
    const limit = (ms: Ms) => {
      this.#undoTry()
      this.#undoTry = this.#clock.after(ms, failed)
    }
    const openWith = (text: string) => {
      if (id !== this.#newest) return
      limit(OPENING_MS)
      return open(address).then((link) => {
        if (id !== this.#newest) return link.close('left')
        this.#undo()
        found(link, text)
      }, failed)
    }
    limit(TOKEN_MS)
    withToken(token, openWith, failed)
  }

  #undo(): void {
    this.#newest++
    this.#undoTry()
  }
}
