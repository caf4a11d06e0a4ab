import { cos, sin } from 'glissade'
import type { Sheep } from './flock-sheep.ts'
import { gateOf } from './gate.ts'
import { PENS } from './meadow.ts'

/** The pen that is next to where shepherds begin. Its gate opens towards them. */
export const FIRST_PEN = 2
/** How many sheep wait before its gate, how far from the gate their middle is, and how far apart they stand, in units. */
export const FIRST_SHEEP = 7
const BEFORE_GATE = 125
const APART = 26
/** The golden angle, as of seeds in a sunflower. */
const GOLDEN_ANGLE = 2.399963229728653

/**
 * Puts the first sheep of a scattered flock between the place where shepherds begin and the gate next to it, so that a
 * player who only walks towards them drives them in. They stand out of reach of whoever has just come. The places are
 * the same for every seed.
 */
export function placeFirstFlock(sheep: Sheep): void {
  const pen = PENS[FIRST_PEN]
  if (!pen) return
  const gate = gateOf(pen)
  for (let i = 0; i < Math.min(FIRST_SHEEP, sheep.count); i++) {
    const away = 0.56 * APART * Math.sqrt(i)
    sheep.x[i] = gate.x + away * cos(i * GOLDEN_ANGLE)
    sheep.y[i] = gate.y - BEFORE_GATE + away * sin(i * GOLDEN_ANGLE)
  }
}
