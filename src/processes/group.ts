import type { Worker } from 'node:cluster'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import { DirectoryStore } from '../directory/store.ts'
import { bind, type Listening, type ListenOptions, listeningAt } from '../net/listen.ts'
import { realClock } from '../net/real-clock.ts'
import { awakeClock } from './awake-clock.ts'
import { type Arrival, Front } from './front.ts'
import { endOnSignal } from './signals.ts'
import { Slot } from './slot.ts'

/** How long the processes may take to end after SIGTERM. After that they are killed. */
const ENDING_MS: Ms = 30_000
/** How often the clock of the leases is read, and the processes are looked at. */
const LOOK_EVERY_MS: Ms = 250
/** A process that has ended so often within this time is not started any more. */
const MOST_DEATHS = 5
const DEATHS_WITHIN_MS: Ms = 60_000
/** The wait before the second start in a row. Each later wait is twice as long. The first start is made at once. */
const FIRST_WAIT_MS: Ms = 250

/** What a group needs of its surroundings. */
export interface GroupOptions {
  /** Starts the process with this number. `address`: where the group listens. */
  readonly fork: (number: number, address: AddressInfo) => Worker
  /** The option of `serve`. Infinity: connections that wait are not counted by address, because a proxy has one for all. */
  readonly maxPerAddress?: number | undefined
  /** Called when the group gives up, right before the process ends with code 1. */
  readonly onError: (error: unknown) => void
}

/**
 * The first process of a server that runs in several. It owns the port, starts the others, which run the rooms, hands them
 * their connections, keeps their directory, and starts a process anew that has ended. It ends after all of them.
 */
export class Group {
  readonly member = null
  readonly hasRooms = false
  readonly #options: GroupOptions
  readonly #clock = awakeClock(realClock)
  readonly #front: Front
  readonly #slots: readonly Slot[]
  #address: AddressInfo | undefined
  #look: ReturnType<typeof setInterval> | undefined
  /** Whether each process has been ready once. */
  #isUp = false
  #closing: Promise<void> | undefined
  #undo: () => void = () => {}
  /** Called whenever a process is ready, leaves, or has ended. */
  #changed: () => void = () => {}
  #fault: GlissadeError | null = null

  constructor(processes: number, options: GroupOptions) {
    this.#options = options
    const mostOfAddress = options.maxPerAddress === Infinity ? Infinity : undefined
    this.#front = new Front((arrival) => this.#hand(arrival), mostOfAddress)
    const store = new DirectoryStore(this.#clock)
    this.#slots = Array.from({ length: processes }, (_, number) => {
      const events = {
        ready: () => {
          this.#front.retry()
          this.#changed()
        },
        left: () => this.#changed(),
        died: (how: string) => this.#died(slot, how),
        collectAll: () => this.#collectAll(),
      }
      const slot: Slot = new Slot(number, store, events, this.#clock)
      return slot
    })
  }

  /** Listens, and starts the processes. Rejects if the port is taken, or if one of them ends before it is ready. */
  async listen(_http: HttpServer, options: ListenOptions): Promise<Listening> {
    this.#address = await bind(this.#front.server, options)
    this.#look = setInterval(() => {
      const nowMs = this.#clock.nowMs()
      for (const slot of this.#slots) slot.look(nowMs)
    }, LOOK_EVERY_MS).unref()
    for (const slot of this.#slots) this.#start(slot)
    await this.#until(() => this.#fault !== null || this.#slots.every(({ isOpen }) => isOpen))
    if (this.#fault) {
      await this.#close()
      throw this.#fault
    }
    this.#isUp = true
    return listeningAt(this.#address, () => this.#close())
  }

  ready(end: () => Promise<void>): void {
    this.#undo = endOnSignal(end)
  }

  /** Gives a connection to the process that it asks for, or to the one with the fewest connections. */
  #hand(arrival: Arrival): Promise<boolean> | null {
    const { wanted } = arrival
    const ready = this.#slots.filter(({ isReady }) => isReady)
    const asked = ready.find(({ number }) => number === wanted)
    const slot = asked ?? ready.sort((a, b) => a.connections - b.connections)[0]
    return slot?.hand(arrival, wanted !== null && !asked) ?? null
  }

  #start(slot: Slot): void {
    if (!this.#closing) slot.start(this.#options.fork(slot.number, this.#address!))
  }

  #died(slot: Slot, how: string): void {
    this.#changed()
    if (this.#closing) return
    if (!this.#isUp) {
      const why = `process ${slot.number} of serve has ended with ${how} before it was ready`
      this.#fault ??= new GlissadeError('misuse', why)
      return this.#changed()
    }
    const deaths = slot.deathsSince(performance.now() - DEATHS_WITHIN_MS)
    if (deaths >= MOST_DEATHS) return void this.#giveUp(slot, how)
    const waitMs = deaths === 1 ? 0 : FIRST_WAIT_MS * 2 ** (deaths - 2)
    setTimeout(() => this.#start(slot), waitMs).unref()
  }

  async #giveUp({ number }: Slot, how: string): Promise<void> {
    await this.#close()
    const times = `${MOST_DEATHS} times within ${DEATHS_WITHIN_MS / 1000} s`
    const why = `process ${number} of serve has ended ${times}, the last time with ${how}`
    this.#options.onError(new GlissadeError('misuse', why))
    process.exit(1)
  }

  /** Ends all processes. Those that take too long are killed. */
  #close(): Promise<void> {
    return (this.#closing ??= this.#end())
  }

  async #end(): Promise<void> {
    for (const slot of this.#slots) slot.end()
    const timer = setTimeout(() => {
      for (const slot of this.#slots) slot.kill()
    }, ENDING_MS)
    // Rooms are handed over first, and meanwhile clients come back.
    await this.#until(() => this.#slots.every(({ isOpen }) => !isOpen))
    this.#front.close()
    await this.#until(() => this.#slots.every(({ isRunning }) => !isRunning))
    clearTimeout(timer)
    clearInterval(this.#look)
    this.#undo()
  }

  async #until(what: () => boolean): Promise<void> {
    while (!what())
      await new Promise<void>((resolve) => {
        this.#changed = resolve
      })
  }

  async #collectAll(): Promise<object[][]> {
    const answers = await Promise.all(this.#slots.map((slot) => slot.collect()))
    return answers.filter((answer) => answer !== null)
  }
}
