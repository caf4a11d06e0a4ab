import { flag, int, oneOf } from 'glissade'
import type { Cast, SceneKind, Step } from './cast.ts'
import { Chance } from './chance.ts'

const HZ = 20
const COUNT = 150
const SIDE = 64
const TYPES = ['pawn', 'rook', 'bishop', 'knight', 'queen', 'king'] as const
/** How often a piece changes in a step. */
const CHANGES = 1 / 7

/** Pieces on cells: whole numbers, of which one changes at a time. */
export const wholeGrid: SceneKind = {
  name: 'whole-number grid',
  stepHz: HZ,
  entities: {
    piece: {
      column: int({ max: SIDE - 1 }),
      row: int({ max: SIDE - 1 }),
      health: int({ max: 100 }),
      type: oneOf(...TYPES),
      isMarked: flag(),
    },
  },
  begin: play,
}

function play(cast: Cast, seed: number): Step {
  const chance = new Chance(seed)
  const pieces = Array.from({ length: COUNT }, () => {
    return cast.add('piece', {
      column: chance.below(SIDE),
      row: chance.below(SIDE),
      health: 100,
      type: chance.oneOf(TYPES) as string,
      isMarked: false as boolean,
    }).values
  })
  const moved = (at: number): number => {
    const by = chance.is(0.5) ? 1 : -1
    return at + by < 0 || at + by >= SIDE ? at - by : at + by
  }
  return () => {
    for (const piece of pieces) {
      if (!chance.is(CHANGES)) continue
      const what = chance.from(0, 1)
      if (what < 0.42) piece.column = moved(piece.column)
      else if (what < 0.84) piece.row = moved(piece.row)
      else if (what < 0.92) piece.health = (piece.health + 100 - chance.below(10)) % 101
      else if (what < 0.97) piece.isMarked = !piece.isMarked
      else piece.type = chance.oneOf(TYPES)
    }
  }
}
