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
const INPUT_MS = 1000 / RATE_HZ
/** How long the server has to see that all have left. */
const LEAVING_MS = 500

let stretches = 0

/** Lets clients join rooms of 50, play until all is even, and play on for so long while it is measured. */
export async function playStretch(
  server: ServerProcess,
  dialect: Dialect,
  clients: number,
  seconds: number,
): Promise<Stretch> {
  const stretch = ++stretches
  const bots: Bot[] = []
  const sending = new Sending(bots)
  try {
    while (bots.length < clients) {
      const joining = Math.min(JOINING, clients - bots.length)
      const joined = Array.from({ length: joining }, (_, i) => {
        const room = `${stretch}-${Math.floor((bots.length + i) / ROOM_SIZE)}`
        return dialect.join(server.port, room)
      })
      bots.push(...(await Promise.all(joined)))
    }
    await passing(SETTLE_MS)
    const before = await server.used()
    const receivedBefore = received(bots)
    sending.restart()
    await passing(1000 * seconds)
    const after = await server.used()
    const receivedAfter = received(bots)
    const clientSeconds = (clients * (after.nowMs - before.nowMs)) / 1000
    return {
      cpuMs: (after.cpuMs - before.cpuMs) / clientSeconds,
      bytes: (receivedAfter.bytes - receivedBefore.bytes) / clientSeconds,
      updates: (receivedAfter.updates - receivedBefore.updates) / clientSeconds,
      steps: (after.steps - before.steps) / clientSeconds,
      lateMs: sending.lateMs,
    }
  } finally {
    sending.stop()
    for (const bot of bots) bot.close()
    await passing(LEAVING_MS)
  }
}

function received(bots: readonly Bot[]): { bytes: number; updates: number } {
  let bytes = 0
  let updates = 0
  for (const bot of bots) {
    bytes += bot.bytes
    updates += bot.updates
  }
  return { bytes, updates }
}

/** Has all clients send their inputs, each at its own moment of the interval, also those who come later. */
class Sending {
  readonly #bots: readonly Bot[]
  readonly #steerings: Steering[] = []
  readonly #dueMs: number[] = []
  readonly #timer = setInterval(() => this.#send(), SENDING_EVERY_MS)
  #sent = 0
  #lateMs = 0

  constructor(bots: readonly Bot[]) {
    this.#bots = bots
  }

  /** How late those since the restart were, on average. */
  get lateMs(): number {
    return this.#lateMs / this.#sent
  }

  restart(): void {
    this.#sent = 0
    this.#lateMs = 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #send(): void {
    const nowMs = performance.now()
    for (let i = 0; i < this.#bots.length; i++) {
      this.#steerings[i] ??= new Steering(i + 1)
      this.#dueMs[i] ??= nowMs + ((i * 7919) % 1000) * (INPUT_MS / 1000)
      for (; this.#dueMs[i]! <= nowMs; this.#dueMs[i]! += INPUT_MS) {
        this.#bots[i]!.send(this.#steerings[i]!.next())
        this.#sent++
        this.#lateMs += nowMs - this.#dueMs[i]!
      }
    }
  }
}
