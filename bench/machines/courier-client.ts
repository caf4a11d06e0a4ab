import { Session } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import type { Clock, Link } from 'glissade/parts'
import { realClock } from '../../src/net/real-clock.ts'
import { courier } from './game.ts'

const { game } = courier
const TELL_EVERY = 8

/** What a client reaches servers by. */
export interface Surroundings {
  readonly clock: Clock
  open(url: string): Promise<Link>
}

const REAL: Surroundings = { clock: realClock, open: connectWebSocket }

/** A player who runs, taps, sends numbered messages, and notices what is lost. */
export class CourierClient {
  readonly name: string
  readonly room: string
  readonly session: Session<typeof game>
  /** Taps made, messages sent, and messages that came back. */
  taps = 0
  sent = 0
  heard = 0
  readonly faults: string[] = []
  /** Why the session has ended. */
  ended = ''
  /** The longest time for which the runner of somebody else did not move on display, since `beginWatch`. */
  longestFreezeMs = 0
  #movedAtMs = Number.NaN
  #shownX = Number.NaN
  #frames = 0
  readonly #addresses: readonly string[]
  readonly #surroundings: Surroundings
  #turn: number
  #url: string

  private constructor(
    name: string,
    room: string,
    addresses: readonly string[],
    turn: number,
    surroundings: Surroundings,
    link: Link,
  ) {
    this.name = name
    this.room = room
    this.#addresses = addresses
    this.#surroundings = surroundings
    this.#turn = turn
    this.#url = addresses[turn % addresses.length]!
    this.session = new Session(game, link, surroundings.clock, {
      room,
      profile: { name },
      reopen: (moved) => this.#open(moved),
    })
    this.session.input.right = true
    this.session.onClose((reason, detail) => {
      this.ended = `${reason}: ${detail}`
    })
    this.session.onMessage((n) => {
      if (n !== this.heard + 1) this.faults.push(`${name} heard ${n} after ${this.heard}`)
      this.heard = n as number
    })
  }

  /** `turn`: which of the addresses it tries first. */
  static async join(
    name: string,
    room: string,
    addresses: readonly string[],
    turn: number,
    surroundings: Surroundings = REAL,
  ): Promise<CourierClient> {
    const link = await surroundings.open(addresses[turn % addresses.length]!)
    const client = new CourierClient(name, room, addresses, turn, surroundings, link)
    await client.session.joined
    return client
  }

  /** As `connect` does: where the server says, or where the last link was, or at the next address. */
  async #open(moved: string | undefined): Promise<Link> {
    if (moved !== undefined) this.#url = moved.endsWith('/glissade') ? moved : `${moved}/glissade`
    try {
      return await this.#surroundings.open(this.#url)
    } catch (error) {
      this.#url = this.#addresses[++this.#turn % this.#addresses.length]!
      throw error
    }
  }

  /** Runs a frame. `isPlaying`: whether it still taps and sends. */
  frame(nowMs: number, isPlaying: boolean): void {
    const { session } = this
    if (isPlaying && session.state === 'open' && ++this.#frames % TELL_EVERY === 0) {
      session.input.tap = true
      this.taps++
      this.sent++
      session.send({ name: this.name, n: this.sent })
    }
    session.frame(nowMs)
    const other = session.entities('runner').find(({ mine }) => !mine)
    if (!other || other.x === this.#shownX) return
    this.#shownX = other.x
    if (nowMs - this.#movedAtMs > this.longestFreezeMs)
      this.longestFreezeMs = nowMs - this.#movedAtMs
    this.#movedAtMs = nowMs
  }

  beginWatch(): void {
    this.longestFreezeMs = 0
  }
}
