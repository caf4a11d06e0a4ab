import type { Kind } from './define-game.ts'
import type { Holder } from './schema.ts'

const INDEX_BITS = 4
/** The most entities that one input may spawn. Both sides drop further ones. */
export const MOST_SPAWNED: number = 2 ** INDEX_BITS
/** How many bits such a seed takes: the input, cut to 16 bits, and the entity's index among those of that input. */
export const SPAWNED_BITS: number = 16 + INDEX_BITS

/** An entity that `move` has spawned in a step. It is moved from the next input on. */
export interface Spawned {
  readonly kind: Kind
  /** Its first state, rounded to the grid. */
  readonly start: Holder
}

/**
 * Returns the seed of a spawned entity: a negative number made of the input that spawned it and its index there. Both ends
 * know it before the server has given the entity an id, so it identifies the entity until then. It seeds `ctx.random()` for
 * good.
 */
export const spawnedBy = (input: number, index: number): number =>
  -1 - (((input & 0xffff) << INDEX_BITS) | index)

/** Returns the input in such a seed, cut to 16 bits. */
export const spawnerOf = (seed: number): number => (-1 - seed) >> INDEX_BITS
