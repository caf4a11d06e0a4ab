import { CUBE, CUBES } from './sizes.ts'

/** Cubes along the side of the lowest layer of a pyramid, and how many pyramids stand in a row. */
const SIDE = 3
const ROWS = 8
/** From one pyramid to the next, in metres. */
const APART = 4.4
/** Neighbouring cubes of a pyramid do not touch. In metres. */
const GAP = 0.03

/** Where each cube stands at first: x y z of its middle in metres, one after the other. */
export function startPlaces(): Float64Array {
  const places = new Float64Array(3 * CUBES)
  let n = 0
  const put = (x: number, y: number, z: number): void => {
    places.set([x, y, z], 3 * n++)
  }
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < ROWS; column++) {
      const x = (column - (ROWS - 1) / 2) * APART
      const z = (row - (ROWS - 1) / 2) * APART
      for (let layer = 0; layer < SIDE; layer++) {
        const side = SIDE - layer
        for (let i = 0; i < side * side; i++) {
          const across = (i % side) - (side - 1) / 2
          const along = Math.floor(i / side) - (side - 1) / 2
          put(x + across * (CUBE + GAP), CUBE * (layer + 0.5), z + along * (CUBE + GAP))
        }
      }
    }
  // The last ones make a tower in the middle.
  for (let layer = 0; n < CUBES; layer++) put(0, CUBE * (layer + 0.5), 0)
  return places
}
