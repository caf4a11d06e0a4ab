import type { Kind } from '../../game/define-game.ts'
import type { LooseRecord, RecordSource } from './columns.ts'

/**
 * An entity to write: its current numbers on the coarse grid, and its identity. Behind its columns, a row has the
 * extrapolation code, which says how far and by what its movement may be extrapolated (`base/horizons.ts`).
 */
export interface EntitySource extends RecordSource {
  readonly slot: number
  readonly generation: number
  readonly kind: Kind
  /** The player who owns the entity; 0 for the room. */
  readonly owner: number
  /** The extra states since the network tick before; null: none. */
  readonly extras: ExtraStates | null
}

/** States of an entity between two network ticks. */
export interface ExtraStates {
  /** The number of states, at most `MAX_EXTRAS`. */
  readonly count: number
  /** Returns how many steps the `n`th state, the oldest being 0, lies before the record's own time: 1 to `MAX_STEPS_BACK`. */
  stepsBack(n: number): number
  /** Returns the `n`th state, for use before the next call. */
  state(n: number): RecordSource
}

/** An event to write. */
export interface EventSource {
  readonly kind: Kind
  /** Low 16 bits of the event's number in the room. */
  readonly id: number
  readonly record: LooseRecord
  /** The player who raised the event; 0 for the room. */
  readonly player: number
  /** Low 16 bits of the input that raised the event, and the event's index within that input. */
  readonly input: number
  readonly index: number
}
