import type { Ms } from '../../base/units.ts'
import { STATE_WIDTH } from '../score/player.ts'

/** At 60 Hz over four seconds: more than any opponent's delay and the burst after a stall together. */
const CAPACITY = 256

/**
 * The last 256 snapshots of all entities in order of their stamps, the oldest at place 0. What comes late takes its
 * place in between. Nothing is allocated after construction.
 */
export class SnapshotRing {
  /** Stamps by place, in ms of the server's clock, rising; only the first `count` mean anything. */
  readonly stampsMs: Float64Array = new Float64Array(CAPACITY)
  /** The states of all snapshots; `row` says where one begins. */
  readonly states: Float64Array
  /** How many snapshots are held. */
  count = 0
  readonly #width: number
  /** Which slot of `states` each place has; those from `count` on are free. */
  readonly #slots = Int32Array.from({ length: CAPACITY }, (_, i) => i)

  /** For snapshots of `entities` entities. */
  constructor(entities: number) {
    this.#width = entities * STATE_WIDTH
    this.states = new Float64Array(CAPACITY * this.#width)
  }

  /** The last place whose stamp is at or before `timeMs`; -1 if there is none. */
  placeAt(timeMs: Ms): number {
    let place = this.count - 1
    while (place >= 0 && this.stampsMs[place]! > timeMs) place--
    return place
  }

  /** Where the states of the snapshot at `place` begin: `STATE_WIDTH` numbers for each entity. */
  row(place: number): number {
    return this.#slots[place]! * this.#width
  }

  /**
   * Takes a snapshot in and returns its place; -1 for one whose stamp is held already, or that is older than all while
   * there is no room. The states are copied.
   */
  insert(stampMs: Ms, states: Float64Array): number {
    let place = this.placeAt(stampMs) + 1
    if (place > 0 && this.stampsMs[place - 1] === stampMs) return -1
    if (this.count === CAPACITY) {
      if (place === 0) return -1
      this.#forgetOldest()
      place--
    }
    const slot = this.#slots[this.count]!
    this.#slots.copyWithin(place + 1, place, this.count)
    this.stampsMs.copyWithin(place + 1, place, this.count)
    this.#slots[place] = slot
    this.stampsMs[place] = stampMs
    this.count++
    this.states.set(states, slot * this.#width)
    return place
  }

  #forgetOldest(): void {
    const slot = this.#slots[0]!
    this.#slots.copyWithin(0, 1)
    this.stampsMs.copyWithin(0, 1)
    this.count--
    this.#slots[this.count] = slot
  }
}
