import type { SubTick } from '../../base/units.ts'
import { wholeSteps } from '../../wire/records/player-timeline.ts'
import type { Entity } from '../world/entity.ts'
import type { PlayerTimes } from './player-times.ts'

/** Numbers kept for each slot: network tick, `held` and `before`, then the four that `find` found. */
const KEPT = 7
const FOUND = 3

/**
 * Finds between which of its states an entity is coded for a client that holds the state of a network tick, and how much of
 * the entity's own time lies in between. The last result for each slot is kept, because other clients often hold the same
 * states. Creates no object once it has grown.
 */
export class HeldSpans {
  /** See `find`. */
  values: Int32Array = new Int32Array(16 * KEPT)
  readonly #times: PlayerTimes
  readonly #sendSubTicks: SubTick

  constructor(times: PlayerTimes, sendSubTicks: SubTick) {
    this.#times = times
    this.#sendSubTicks = sendSubTicks
  }

  /**
   * For a record at network tick `tick` against the state of `held`, which is expected to go on as it did from the state of
   * `before`; -1: none. Returns where four numbers begin in `values`: the rows of both states in the entity's history,
   * the subticks since `held`, and those between the two. These are the arguments of `ChangeList.add`.
   */
  find(entity: Entity, tick: number, held: number, before: number): number {
    const at = entity.slot * KEPT
    if (at >= this.values.length) this.values = new Int32Array(2 * at + KEPT)
    const { values } = this
    const found = at + FOUND
    if (values[at] === tick && values[at + 1] === held && values[at + 2] === before) return found
    values[at] = tick
    values[at + 1] = held
    values[at + 2] = before
    const { history, owner } = entity
    const stamp = this.#stampOf(owner, held)
    const beforeAt = before < 0 ? -1 : history.find(before)
    values[found] = history.find(held)
    values[found + 1] = beforeAt
    values[found + 2] = this.#stampOf(owner, tick) - stamp
    values[found + 3] = beforeAt < 0 ? 0 : stamp - this.#stampOf(owner, before)
    return found
  }

  /** Returns the own time of what a player, or the room, owns at a network tick. */
  #stampOf(owner: number, tick: number): SubTick {
    const subTicks = tick * this.#sendSubTicks
    const timeline = owner > 0 ? this.#times.timelines[owner] : undefined
    return timeline ? timeline.stampAt(tick, subTicks) : wholeSteps(subTicks)
  }
}
