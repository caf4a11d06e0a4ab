import type { AnyGame } from '../../game/define-game.ts'
import type { SharedTick } from './shared-tick.ts'

/**
 * Returns the client's code for `authority: sharedTick()`, or undefined for a game without it. This function is apart from
 * `sharedTick`, so that only the games that use `sharedTick` bundle it.
 */
export const sharedTickOf = ({ definition }: Pick<AnyGame, 'definition'>): SharedTick | undefined =>
  definition.authority as SharedTick | undefined
