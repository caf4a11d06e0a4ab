import { setTimeout as passing } from 'node:timers/promises'
import type { Bot, Dialect } from './bots.ts'
import { RATE_HZ, ROOM_SIZE } from './movement.ts'
import type { ServerProcess } from './process.ts'
import { Steering } from './steering.ts'

/** What a server has used in one stretch. */
export interface Stretch {
  /** Time of its processor for each client and second. */
  readonly cpuMs: number
  /** To each client, each second. */
  readonly bytes: number
  readonly updates: number
  /** Of each player, each second. */
  readonly steps: number
  /** How late the clients have sent their inputs, on average: high on a machine that is too busy to tell anything. */
  readonly lateMs: number
}

/** So many join at once. */
const JOINING = 50
const SETTLE_MS = 2000
/** What is due is sent this often: clients are spread over the interval of their inputs. */
const SENDING_EVERY_MS = 5
/** How long the server has to see that all have left. */
const LEAVING_MS = 500

/** A direction that ends in a corner within this time. */
const IDLE_HEADING = 4
const IDLE_SETTLE_MS = 13_000

let stretches = 0

/** How clients play if they do not fill rooms of 50 and move about. */
export interface Play {
  /** Clients in a room. Default 50. */
  readonly roomSize?: number
  /** Packets a second from clients that stand in a corner, a divisor of `RATE_HZ`. Default: they move about. */
  readonly idleHz?: number
}

/** Lets clients join rooms, play until everything is steady, and play on for the time that is measured. */
export async function playStretch(
  server: ServerProcess,
  dialect: Dialect,
  clients: number,
  seconds: number,
  { roomSize = ROOM_SIZE, idleHz }: Play = {},
): Promise<Stretch> {
  const stretch = ++stretches
  const crowd = new Crowd(server, dialect, idleHz)
  try {
    await crowd.join(clients, (n) => `${stretch}-${Math.floor(n / roomSize)}`)
    await passing(idleHz === undefined ? SETTLE_MS : IDLE_SETTLE_MS)
    const before = await server.used()
    const receivedBefore = crowd.received
    crowd.restart()
    await passing(1000 * seconds)
    const after = await server.used()
    const receivedAfter = crowd.received
    const clientSeconds = (clients * (after.nowMs - before.nowMs)) / 1000
    return {
      cpuMs: (after.cpuMs - before.cpuMs) / clientSeconds,
      bytes: (receivedAfter.bytes - receivedBefore.bytes) / clientSeconds,
      updates: (receivedAfter.updates - receivedBefore.updates) / clientSeconds,
      steps: (after.steps - before.steps) / clientSeconds,
      lateMs: crowd.lateMs,
    }
  } finally {
    await crowd.leave()
  }
}

/** Clients of one server, each of which sends its inputs at its own moment of the interval, from its joining on. */
export class Crowd {
  readonly #server: ServerProcess
  readonly #dialect: Dialect
  readonly #isIdle: boolean
  /** How many inputs a packet has. */
  readonly #inputs: number
  readonly #bots: Bot[] = []
  readonly #steerings: Steering[] = []
  readonly #dueMs: number[] = []
  readonly #timer = setInterval(() => this.#send(), SENDING_EVERY_MS)
  #sent = 0
  #lateMs = 0

  /** `idleHz`: as in `Play`. */
  constructor(server: ServerProcess, dialect: Dialect, idleHz?: number) {
    this.#server = server
    this.#dialect = dialect
    this.#isIdle = idleHz !== undefined
    this.#inputs = Math.max(1, Math.round(RATE_HZ / (idleHz ?? RATE_HZ)))
  }

  /** Lets this many more join; `roomOf`: the room of the `n`th of these. */
  async join(count: number, roomOf: (n: number) => string): Promise<void> {
    for (let from = 0; from < count; from += JOINING) {
      const joining = Array.from({ length: Math.min(JOINING, count - from) }, (_, i) =>
        this.#dialect.join(this.#server.port, roomOf(from + i)),
      )
      this.#bots.push(...(await Promise.all(joining)))
    }
  }

  /** What they have received so far. */
  get received(): { readonly bytes: number; readonly updates: number } {
    let bytes = 0
    let updates = 0
    for (const bot of this.#bots) {
      bytes += bot.bytes
      updates += bot.updates
    }
    return { bytes, updates }
  }

  /** How late the inputs since the restart were, on average. */
  get lateMs(): number {
    return this.#lateMs / this.#sent
  }

  /** From here on lateness counts. */
  restart(): void {
    this.#sent = 0
    this.#lateMs = 0
  }

  /** All leave; resolves when the server has seen it. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    for (const bot of this.#bots) bot.close()
    await passing(LEAVING_MS)
  }

  #send(): void {
    const nowMs = performance.now()
    const intervalMs = (1000 * this.#inputs) / RATE_HZ
    for (let i = 0; i < this.#bots.length; i++) {
      this.#steerings[i] ??= new Steering(i + 1)
      this.#dueMs[i] ??= nowMs + ((i * 7919) % 1000) * (intervalMs / 1000)
      for (; this.#dueMs[i]! <= nowMs; this.#dueMs[i]! += intervalMs) {
        const heading = this.#isIdle ? IDLE_HEADING : this.#steerings[i]!.next()
        this.#bots[i]!.send(heading, this.#inputs)
        this.#sent++
        this.#lateMs += nowMs - this.#dueMs[i]!
      }
    }
  }
}
