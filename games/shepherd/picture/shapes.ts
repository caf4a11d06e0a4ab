import type { Shapes } from '../../page/stage.ts'

/** The picture of the meadow, in units. */
export const SHAPES: Shapes = {
  wide: { width: 800, height: 450 },
  widest: 960,
  tallWidth: 420,
  leastTall: 440,
  mostTall: 700,
}
