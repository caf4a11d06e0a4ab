import type { Kind } from '../../game/define-game.ts'
import { newStates } from './own-entities.ts'
import { OwnEntity } from './own-entity.ts'

/** An entity of player 1 that `move` moves. */
export function ownEntity(slot: number, generation: number, kind: Kind): OwnEntity {
  const states = newStates(kind)
  return new OwnEntity(slot, generation, kind, { player: 1, isMoved: true, states })
}
