import type { Kind } from './define-game.ts'
import type { Holder } from './schema.ts'

const INDEX_BITS = 4
/** The most entities that one input may spawn. Both sides drop further ones. */
export const MOST_SPAWNED = 2 ** INDEX_BITS
/** How many bits the name of a spawned entity takes: its input, cut to 16 bits, and its number among those of that input. */
export const SPAWNED_BITS = 16 + INDEX_BITS

/** An entity that `move` has spawned in a step. It is moved from the next input on. */
export interface Spawned {
  readonly kind: Kind
  /** Its first state, rounded to the grid. */
  readonly start: Holder
}

/**
 * Returns the name of a spawned entity, which both ends know before the server has given it an id: the input that spawned it and
 * its number there, as a negative number. It seeds the entity's `ctx.random()` for good.
 */
export const spawnedBy = (input: number, index: number): number =>
  -1 - (((input & 0xffff) << INDEX_BITS) | index)

/** Returns the input in such a name, cut to 16 bits. */
export const spawnerOf = (name: number): number => (-1 - name) >> INDEX_BITS
