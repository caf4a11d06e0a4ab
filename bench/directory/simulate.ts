import { Random } from '../../src/base/random.ts'
import type { Claim } from '../../src/directory/directory.ts'
import { memoryDirectory } from '../../src/directory/memory.ts'
import { DirectoryStore } from '../../src/directory/store.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { bytesOf, GAME, SimulatedProcess } from './process.ts'

/** How much is simulated. */
export interface Scale {
  readonly processes: number
  /** The rooms that exist at a time, about. */
  readonly rooms: number
  /** Seconds of virtual time, after the rooms have been opened. */
  readonly seconds: number
  readonly seed: number
}

/** What came of it. */
export interface Outcome {
  claims: number
  releases: number
  handOvers: number
  joins: number
  deaths: number
  silences: number
  /** Rooms that two processes got at the same term, or that one got while another ran it, whose lease had not run out. */
  ownedTwice: number
  /** Terms that were lower than an earlier one of the same room. */
  termsFallen: number
  /** Saved bytes of another room, or of a later term. */
  wrongBytes: number
  /** Rooms that, at the end, run elsewhere than the directory says, or twice. */
  astray: number
  /** The rooms at the end. */
  rooms: number
  /** For each second, the rooms of the process that has the most, relative to the mean. */
  readonly largest: number[]
}

const STEP_MS = 100
const STEPS_PER_SECOND = 1000 / STEP_MS

/**
 * Simulates processes that open and close rooms at random, join, drain, die, and fall silent for longer than their leases, on
 * one directory in memory. Each second, one room in 100 ends and another begins.
 */
export class DirectorySimulation {
  readonly outcome: Outcome = {
    ...{ claims: 0, releases: 0, handOvers: 0, joins: 0, deaths: 0, silences: 0 },
    ...{ ownedTwice: 0, termsFallen: 0, wrongBytes: 0, astray: 0, rooms: 0 },
    largest: [],
  }
  readonly #scale: Scale
  readonly #capacity: number
  readonly #random: Random
  readonly #clock = new VirtualClock()
  readonly #store = new DirectoryStore(this.#clock)
  #processes: SimulatedProcess[] = []
  readonly #byId = new Map<string, SimulatedProcess>()
  /** Who got which term of which room. */
  readonly #owners = new Map<string, { term: number; processId: string }>()
  #step = 0

  constructor(scale: Scale) {
    this.#scale = scale
    this.#random = new Random(scale.seed)
    this.#capacity = Math.ceil((3 * scale.rooms) / scale.processes)
  }

  async run(): Promise<Outcome> {
    const { processes, rooms, seconds } = this.#scale
    for (let n = 0; n < processes; n++) await this.#join()
    const perStep = Math.ceil(rooms / 100)
    for (let opened = 0; opened < rooms; opened += perStep) {
      for (let n = 0; n < perStep; n++) await this.#claim(opened + n)
      await this.#beat()
    }
    for (let step = 0; step < seconds * STEPS_PER_SECOND; step++) {
      if (step % STEPS_PER_SECOND === 0) {
        await this.#disturb()
        this.#weigh()
      }
      await this.#play()
      await this.#beat()
    }
    for (let step = 0; step < 30 * STEPS_PER_SECOND; step++) await this.#beat()
    await this.#compare()
    return this.outcome
  }

  async #join(): Promise<void> {
    const id = `p${this.outcome.joins++}`
    const process = await SimulatedProcess.start(id, memoryDirectory(this.#store), this.#capacity)
    this.#processes.push(process)
    this.#byId.set(id, process)
  }

  #remove(process: SimulatedProcess): void {
    this.#processes = this.#processes.filter((one) => one !== process)
    this.#byId.delete(process.id)
  }

