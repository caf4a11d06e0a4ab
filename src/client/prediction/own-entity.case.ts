import type { Kind } from '../../game/define-game.ts'
import { PredictedStates } from '../../motion/predicted-states.ts'
import { OwnEntity } from './own-entity.ts'

/** An entity of player 1 that `move` moves. */
export function ownEntity(slot: number, generation: number, kind: Kind): OwnEntity {
  const { curves, width } = kind.schema
  const states = new PredictedStates({ curves, teleportColumn: width - 1 })
  return new OwnEntity(slot, generation, kind, { player: 1, isMoved: true, states })
}
