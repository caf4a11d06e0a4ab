import type { Worker } from 'node:cluster'
import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
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

/** The place for one process of a group, by its number. When a process has ended, another one takes its place. */
export class Slot {
  readonly number: number
  readonly #store: DirectoryStore
  readonly #events: SlotEvents
  #worker: Worker | null = null
  #calls: Calls | null = null
  #host: DirectoryHost | null = null
  #isReady = false
  /** Connections that the process has got, and how many of these have ended. */
  #handed = 0
  #ended = 0
  /** When the latest processes have ended. */
  readonly #deathsMs: Ms[] = []

  constructor(number: number, store: DirectoryStore, events: SlotEvents) {
    this.number = number
    this.#store = store
    this.#events = events
  }

  /** Whether the process takes connections. */
  get isReady(): boolean {
    return this.#isReady
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
        this.#isReady = true
        this.#events.ready()
      },
      leaves: () => {
        this.#isReady = false
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

  /** Passes a connection. Resolves to whether the process has it. `isForAny`: whether it may ask for another process. */
  async hand({ socket, head }: Arrival, isForAny: boolean): Promise<boolean> {
    this.#handed++
    try {
      await this.#calls!.pass(socket, 'connection', head, isForAny)
      return true
    } catch (error) {
      if (!(error instanceof GlissadeError && error.code === 'unreachable')) return true
      // It has ended, or is about to: nothing more can reach it.
      this.#isReady = false
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
    this.#isReady = false
    this.#calls?.end()
    this.#deathsMs.push(performance.now())
    void host.end().then(() => this.#events.died(how))
  }

  /** What the process answers with its metrics; null if it does not. */
  async collect(): Promise<object[] | null> {
    if (!this.#isReady || !this.#calls) return null
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, COLLECT_MS, null)
    })
    const answer = this.#calls.ask('collect').catch(() => null) as Promise<object[] | null>
    return Promise.race([answer, late]).finally(() => clearTimeout(timer))
  }
}