  /** A process falls silent, another dies, and a third one drains; new ones take the places of the latter. */
  async #disturb(): Promise<void> {
    if (this.#random.next() < 0.3) {
      this.#any().silentUntilMs = this.#clock.nowMs() + this.#random.between(500, 8000)
      this.outcome.silences++
    }
    if (this.#random.next() < 0.2) {
      this.#remove(this.#any())
      this.outcome.deaths++
      await this.#join()
    }
    if (this.#random.next() < 0.2) {
      this.#any().isDraining = true
      await this.#join()
    }
  }

  /** Rooms end, and others begin. */
  async #play(): Promise<void> {
    const { rooms } = this.#scale
    const changes = Math.ceil(rooms / 100 / STEPS_PER_SECOND)
    for (let n = 0; n < changes; ) {
      const process = this.#any()
      // Each room is as likely as any other.
      if (this.#random.next() * this.#capacity > process.rooms.size) continue
      n++
      const [room] = process.rooms
      if (!room || this.#isSilent(process)) continue
      const [key, term] = room
      process.rooms.delete(key)
      if (await process.directory.release(key, term)) this.outcome.releases++
    }
    const missing = rooms - this.#running()
    for (let n = 0; n < missing; n++) await this.#claim(this.#random.uint32() % (2 * rooms))
  }

  /** A player asks any process for a room, goes where it says, and in one case of 50 gives up on the way. */
  async #claim(n: number): Promise<void> {
    const asked = this.#any()
    if (this.#isSilent(asked)) return
    const claim = await asked.ask(`${n}`)
    this.outcome.claims++
    if (claim === 'full') return
    await this.#check(claim, asked)
    if (claim.isMine || this.#random.next() < 0.02) return
    const owner = this.#byId.get(claim.processId)
    if (!owner || this.#isSilent(owner) || owner.rooms.has(claim.key)) return
    const own = await owner.ask(`${n}`)
    this.outcome.claims++
    if (own !== 'full') await this.#check(own, owner)
  }

  async #check(claim: Claim, asked: SimulatedProcess): Promise<void> {
    const { key, term, processId, isMine, isNew, saved } = claim
    const before = this.#owners.get(key)
    if (before && term < before.term) this.outcome.termsFallen++
    if (before?.term === term && before.processId !== processId) this.outcome.ownedTwice++
    if (isNew && before && before.processId !== processId) {
      const other = this.#store.process(before.processId) && this.#byId.get(before.processId)
      if (other?.rooms.has(key)) this.outcome.ownedTwice++
    }
    this.#owners.set(key, { term, processId })
    if (!isMine) return
    if (saved) {
      const [of, at] = new TextDecoder().decode(saved).split(' ')
      if (of !== key || Number(at) > term) this.outcome.wrongBytes++
    }
    if (this.#random.next() < 0.1) await asked.directory.checkpoint(key, term, bytesOf(key, term))
  }

  /** Each process sends a heartbeat once per second, those at a step which are due at it. Time passes. */
  async #beat(): Promise<void> {
    this.#clock.advance(STEP_MS)
    this.#step++
    const due = this.#processes.filter((_, n) => (n + this.#step) % STEPS_PER_SECOND === 0)
    for (const process of due) {
      if (this.#isSilent(process)) continue
      await process.beat(this.#capacity)
      if (!process.isDraining) continue
      this.outcome.handOvers += await process.handOver(50)
      if (process.rooms.size > 0) continue
      await process.directory.leave()
      this.#remove(process)
    }
  }

  #weigh(): void {
    const loads = this.#processes.filter((one) => !one.isDraining).map(({ rooms }) => rooms.size)
    const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length
    this.outcome.largest.push(Math.max(...loads) / mean)
  }

  /** Compares the rooms that run with what the directory says. */
  async #compare(): Promise<void> {
    const seen = new Set<string>()
    const asking = memoryDirectory(this.#store)
    for (const { id, rooms } of this.#processes)
      for (const [key, term] of rooms) {
        const claim = await asking.find(key)
        const isRight = claim?.processId === id && claim.term === term && !seen.has(key)
        if (!isRight || !key.startsWith(`${GAME}/`)) this.outcome.astray++
        seen.add(key)
      }
    this.outcome.rooms = seen.size
  }

  #running(): number {
    return this.#processes.reduce((sum, { rooms }) => sum + rooms.size, 0)
  }

  #any(): SimulatedProcess {
    return this.#processes[this.#random.uint32() % this.#processes.length]!
  }

  #isSilent({ silentUntilMs }: SimulatedProcess): boolean {
    return silentUntilMs > this.#clock.nowMs()
  }
}
