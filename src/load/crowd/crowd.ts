import { mixSeed, Random } from '../../base/random.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { LinkKind } from '../../link/link.ts'
import { realClock } from '../../net/real-clock.ts'
import type { LoadBot } from '../bot.ts'
import { count } from '../histogram.ts'
import { LoadClient } from './load-client.ts'
import { emptyTally, type Tally } from './tally.ts'

/** The clients of a run. Plain data, which processes are sent. */
export interface CrowdPlan {
  /** The server's address, with a path. */
  readonly url: string
  readonly link: LinkKind
  readonly clients: number
  /** Clients in a room. The rooms are load-1, load-2 and so on. */
  readonly roomSize: number
  /** How long it takes until the last client is due to join. */
  readonly rampSeconds: number
  /** Display frames of each client per second. */
  readonly fps: number
  readonly seed: number
}

/** Which clients a process has: every `of`th of them, from the client `part` on. */
export interface Share {
  readonly part: number
  readonly of: number
}

/** Frames and joins that are due are run this often. */
const TURN_MS: Ms = 4

/** The room of a client. */
export const roomOf = (client: number, { roomSize }: Pick<CrowdPlan, 'roomSize'>): string =>
  `load-${Math.floor(client / roomSize) + 1}`

interface Member {
  readonly client: LoadClient
  readonly joinMs: Ms
  frameMs: Ms
}

/** The clients of one process, in real time. Each has a moment of its own within the interval of its frames. */
export class Crowd {
  readonly #members: Member[]
  readonly #frameMs: Ms
  readonly #startedMs = realClock.nowMs()
  #tally = emptyTally()
  /** Members before this one have begun to join. */
  #begun = 0
  #turnMs: Ms = this.#startedMs
  #cancelTurn: () => void
  #takenMs: Ms = this.#startedMs
  #cpu = process.cpuUsage()

  /** Begins at once. */
  constructor(bot: LoadBot<AnyGame>, plan: CrowdPlan, { part, of }: Share = { part: 0, of: 1 }) {
    const { clients, rampSeconds, seed, url, link } = plan
    const shared = { bot, url, link, tally: () => this.#tally }
    this.#frameMs = 1000 / plan.fps
    this.#members = []
    for (let n = part; n < clients; n += of) {
      const random = new Random(mixSeed(seed, n))
      const joinMs = this.#startedMs + (n / clients) * rampSeconds * 1000
      const client = new LoadClient(shared, n, roomOf(n, plan), random)
      this.#members.push({ client, joinMs, frameMs: joinMs + random.next() * this.#frameMs })
    }
    this.#cancelTurn = realClock.after(0, () => this.#turn())
  }

  /** What has happened since the last call. `isLast`: whether the run is over, so that gaps which are still open count. */
  take(isLast: boolean): Tally {
    const nowMs = realClock.nowMs()
    if (isLast) for (const { client } of this.#members) client.countSilence(nowMs)
    const tally = this.#tally
    this.#tally = emptyTally()
    const { user, system } = process.cpuUsage(this.#cpu)
    this.#cpu = process.cpuUsage()
    const cpu = (user + system) / 1000 / (nowMs - this.#takenMs)
    this.#takenMs = nowMs
    for (const { client } of this.#members) {
      tally.now[client.state]++
      if (client.isOnDatagrams) tally.now.onDatagrams++
    }
    return Object.assign(tally, { cpu, busiestCpu: cpu })
  }

  /** All clients leave. */
  stop(): void {
    this.#cancelTurn()
    for (const { client } of this.#members) client.leave()
  }

  #turn(): void {
    const nowMs = realClock.nowMs()
    count(this.#tally.loopDelayMs, nowMs - this.#turnMs)
    this.#turnMs = nowMs + TURN_MS
    this.#cancelTurn = realClock.after(TURN_MS, () => this.#turn())
    for (let next = this.#members[this.#begun]; next && next.joinMs <= nowMs; ) {
      void next.client.join()
      next = this.#members[++this.#begun]
    }
    for (let i = 0; i < this.#begun; i++) {
      const member = this.#members[i]!
      if (member.frameMs > nowMs) continue
      // After a delay, a client draws one frame, as a page does.
      while (member.frameMs <= nowMs) member.frameMs += this.#frameMs
      member.client.frame(nowMs)
    }
  }
}
