import { Session } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import type { Clock, Link } from 'glissade/parts'
import { opener } from '../../src/client/opener.ts'
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

  private constructor(
    name: string,
    room: string,
    link: Link,
    clock: Clock,
    reopen: (moved?: string) => Promise<Link>,
  ) {
    this.name = name
    this.room = room
    this.session = new Session(game, link, clock, {
      room,
      profile: { name },
      reopen,
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

  /** Joins as `connect` does. `turn`: which of the addresses it tries first. */
  static async join(
    name: string,
    room: string,
    addresses: readonly string[],
    turn: number,
    { clock, open }: Surroundings = REAL,
  ): Promise<CourierClient> {
    const first = turn % addresses.length
    const reopen = opener([...addresses.slice(first), ...addresses.slice(0, first)], open)
    const client = new CourierClient(name, room, await reopen(), clock, reopen)
    await client.session.joined
    return client
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
