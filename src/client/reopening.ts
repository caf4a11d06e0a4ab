import type { Clock } from '../base/clock.ts'
import { Random } from '../base/random.ts'
import type { Ms } from '../base/units.ts'
import type { Link } from '../link/link.ts'

/** How long the server may take to answer before a returning client tries another link. `authenticate` may be slow. */
export const BACK_MS: Ms = 8000
/** How long the client waits before its second try, on average. Each later wait is twice as long, up to `MOST_WAIT_MS`. */
const FIRST_WAIT_MS: Ms = 250
const MOST_WAIT_MS: Ms = 2000
/** How long a link may take to open before the next try begins. */
const OPENING_MS: Ms = 4000
/** How long the client goes on trying. */
const GIVE_UP_MS: Ms = 60_000
/** So many servers in a row may send the client to another one at once. Before the next one it waits as after a failure. */
const MOST_HOPS = 3
/** After a connection that held for longer than this, the first try is made at once. Otherwise the waits go on growing. */
const HELD_MS: Ms = 5000
/** By what share a wait may be shorter or longer, so that a server's clients do not all come back at once. */
const JITTER = 0.5

/** Opens another link after one broke: at once, then after growing waits, each up to half longer or shorter at random. */
export class Reopening {
  readonly #clock: Clock
  readonly #open: (address?: string) => PromiseLike<Link>
  readonly #found: (link: Link) => void
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

  /**
   * `found` is called with each link that opened. By default, `random` is seeded with the clock's microseconds, which differ
   * between pages because each page counts from its own start.
   */
  constructor(
    clock: Clock,
    open: (address?: string) => PromiseLike<Link>,
    found: (link: Link) => void,
    random: Pick<Random, 'between'> = new Random(clock.nowMs() * 1000),
  ) {
    this.#clock = clock
    this.#open = open
    this.#found = found
    this.#random = random
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
    this.#undoTry = this.#clock.after(OPENING_MS, () => this.tryAgain())
    this.#open(address).then(
      (link) => {
        if (id !== this.#newest) return link.close('left')
        this.#undo()
        this.#found(link)
      },
      () => id === this.#newest && this.tryAgain(),
    )
  }

  #undo(): void {
    this.#newest++
    this.#undoTry()
  }
}
