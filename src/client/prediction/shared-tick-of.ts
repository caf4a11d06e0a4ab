import type { AnyGame } from '../../game/define-game.ts'
import type { SharedTick } from './shared-tick.ts'

/**
 * What a client does for a game with `authority: sharedTick()`; undefined for every other game. Apart from `sharedTick` itself,
 * so that only the games that use it bundle it.
 */
export const sharedTickOf = ({ definition }: Pick<AnyGame, 'definition'>): SharedTick | undefined =>
  definition.authority as SharedTick | undefined
