import type { Worker } from 'node:cluster'
import type { Clock } from '../base/clock.ts'
import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import { LEASE_MS } from '../directory/limits.ts'
import type { DirectoryStore } from '../directory/store.ts'
import { Calls } from './calls.ts'
import { DirectoryHost } from './directory-host.ts'
import type { Arrival } from './front.ts'

/** How long a process may take to answer with its metrics. After that it is left out. */
const COLLECT_MS: Ms = 5000

/** What a slot tells its group. */
export interface SlotEvents {
  readonly ready: () => void
  /** The process takes no more connections. */
  readonly left: () => void
  /** `how`: the exit code or the signal, in words. */
  readonly died: (how: string) => void
  readonly collectAll: () => Promise<object[][]>
}

/**
 * The place for one process of a group, by its number. When a process has ended, another one takes its place. One that says
 * nothing for 3 s hangs: it gets no connections until it says something again, and those that it has not taken yet go to others.
 */
export class Slot {
  readonly number: number
  readonly #store: DirectoryStore
  readonly #events: SlotEvents
  readonly #clock: Pick<Clock, 'nowMs'>
  #worker: Worker | null = null
  #calls: Calls | null = null
  #host: DirectoryHost | null = null
  #isOpen = false
  /** When the process last said that it runs. */
  #heardAtMs: Ms = 0
  #isHanging = false
  /** How often the process has begun to hang. It takes no connection that was passed to it before the last time. */
  #lapses = 0
  /** Takes each connection back that the process has not taken yet. */
  readonly #offered = new Set<() => void>()
  /** Connections that the process has got, and how many of these have ended. */
  #handed = 0
  #ended = 0
  /** When the latest processes have ended. */
  readonly #deathsMs: Ms[] = []

  constructor(
    number: number,
    store: DirectoryStore,
    events: SlotEvents,
    clock: Pick<Clock, 'nowMs'>,
  ) {
    this.number = number
    this.#store = store
    this.#events = events
    this.#clock = clock
  }

  /** Whether the process takes connections, unless it hangs. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether the process takes connections now. */
  get isReady(): boolean {
    return this.#isOpen && !this.#isHanging
  }

  get isRunning(): boolean {
    return this.#worker !== null
  }

  get connections(): number {
    return this.#handed - this.#ended
  }

  /** How often a process has ended here since then. */
  deathsSince(sinceMs: Ms): number {
    while (this.#deathsMs.length > 0 && this.#deathsMs[0]! < sinceMs) this.#deathsMs.shift()
    return this.#deathsMs.length
  }

  /** Takes a process that has just been started. */
  start(worker: Worker): void {
    const host = new DirectoryHost(this.#store)
    this.#host = host
    this.#worker = worker
    this.#handed = 0
    this.#ended = 0
    this.#calls = new Calls(worker, {
      ready: () => {
        this.#isOpen = true
        this.#heardAtMs = this.#clock.nowMs()
        this.#isHanging = false
        this.#events.ready()
        return this.#lapses
      },
      runs: () => this.#runs(),
      leaves: () => {
        this.#isOpen = false
        this.#events.left()
      },
      ended: (count: number) => {
        this.#ended = count
      },
      collectAll: this.#events.collectAll,
      directory: (...args: Parameters<DirectoryHost['answer']>) => host.answer(...args),
    })
    worker.once('exit', (code, signal) => this.#gone(signal ?? `code ${code}`))
    // The system may refuse to start a process. Then there is nothing that could exit.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker.process.pid === undefined) this.#gone(`${error.code}`)
    })
  }

  /** Finds out whether the process hangs. Called a few times a second. */
  look(nowMs: Ms): void {
    if (!this.isReady || nowMs - this.#heardAtMs <= LEASE_MS) return
    this.#isHanging = true
    this.#lapses++
    for (const takeBack of this.#offered) takeBack()
    this.#offered.clear()
    this.#events.left()
  }

  /** The process says that it runs. Returns how often it has begun to hang, as far as this one knows. */
  #runs(): number {
    this.#heardAtMs = this.#clock.nowMs()
    if (this.#isHanging) {
      this.#isHanging = false
      this.#events.ready()
    }
    return this.#lapses
  }

  /** Passes a connection. Resolves to whether the process has it. `isForAny`: whether it may ask for another process. */
  hand(arrival: Arrival, isForAny: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const takeBack = (): void => resolve(false)
      this.#offered.add(takeBack)
      void this.#pass(arrival, isForAny).then((isTaken) => {
        this.#offered.delete(takeBack)
        resolve(isTaken)
      })
    })
  }

  async #pass({ socket, head }: Arrival, isForAny: boolean): Promise<boolean> {
    this.#handed++
    try {
      return (await this.#calls!.pass(socket, 'connection', head, isForAny, this.#lapses)) !== false
    } catch (error) {
      if (!(error instanceof GlissadeError && error.code === 'unreachable')) return true
      // It has ended, or is about to: nothing more can reach it.
      this.#isOpen = false
      return false
    }
  }

  /** Has the process end, as all others do. */
  end(): void {
    if (this.#host) this.#host.isEnding = true
    this.#worker?.process.kill('SIGTERM')
  }

  kill(): void {
    this.#worker?.process.kill('SIGKILL')
  }

  /** There is no process here any more. `how` it ended, in words. */
  #gone(how: string): void {
    const host = this.#host!
    this.#worker = null
    this.#isOpen = false
    this.#calls?.end()
    this.#deathsMs.push(performance.now())
    void host.end().then(() => this.#events.died(how))
  }

  /** What the process answers with its metrics; null if it does not. */
  async collect(): Promise<object[] | null> {
    if (!this.isReady || !this.#calls) return null
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, COLLECT_MS, null)
    })
    const answer = this.#calls.ask('collect').catch(() => null) as Promise<object[] | null>
    return Promise.race([answer, late]).finally(() => clearTimeout(timer))
  }
}
