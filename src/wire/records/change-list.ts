import type { EntitySource } from './entity-source.ts'
import type { Between } from './expected-value.ts'
import type { RowHistory } from './row-history.ts'

/** An entity of which both ends hold a state. */
export interface KnownEntity extends EntitySource {
  readonly history: RowHistory
}

/**
 * The changed entities of a body, in the order of their slots, and the states they are coded against. The first `count`
 * entries of each array are in use. Kept and refilled; free of allocation in steady state.
 */
export class ChangeList {
  count = 0
  /** Whether the bits of its entities are worth keeping for other bodies of the tick. */
  keeps = false
  /** Whether the body says that the view is the client's own. */
  isOwnView = false
  readonly entities: KnownEntity[] = []
  /** The distance from each entity's baseline to this network tick, in network ticks; 0: that of the body's baseline. */
  distances: Uint8Array = new Uint8Array(16)
  /** 1: the entity has changed; 0 occurs only with codings that list all entities. */
  isChanged: Uint8Array = new Uint8Array(16)
  /** Four numbers for each entity: `baseAt`, `beforeAt`, `elapsed` and `span` as in `Between`. */
  spans: Int32Array = new Int32Array(64)

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

  /** Fills `between` for the `n`th entity. The new state is the entity's own. */
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

  /** Whether the `n`th entity's last two states were the same: its base is the state before it. */
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
