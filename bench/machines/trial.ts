import { setTimeout as passing } from 'node:timers/promises'
import { Random } from '../../src/base/random.ts'
import { RedisServer } from '../../test/support/redis-server.ts'
import { CourierClient } from './courier-client.ts'
import { Machine } from './machine.ts'
import type { RoomReport } from './server-process.ts'

/** The time between two looks for clients whose next frame is due. Frames of real clients do not come all at once. */
const LOOK_MS = 4

export interface TrialOptions {
  readonly machines: number
  readonly rooms: number
  readonly clients: number
  readonly checkpointMs: number
  readonly frameHz: number
  readonly seed: number
  /** Called with a line for each thing that happens. */
  readonly note: (line: string) => void
}

/** What clients and servers disagree on at a moment at which nobody plays any more. */
export interface Settled {
  /** Players who are in no room, or in more than one; and rooms that run in no process, or in more than one. */
  readonly playersLost: number
  readonly playersTwice: number
  readonly roomsLost: number
  readonly roomsTwice: number
  /** Clients whose session is not open. */
  readonly away: number
  /** Taps that were made and not counted, or counted and not made; messages that did not come back; and any other fault. */
  readonly tapsOff: number
  readonly messagesOff: number
  readonly faults: readonly string[]
}

/** Several machines with one Redis, and clients that play in their rooms. */
export class Trial {
  readonly machines: Machine[] = []
  readonly clients: CourierClient[] = []
  readonly redis: RedisServer
  readonly random: Random
  readonly #options: TrialOptions
  #timer: NodeJS.Timeout | undefined
  /** When the next frame of each client is due. */
  readonly #dueMs: number[] = []
  #isPlaying = true
  #isCounting = true

  private constructor(redis: RedisServer, options: TrialOptions) {
    this.redis = redis
    this.random = new Random(options.seed)
    this.#options = options
  }

  /** Starts everything, and resolves when all clients are in their rooms. `redisPath`: the program of Redis. */
  static async start(options: TrialOptions, redisPath?: string): Promise<Trial> {
    const trial = new Trial(await RedisServer.start(redisPath), options)
    try {
      await trial.#begin()
      return trial
    } catch (error) {
      await trial.end()
      throw error
    }
  }

  async #begin(): Promise<void> {
    const { machines, rooms, clients, checkpointMs, frameHz } = this.#options
    for (let left = machines; left > 0; left--)
      this.machines.push(await Machine.start(this.redis.port, checkpointMs))
    const addresses = this.machines.map(({ url }) => url)
    this.#timer = setInterval(() => this.#frame(1000 / frameHz), LOOK_MS)
    for (let n = 0; n < clients; n++)
      this.clients.push(await CourierClient.join(`c${n}`, `r${n % rooms}`, addresses, n))
    this.#options.note(`${clients} clients play in ${rooms} rooms of ${machines} processes`)
  }

  #frame(frameMs: number): void {
    for (const [n, client] of this.clients.entries()) {
      const nowMs = performance.now()
      const dueMs = (this.#dueMs[n] ??= nowMs + (frameMs * n) / this.#options.clients)
      if (dueMs > nowMs) continue
      this.#dueMs[n] = Math.max(dueMs + frameMs, nowMs)
      client.frame(nowMs, this.#isPlaying)
    }
  }

  /** Lets time pass. */
  play(ms: number): Promise<void> {
    return passing(ms)
  }

  /** Forgets the freezes so far. */
  beginWatch(): void {
    for (const client of this.clients) client.beginWatch()
  }

  /** The longest freeze since `beginWatch` of each client whose number is asked for, sorted. */
  freezesMs(isAsked: (n: number) => boolean): number[] {
    const asked = this.clients.filter((_, n) => isAsked(n))
    return asked.map(({ longestFreezeMs }) => longestFreezeMs).sort((a, b) => a - b)
  }

  /** The rooms of all processes that are up. */
  async rooms(): Promise<RoomReport[]> {
    const up = this.machines.filter((machine) => machine.isUp)
    const reports = await Promise.all(up.map((machine) => machine.ask('rooms')))
    return reports.flatMap(({ rooms }) => rooms)
  }

  /** Lets the clients fall silent, and waits until everything that they sent has arrived, for `mostMs`. */
  async settle(mostMs: number): Promise<Settled> {
    this.#isPlaying = false
    const untilMs = performance.now() + mostMs
    let settled = await this.#compare()
    while (!isGood(settled, this.#isCounting) && performance.now() < untilMs) {
      await passing(250)
      settled = await this.#compare()
    }
    this.#isPlaying = true
    return settled
  }

  async #compare(): Promise<Settled> {
    const rooms = await this.rooms()
    const inRooms = count(rooms.flatMap(({ names }) => names))
    const keys = count(rooms.map(({ key }) => key))
    const taps = Object.assign({}, ...rooms.map((room) => room.taps)) as Record<string, number>
    const { clients } = this
    const tapsOff = clients.map(({ name, taps: made }) => Math.abs(made - (taps[name] ?? 0)))
    const messagesOff = clients.map(({ sent, heard }) => Math.abs(sent - heard))
    return {
      playersLost: clients.filter(({ name }) => !inRooms.has(name)).length,
      playersTwice: clients.filter(({ name }) => (inRooms.get(name) ?? 0) > 1).length,
      roomsLost: this.#keys.filter((key) => !keys.has(key)).length,
      roomsTwice: [...keys.values()].filter((n) => n > 1).length,
      away: clients.filter(({ session }) => session.state !== 'open').length,
      tapsOff: sum(tapsOff),
      messagesOff: sum(messagesOff),
      faults: [
        ...rooms.flatMap((room) => room.faults),
        ...clients.flatMap((client) => client.faults),
      ],
    }
  }

  /** From now on, only owners and places are compared: a room that goes on from a checkpoint has forgotten the last taps. */
  stopCounting(): void {
    this.#isCounting = false
  }

  /** The rooms in which clients play. */
  get #keys(): string[] {
    return [...new Set(this.clients.map(({ room }) => `courier/${room}`))]
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    for (const { session } of this.clients) session.close()
    await Promise.all(this.machines.map((machine) => machine.kill()))
    await this.redis.kill()
  }
}

function isGood(
  { faults, tapsOff, messagesOff, ...owners }: Settled,
  isCounting: boolean,
): boolean {
  if (isCounting && (faults.length > 0 || tapsOff + messagesOff > 0)) return false
  return Object.values(owners).every((n) => n === 0)
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0)
