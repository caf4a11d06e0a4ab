import type { Kind } from './define-game.ts'
import type { Holder } from './schema.ts'

/** The most entities that one input may spawn. Both sides drop further ones. */
export const MOST_SPAWNED = 16

/** How many bits the name of a spawned entity takes. */
export const SPAWNED_BITS = 20

/** An entity that `move` has spawned in a step. It is moved from the next input on. */
export interface Spawned {
  readonly kind: Kind
  /** Its number among those that this input spawned. */
  readonly index: number
  /** Its first state, rounded to the grid. */
  readonly start: Holder
}

/**
 * Returns what names a spawned entity on both ends before the server has given it an id: the input that spawned it and its
 * number there, as a negative number. Its `ctx.random()` is seeded by this number for good.
 */
export const spawnedBy = (input: number, index: number): number =>
  -1 - (((input & 0xffff) << 4) | index)
