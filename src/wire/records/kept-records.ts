import type { ChangeList } from './change-list.ts'

/** For each slot: network tick, version, the four numbers of `ChangeList.spans`, the start of the record, and its length. */
const KEPT = 8

/**
 * Remembers the positions of the records coded in a network tick. An entity's record depends only on the tick, the tables,
 * and the states it is coded between. The last record of each slot is kept. Free of allocation in steady state.
 */
export class KeptRecords {
  #kept: Int32Array = new Int32Array(KEPT).fill(-1)
  #tick = -1

  /** Begins a network tick, with nothing kept. */
  begin(tick: number): void {
    this.#tick = tick
  }

  /** Whether a record of the `n`th entity is kept. */
  has({ entities, spans }: ChangeList, n: number, version: number): boolean {
    const kept = this.#kept
    const at = entities[n]!.slot * KEPT
    const from = n * 4
    return (
      kept[at] === this.#tick &&
      kept[at + 1] === version &&
      kept[at + 2] === spans[from] &&
      kept[at + 3] === spans[from + 1] &&
      kept[at + 4] === spans[from + 2] &&
      kept[at + 5] === spans[from + 3]
    )
  }

  keep(list: ChangeList, n: number, version: number, start: number, length: number): void {
    const at = list.entities[n]!.slot * KEPT
    if (at >= this.#kept.length) this.#grow(at)
    const kept = this.#kept
    kept[at] = this.#tick
    kept[at + 1] = version
    for (let i = 0; i < 4; i++) kept[at + 2 + i] = list.spans[n * 4 + i]!
    kept[at + 6] = start
    kept[at + 7] = length
  }

  startOf(slot: number): number {
    return this.#kept[slot * KEPT + 6]!
  }

  lengthOf(slot: number): number {
    return this.#kept[slot * KEPT + 7]!
  }

  #grow(at: number): void {
    const kept = this.#kept
    this.#kept = new Int32Array(2 * at + KEPT).fill(-1)
    this.#kept.set(kept)
  }
}
