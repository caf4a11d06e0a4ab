import type { Shapes } from '../../page/stage.ts'

/** The picture of the platformer, in the level's pixels. */
export const SHAPES: Shapes = {
  wide: { width: 640, height: 360 },
  widest: 800,
  tallWidth: 336,
  leastTall: 380,
  mostTall: 600,
}
