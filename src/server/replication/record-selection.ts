import { misuse } from '../../base/settings.ts'
import type { ChangesWriter } from '../../wire/coding/coding.ts'
import type { ChangeList } from '../../wire/records/change-list.ts'
import type { PeerView } from '../connection/peer-view.ts'
import { SlotSet } from '../interest/slot-set.ts'
import type { Entity } from '../world/entity.ts'
import type { Hooks } from '../world/hooks.ts'
import type { Player } from '../world/world.ts'
import { PriorityQueue } from './priority-queue.ts'
import type { WholeRecords } from './whole-records.ts'

/** About how many bits the place of a record among the others takes. */
const PLACE_BITS = 6
/** About how many bits it takes to say that an entity waits. */
export const WAITING_BITS = 5
/** How many entities that do not fit are passed over for smaller ones. */
const MOST_PASSED = 8
/** After this many packets in a row with none of the waiting entities, the first of them is sent, whatever it takes. */
const MOST_STUCK = 16

/** How much an entity matters to a player: the `priority` of a budget, with its types erased. */
export type Priority = (entity: object, player: Player) => number

/**
 * Selects the entities that a packet has room for: those whose priority has added up to most (Fiedler, "State
 * Synchronization", priority accumulators). The size of each record is known, except for its place. If the packet is still
 * too long, the entities chosen last are dropped again. Allocates nothing once it has grown.
 */
export class RecordSelection {
  /** The slots chosen. */
  readonly chosen: SlotSet = new SlotSet()
  /** How many entities had to wait. */
  deferredCount = 0
  readonly #hooks: Hooks
  readonly #priority: Priority | undefined
  readonly #coding: ChangesWriter
  readonly #wholes: WholeRecords
  readonly #turns = new PriorityQueue()
  /** The slots to choose from, and the bits that each takes; then the indices of those chosen, in the order of choosing. */
  #slots = new Int32Array(64)
  #bits = new Int32Array(64)
  #count = 0
  #order = new Int32Array(64)
  #orderCount = 0
  /** Whether the only entity chosen fits into no packet. */
  #isAlone = false
  #view!: PeerView

  /** `hooks`: of the room whose game has the `priority`. */
  constructor(
    hooks: Hooks,
    priority: Priority | undefined,
    coding: ChangesWriter,
    wholes: WholeRecords,
  ) {
    this.#hooks = hooks
    this.#priority = priority
    this.#coding = coding
    this.#wholes = wholes
  }

  /** Begins with all entities that have something to tell. */
  begin(
    view: PeerView,
    player: Player,
    entering: readonly Entity[],
    enteringCount: number,
    list: ChangeList,
  ): void {
    this.#view = view
    this.#count = 0
    this.#orderCount = 0
    this.#isAlone = false
    this.#turns.clear()
    this.chosen.reach(view.since.length)
    this.chosen.clear()
    view.hasWaited = true
    for (let n = 0; n < enteringCount; n++)
      this.#add(entering[n]!, this.#wholes.bitsOf(entering[n]!), player)
    for (let n = 0; n < list.count; n++)
      this.#add(list.entities[n] as Entity, this.#bitsOf(list, n), player)
  }

  /**
   * Chooses entities. `wholeBits`: what a body with everything takes. `bytesLeft`, `mostBodyBytes`: as for `Views.of`.
   * `mostWaiting`: for how many entities the body can say that they wait.
   */
  choose(wholeBits: number, bytesLeft: number, mostBodyBytes: number, mostWaiting: number): void {
    const { waited, mayHold, stuck } = this.#view
    const turns = this.#turns
    let bitsLeft = bytesLeft * 8 - wholeBits
    let waiting = 0
    for (let n = 0; n < this.#count; n++) {
      const slot = this.#slots[n]!
      if (this.chosen.has(slot)) continue
      turns.push(n, waited[slot]!)
      bitsLeft += this.#bits[n]!
      waiting += mayHold[slot]!
    }
    bitsLeft -= Math.min(waiting, mostWaiting) * WAITING_BITS
    let passed = 0
    for (let n = turns.pop(); n >= 0 && passed < MOST_PASSED; n = turns.pop()) {
      const slot = this.#slots[n]!
      const isSaid = mayHold[slot] === 1 && waiting <= mostWaiting
      const taken = this.#bits[n]! - (isSaid ? WAITING_BITS : 0)
      if (taken <= bitsLeft) {
        bitsLeft -= taken
        waiting -= mayHold[slot]!
        this.chosen.add(slot)
        this.#order[this.#orderCount++] = n
      } else if (this.#orderCount > 0) passed++
      else if (stuck >= MOST_STUCK || bytesLeft >= mostBodyBytes) {
        // It fits into no packet.
        this.chosen.add(slot)
        this.#isAlone = true
        return
      } else {
        // What is saved up now will be enough for it later.
        return
      }
    }
  }

  /** Drops the entities chosen last, until `bits` bits are free. Returns false when none is left to drop. */
  drop(bits: number): boolean {
    let freed = 0
    while (freed < bits && this.#orderCount > 0) {
      const n = this.#order[--this.#orderCount]!
      this.chosen.remove(this.#slots[n]!)
      freed += Math.max(1, this.#bits[n]! - WAITING_BITS)
    }
    return freed > 0
  }

  /** Notes that the chosen entities are sent, and no longer wait. */
  end(): void {
    const { waited } = this.#view
    let sent = 0
    for (let n = 0; n < this.#count; n++) {
      const slot = this.#slots[n]!
      if (!this.chosen.has(slot)) continue
      waited[slot] = 0
      sent++
    }
    this.deferredCount = this.#count - sent
    const isStuck = this.#orderCount === 0 && !this.#isAlone && this.deferredCount > 0
    this.#view.stuck = isStuck ? this.#view.stuck + 1 : 0
  }

  #add(entity: Entity, bits: number, player: Player): void {
    const n = this.#count++
    if (n === this.#slots.length) this.#grow()
    const { slot } = entity
    this.#slots[n] = slot
    this.#bits[n] = bits + PLACE_BITS
    if (entity.owner === player.id || entity.isHidden) this.chosen.add(slot)
    else this.#view.waited[slot]! += this.#priority ? this.#asked(entity, player) : 1
  }

  /** Asks the game's `priority`. One that fails, or returns no such number, counts as 1. */
  #asked({ object }: Entity, player: Player): number {
    try {
      const value = this.#priority!(object, player)
      if (value >= 0 && value < Number.POSITIVE_INFINITY) return value
      if (typeof value === 'object') this.#hooks.settleInLoop('priority', player, value)
      else misuse('priority', value, 'a finite number from 0')
    } catch (error) {
      this.#hooks.inLoop('priority', player, error)
    }
    return 1
  }

  #bitsOf(list: ChangeList, n: number): number {
    const own = list.distances[n]! > 0 ? 7 : 0
    return own + this.#coding.bitsOf(list, n)
  }

  #grow(): void {
    const length = this.#slots.length * 2
    const [slots, bits] = [this.#slots, this.#bits]
    this.#slots = new Int32Array(length)
    this.#slots.set(slots)
    this.#bits = new Int32Array(length)
    this.#bits.set(bits)
    this.#order = new Int32Array(length)
  }
}
