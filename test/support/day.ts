import { type Conditions, presets } from 'glissade/client'
import type { GameOf } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { expect } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { SUBTICKS_PER_STEP } from '../../src/base/units.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { coreOf } from '../../src/server/room.ts'
import { heapMB } from './heap.ts'
import { type Rover, rover, STEP_MS, told } from './rover.ts'

/** What kind of day. */
export interface DayOptions {
  readonly seed: number
  readonly authority: 'input' | 'tick'
  readonly kind: LinkKind
  readonly hours: number
  /** For how long a tab is hidden at most; the first one that is hidden, is so for as long. */
  readonly mostHiddenMs: number
  /** How much there is to do between two quiet minutes. */
  readonly busyMs: number
}

/** What happened on it. */
export interface Day {
  joins: number
  leaves: number
  hides: number
  hiddenHours: number
  cuts: number
  pauses: number
  pausedSeconds: number
  /** Clients that a quiet minute found in agreement with the server. */
  agreements: number
  /** The heap after each quiet minute, in MB, everything unused given back. */
  readonly heapMB: number[]
}

/** One who takes part, and what was done to it. */
interface Part {
  readonly client: SimulatedClient<GameOf<Rover>>
  /** Whether its connection was ever cut: only then it may be lost. */
  wasCut: boolean
  visibleAtMs: number
  /** Whether it is the one that is hidden longest: it lives to see its return. */
  isLongest: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const MOST_PARTS = 4
/**
 * Without `log` and `awful` on an ordered link: TCP doubles its timeout with each repeat that is lost as well, and so is
 * silent for 10 s, at which both ends give up, once in some hours.
 */
const { log, awful, ...fair } = presets
const NETWORKS = {
  ordered: Object.values(fair),
  datagram: [...Object.values(fair), log, awful],
}
/** How long a tab has to have been back before it has to agree. */
const HEALED_MS = 20 * SECOND

/**
 * Lets a day pass in a room: clients come, play, are hidden for a second to hours, are cut off, come back and go; their
 * conditions change, and the server's process stands still now and then. After each quiet minute all ends that are
 * visible have to agree to the last bit, and nobody may have been thrown out but who was cut off.
 */
export async function day(options: DayOptions): Promise<Day> {
  const { seed, authority, kind, hours, busyMs } = options
  const run = new Running(options, new Simulation(rover(authority), { kind, seed }))
  for (let ms = 0; ms < hours * 60 * MINUTE; ms += busyMs + MINUTE) {
    run.busy(busyMs)
    run.quietMinute()
    // Promises hold on to sessions until they have been told.
    await null
    run.expectAgreement(
      `seed ${seed}, ${authority}, ${kind}, hour ${(ms / MINUTE / 60).toFixed(2)}`,
    )
  }
  return run.figures
}

class Running {
  readonly figures: Day = {
    joins: 0,
    leaves: 0,
    hides: 0,
    hiddenHours: 0,
    cuts: 0,
    pauses: 0,
    pausedSeconds: 0,
    agreements: 0,
    heapMB: [],
  }
  readonly #sim: Simulation<Rover>
  readonly #random: Random
  readonly #mostHiddenMs: number
  readonly #networks: readonly Conditions[]
  #parts: Part[] = []
  #isCalm = false

  constructor({ seed, kind, mostHiddenMs }: DayOptions, sim: Simulation<Rover>) {
    this.#sim = sim
    this.#random = new Random(seed)
    this.#mostHiddenMs = mostHiddenMs
    this.#networks = NETWORKS[kind]
  }

