import type { EntitySource } from './entity-source.ts'
import type { Between } from './foretell.ts'
import type { RowHistory } from './row-history.ts'

/** An entity that both ends hold a state of. */
export interface KnownEntity extends EntitySource {
  readonly history: RowHistory
}

/**
 * The changed entities of a body, in the order of their slots, and what each is coded against. Kept and refilled, so that
 * in steady state it allocates nothing: the first `count` entries of each list count.
 */
export class ChangeList {
  count = 0
  /** Whether what is written of its entities is worth keeping for other bodies of the tick. */
  keeps = false
  /** Whether it is for a view of the client's own. */
  isOwnView = false
  readonly entities: KnownEntity[] = []
  /** How many network ticks before this one its baseline is; 0: as many as the body's. */
  readonly distances: number[] = []
  /** Whether it has changed: false only where the coding asks of all. */
  readonly isChanged: boolean[] = []
  readonly #baseAt: number[] = []
  readonly #beforeAt: number[] = []
  readonly #elapsed: number[] = []
  readonly #span: number[] = []

  /** Empties it. */
  clear(): void {
    this.count = 0
  }

  /** Adds an entity that has changed; see `Between`. */
  add(
    entity: KnownEntity,
    distance: number,
    baseAt: number,
    beforeAt: number,
    elapsed: number,
    span: number,
  ): void {
    const n = this.count++
    this.entities[n] = entity
    this.distances[n] = distance
    this.isChanged[n] = true
    this.#baseAt[n] = baseAt
    this.#beforeAt[n] = beforeAt
    this.#elapsed[n] = elapsed
    this.#span[n] = span
  }

  /** Sets what the `n`th is coded between; its new state is the entity's. */
  fill(between: Between, n: number): void {
    const { history, row, offset } = this.entities[n]!
    between.row = row
    between.at = offset
    between.base = history.rows
    between.baseAt = this.#baseAt[n]!
    between.beforeAt = this.#beforeAt[n]!
    between.elapsed = this.#elapsed[n]!
    between.span = this.#span[n]!
  }
}
