import type { EntitySource } from './entity-source.ts'
import type { Between } from './expected-value.ts'
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
  distances: Uint8Array = new Uint8Array(16)
  /** 1: it has changed; 0 only if the coding asks for all entities. */
  isChanged: Uint8Array = new Uint8Array(16)
  /** Of each four numbers: `baseAt`, `beforeAt`, `elapsed` and `span` as in `Between`. */
  spans: Int32Array = new Int32Array(64)

  /** Empties it. */
  clear(): void {
    this.count = 0
  }

  /** Adds an entity; see `Between`. */
  add(
    entity: KnownEntity,
    distance: number,
    baseAt: number,
    beforeAt: number,
    elapsed: number,
    span: number,
    isChanged = 1,
  ): void {
    const n = this.#next(entity)
    this.distances[n] = distance
    this.isChanged[n] = isChanged
    const { spans } = this
    const at = n * 4
    spans[at] = baseAt
    spans[at + 1] = beforeAt
    spans[at + 2] = elapsed
    spans[at + 3] = span
  }

  /** Adds an entity that has not changed, now or before. */
  addRested(entity: KnownEntity): void {
    const n = this.#next(entity)
    this.distances[n] = 0
    this.isChanged[n] = 0
    this.spans[n * 4] = 0
    this.spans[n * 4 + 1] = 0
  }

  /** Sets what the `n`th is coded between; its new state is the entity's. */
  fill(between: Between, n: number): void {
    const { history, row, offset, texts } = this.entities[n]!
    between.row = row
    between.at = offset
    between.texts = texts
    between.base = history.rows
    const { spans } = this
    const from = n * 4
    between.baseAt = spans[from]!
    between.beforeAt = spans[from + 1]!
    between.elapsed = spans[from + 2]!
    between.span = spans[from + 3]!
  }

  /** Whether the `n`th was the same in its last two states: its base equals the state before it. */
  rested(n: number): boolean {
    const { spans } = this
    const before = spans[n * 4 + 1]!
    return before === spans[n * 4]
  }

  #next(entity: KnownEntity): number {
    const n = this.count++
    if (n === this.isChanged.length) this.#grow(2 * n)
    this.entities[n] = entity
    return n
  }

  #grow(length: number): void {
    const { distances, isChanged, spans } = this
    this.distances = new Uint8Array(length)
    this.isChanged = new Uint8Array(length)
    this.spans = new Int32Array(length * 4)
    this.distances.set(distances)
    this.isChanged.set(isChanged)
    this.spans.set(spans)
  }
}
