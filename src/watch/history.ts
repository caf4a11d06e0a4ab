import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Ms } from '../base/units.ts'
import type { GameTotals } from './totals.ts'
import type { WatchedServer } from './watched-server.ts'

const EVERY_MS: Ms = 1000
/** Two minutes. */
const MOST_SAMPLES = 120
/** How often the event loop is looked at. Its histogram counts this time as a delay. */
const LOOP_EVERY_MS: Ms = 10

/** What a process did in one second. */
export interface Sample {
  /** Since the process started. */
  readonly atMs: Ms
  /** Processor time per second, of all threads: 1 is one processor. */
  readonly cpu: number
  /** Memory of the whole process, the resident set. */
  readonly memoryBytes: number
  /** The longest delay of the event loop in this second. */
  readonly loopDelayMs: Ms
  readonly rooms: number
  readonly connected: number
  readonly away: number
  readonly bytesInPerSecond: number
  readonly bytesOutPerSecond: number
  readonly lateTicksPerSecond: number
}

/** Counts that grow, as of one moment. */
interface Counts {
  readonly atMs: Ms
  readonly cpuMs: Ms
  readonly bytesIn: number
  readonly bytesOut: number
  readonly lateTicks: number
}

/** Takes a sample of the process each second, and keeps those of the last two minutes. */
export class History {
  readonly samples: Sample[] = []
  readonly #server: WatchedServer
  readonly #delays: IntervalHistogram
  #timer: ReturnType<typeof setInterval> | undefined
  #before: Counts

  constructor(server: WatchedServer) {
    this.#server = server
    this.#delays = monitorEventLoopDelay({ resolution: LOOP_EVERY_MS })
    this.#before = this.#counts(totalsOf(server))
  }

  /** Begins to take samples. */
  start(): void {
    this.#delays.enable()
    this.#timer = setInterval(() => this.sample(), EVERY_MS).unref()
  }

  /** Takes a sample. The timer calls it. */
  sample(): void {
    const totals = totalsOf(this.#server)
    const before = this.#before
    const counts = this.#counts(totals)
    const seconds = (counts.atMs - before.atMs) / 1000
    let connected = 0
    let away = 0
    for (const game of totals.values()) {
      connected += game.connected
      away += game.away
    }
    this.samples.push({
      atMs: counts.atMs,
      cpu: (counts.cpuMs - before.cpuMs) / 1000 / seconds,
      memoryBytes: process.memoryUsage.rss(),
      loopDelayMs: Math.max(0, this.#delays.max / 1e6 - LOOP_EVERY_MS),
      rooms: this.#server.lobby.rooms.size,
      connected,
      away,
      bytesInPerSecond: (counts.bytesIn - before.bytesIn) / seconds,
      bytesOutPerSecond: (counts.bytesOut - before.bytesOut) / seconds,
      lateTicksPerSecond: (counts.lateTicks - before.lateTicks) / seconds,
    })
    if (this.samples.length > MOST_SAMPLES) this.samples.shift()
    this.#before = counts
    this.#delays.reset()
  }

  /** Takes no more samples. */
  stop(): void {
    clearInterval(this.#timer)
    this.#delays.disable()
  }

  #counts(totals: ReadonlyMap<string, GameTotals>): Counts {
    const { user, system } = process.cpuUsage()
    let bytesIn = 0
    let bytesOut = 0
    for (const { stats } of totals.values()) {
      bytesIn += stats.bytesIn
      bytesOut += stats.bytesOut
    }
    let lateTicks = 0
    for (const { late } of this.#server.lobby.tickTimes.values()) lateTicks += late
    return { atMs: performance.now(), cpuMs: (user + system) / 1000, bytesIn, bytesOut, lateTicks }
  }
}

function totalsOf({ journal, lobby }: WatchedServer): ReadonlyMap<string, GameTotals> {
  return journal.totals.with(lobby.rooms.values())
}
