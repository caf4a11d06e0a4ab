import type { Worker } from 'node:cluster'
import type { Ms } from '../base/units.ts'
import type { DirectoryStore } from '../directory/store.ts'
import { Calls } from './calls.ts'
import { DirectoryHost } from './directory-host.ts'
import type { Arrival } from './front.ts'
import type { Handed } from './member.ts'

/** How long a process may take to answer with its metrics. After that it is left out. */
const COLLECT_MS: Ms = 5000

/** What a slot tells its group. */
export interface SlotEvents {
  readonly ready: () => void
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
      },
      ended: (count: number) => {
        this.#ended = count
      },
      collectAll: this.#events.collectAll,
      directory: (...args: Parameters<DirectoryHost['answer']>) => host.answer(...args),
    })
    // A message to a process that is about to end is lost, and so is its connection.
    worker.on('error', () => {})
    worker.once('exit', (code, signal) => {
      this.#worker = null
      this.#isReady = false
      this.#calls?.end()
      this.#deathsMs.push(performance.now())
      void host.end().then(() => this.#events.died(signal ?? `code ${code}`))
    })
  }

  /** Passes a connection to the process. `isForAny`: whether it may ask for another one. */
  hand({ socket, head }: Arrival, isForAny: boolean): void {
    const handed: Handed = { glissade: 'connection', head, isForAny }
    this.#handed++
    this.#worker?.send(handed, socket, { keepOpen: false }, (error) => error && socket.destroy())
  }

  /** Has the process end, as all others do. */
  end(): void {
    if (this.#host) this.#host.isEnding = true
    this.#worker?.process.kill('SIGTERM')
  }

  kill(): void {
    this.#worker?.process.kill('SIGKILL')
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