  /** Something happens every 20 s or so. */
  busy(forMs: number): void {
    const sim = this.#sim
    const endMs = sim.clock.nowMs() + forMs
    this.#isCalm = false
    for (const { client } of this.#parts) client.network.conditions = this.#any(this.#networks)
    while (sim.clock.nowMs() < endMs) {
      this.#happen(endMs - sim.clock.nowMs())
      sim.run(Math.min(this.#random.between(1, 40 * SECOND), endMs - sim.clock.nowMs()))
      // Who has gone is forgotten, as a page that is closed is.
      this.#parts = this.#parts.filter(({ client }) => client.session.state !== 'closed')
      sim.clients.splice(0, sim.clients.length, ...this.#parts.map(({ client }) => client))
    }
  }

  /** Keys up, good networks, and nothing happens. */
  quietMinute(): void {
    this.#isCalm = true
    for (const { client } of this.#parts) client.network.conditions = presets.wifi
    this.#sim.run(MINUTE)
  }

  expectAgreement(when: string): void {
    const sim = this.#sim
    const nowMs = sim.clock.nowMs()
    const here = this.#parts.filter(({ client }) => client.session.state === 'open')
    expect(sim.room.players.length, when).toBe(here.length)
    for (const { client, visibleAtMs, wasCut } of here) {
      if (!wasCut) expect(client.session.stats.reconnects, when).toBe(0)
      if (visibleAtMs > nowMs - HEALED_MS) continue
      for (const what of ['rover', 'shot'] as const)
        expect(told(client.session, what), when).toBe(told(sim.room.world, what))
      // Its own time is the room's again, whatever was held up.
      const { stamp } = coreOf(sim.room).peers.get(client.session.playerId)!
      const behindMs = ((coreOf(sim.room).subTicksAt(nowMs) - stamp) / SUBTICKS_PER_STEP) * STEP_MS
      expect(Math.abs(behindMs), when).toBeLessThanOrEqual(500)
      this.figures.agreements++
    }
    const { left, lost, timeout, ...wrong } = sim.room.stats.closed
    expect(
      Object.entries(wrong).filter(([, count]) => count > 0),
      when,
    ).toEqual([])
    expect(left, when).toBeLessThanOrEqual(this.figures.leaves)
    // The network alone may silence an ordered link for 10 s; whoever that happens to comes back.
    const { leaves, cuts } = this.figures
    const ends = left + lost + timeout
    expect(ends, when).toBeLessThanOrEqual(leaves + cuts + sim.room.stats.resumes)
    // What is kept for a while and then let go.
    expect(coreOf(sim.room).entities.slots.length, when).toBeLessThan(300)
    expect(coreOf(sim.room).events.list.length, when).toBeLessThan(100)
    this.figures.heapMB.push(heapMB())
  }

  #happen(leftMs: number): void {
    const visible = this.#parts.filter((part) => part.visibleAtMs <= this.#sim.clock.nowMs())
    const others = this.#parts.filter((part) => !part.isLongest || visible.includes(part))
    const dice = this.#random.next()
    if (visible.length < 2 && this.#parts.length < MOST_PARTS) this.#join()
    else if (this.figures.hides === 0 && visible.length > 2) this.#hide(this.#any(visible))
    else if (dice < 0.1 && this.#parts.length < MOST_PARTS) this.#join()
    else if (dice < 0.16) this.#leave(this.#any(others))
    else if (dice < 0.26)
      this.#any(this.#parts).client.network.conditions = this.#any(this.#networks)
    else if (dice < 0.34 && visible.length > 1) this.#hide(this.#any(visible))
    else if (dice < 0.42) this.#cut(this.#any(others), leftMs)
    else if (dice < 0.52) this.#pause()
  }

  #join(): void {
    const random = this.#random
    const reopens = random.next() < 0.5
    const client = this.#sim.join({
      reopens,
      conditions: this.#any(this.#networks),
      clockPpm: random.between(-300, 300),
      frameHz: this.#any([8, 10, 15]),
      seed: random.uint32(),
      script: ({ input }) => {
        if (this.#isCalm) input.right = input.left = false
        else if (random.next() < 0.05) {
          input.right = random.next() < 0.5
          input.left = random.next() < 0.4
          if (random.next() < 0.2) input.fire = true
        }
      },
    })
    const part: Part = { client, wasCut: false, visibleAtMs: 0, isLongest: false }
    client.session.onClose((reason) => {
      const isFine =
        reason === 'left' || (part.wasCut && (reason === 'lost' || reason === 'timeout'))
      if (!isFine) throw new Error(`a client was thrown out: ${reason}`)
    })
    this.#parts.push(part)
    this.figures.joins++
  }

  #leave({ client }: Part): void {
    client.session.close()
    this.figures.leaves++
  }

  #hide(part: Part): void {
    const ms =
      this.figures.hides === 0 ? this.#mostHiddenMs : this.#between(SECOND, this.#mostHiddenMs)
    part.isLongest = this.figures.hides === 0
    part.client.stall(ms)
    part.visibleAtMs = this.#sim.clock.nowMs() + ms
    this.figures.hides++
    this.figures.hiddenHours += ms / MINUTE / 60
  }

  /** Off for up to half a minute: some come back to their place, some as somebody new, some give up. */
  #cut(part: Part, leftMs: number): void {
    part.client.cut(Math.min(this.#between(10, 30 * SECOND), leftMs))
    part.wasCut = true
    this.figures.cuts++
  }

  #pause(): void {
    const ms = this.#between(100, 5 * SECOND)
    this.#sim.pauseServer(ms, this.#random.next() < 0.5 ? 'packets first' : 'advance first')
    this.figures.pauses++
    this.figures.pausedSeconds += ms / SECOND
  }

  #any<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random.next() * list.length)]!
  }

  /** Short ones as often as ten times longer ones. */
  #between(least: number, most: number): number {
    return least * (most / least) ** this.#random.next()
  }
}
