import type { Kind } from '../../game/define-game.ts'
import type { LooseRecord, RecordSource } from './columns.ts'

/**
 * An entity to write: its numbers now, on the grid that everybody gets, and who it is. Behind its columns a row has one
 * number more: the extrapolation code, how far and by what its movement may be extrapolated (`base/horizons.ts`).
 */
export interface EntitySource extends RecordSource {
  readonly slot: number
  readonly generation: number
  readonly kind: Kind
  /** The player who owns it; 0 for the room. */
  readonly owner: number
  /** What else is told of its way since the network tick before; null: nothing. */
  readonly extras: ExtraStates | null
}

/** States of an entity from between two network ticks. */
export interface ExtraStates {
  /** How many, at most `MAX_EXTRAS`. */
  readonly count: number
  /** How many steps before the record's own time the `n`th is, the oldest being 0: 1 to `MAX_STEPS_BACK`. */
  stepsBack(n: number): number
  /** The `n`th, for use before the next call. */
  state(n: number): RecordSource
}

/** An event to write. */
export interface EventSource {
  readonly kind: Kind
  /** Low 16 bits of its number in the room. */
  readonly id: number
  readonly record: LooseRecord
  /** Who raised it; 0 for the room. */
  readonly player: number
  /** Low 16 bits of the input that raised it, and the how-manieth event of that input. */
  readonly input: number
  readonly index: number
}
