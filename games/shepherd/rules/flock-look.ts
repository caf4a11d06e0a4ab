import type { Sheep } from './flock-sheep.ts'
import type { HerdGrid } from './herd-grid.ts'

/** How far a sheep sees other sheep, in units. */
export const SIGHT = 54
/** With this many others within `CLOSE`, a sheep is in a crowd, which hides all others from it. */
export const CLOSE = 27
export const CROWD = 12
/** Sheep nearer than this are too near, the more the nearer they are. */
export const SPACING = 26

/** What can be seen of a sheep, side by side in one column: x, y, vx, vy, fear. */
const PACKED = 5

/** What each sheep sees of the others in a step: columns of sums, by the number of the sheep. */
export class Seen {
  /** The number of other sheep in sight. */
  readonly count: Int32Array
  /** Sums of how far they are from the sheep, of how fast they are, and of their fear. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly vx: Float64Array
  readonly vy: Float64Array
  readonly fear: Float64Array
  /** The direction in which it is pressed, and how much: half is about one sheep that touches it. */
  readonly apartX: Float64Array
  readonly apartY: Float64Array
  /** How much it is pressed from all sides: each sheep adds from 1 in the very same place down to 0 at `SPACING`. */
  readonly pressure: Float64Array
  /** Scratch of `lookAround`: `PACKED` numbers for each place of the grid. */
  readonly packed: Float64Array

  constructor(count: number) {
    this.count = new Int32Array(count)
    this.x = new Float64Array(count)
    this.y = new Float64Array(count)
    this.vx = new Float64Array(count)
    this.vy = new Float64Array(count)
    this.fear = new Float64Array(count)
    this.apartX = new Float64Array(count)
    this.apartY = new Float64Array(count)
    this.pressure = new Float64Array(count)
    this.packed = new Float64Array(PACKED * count)
  }
}

/** A way to find out what all sheep see. */
export type Look = (sheep: Sheep, grid: HerdGrid, seen: Seen) => void

/** The width of a grid's cells for `lookAround`: a sheep that is close is in the same cell or in one next to it. */
export const CELL: number = CLOSE

/**
 * Lets all sheep look around: separation, alignment and cohesion of Reynolds ("Flocks, Herds, and Schools", 1987) as
 * sums, and how frightened the others are. Where the sheep close by may be a crowd, it looks into their 3 x 3 cells.
 * Elsewhere, or if they are no crowd, it looks into the 5 x 5 cells of all in sight. It uses only squares of distances.
 * Free of allocation. For a grid of `CELL` units.
 *
 * Two things make it fast. First, no branch decides which sheep are in sight. About half of those looked at are, so the
 * processor would often guess wrong, which costs more than adding up all of them times 0 or 1. Second, no loop over
 * others writes to a column, because V8 would then look up for each of them anew where all columns lie.
 */
export function lookAround(sheep: Sheep, grid: HerdGrid, seen: Seen): void {
  pack(sheep, grid, seen)
  const { count, columns, first, order, cell } = grid
  const { packed } = seen
  // V8 reads the exports of a module anew each time, so this is not done in a loop.
  const closeSquared = CLOSE * CLOSE
  const sightSquared = SIGHT * SIGHT
  const spacingSquared = SPACING * SPACING
  const perSpacing = 1 / spacingSquared
  const perHalfSpacing = 2 / SPACING
  const crowd = CROWD
  for (let place = 0; place < count; place++) {
    const i = order[place]!
    const middle = cell[i]!
    const near =
      first[middle - columns + 2]! -
      first[middle - columns - 1]! +
      (first[middle + 2]! - first[middle - 1]!) +
      (first[middle + columns + 2]! - first[middle + columns - 1]!)
    const me = place * PACKED
    const myX = packed[me]!
    const myY = packed[me + 1]!
    // With no more than this many in the nearest cells there is no crowd, and one look is enough.
    let reach = near > crowd ? 1 : 2
    for (;;) {
      const most = reach === 1 ? closeSquared : sightSquared
      // The sheep finds itself too, at no distance, which would press it with 1.
      let others = -1
      let sumX = 0
      let sumY = 0
      let sumVx = -packed[me + 2]!
      let sumVy = -packed[me + 3]!
      let sumFear = -packed[me + 4]!
      let apartX = 0
      let apartY = 0
      let pressure = -1
      const last = middle + reach * columns
      for (let row = middle - reach * columns; row <= last; row += columns) {
        const end = first[row + reach + 1]! * PACKED
        for (let at = first[row - reach]! * PACKED; at < end; at += PACKED) {
          const dx = packed[at]! - myX
          const dy = packed[at + 1]! - myY
          const squared = dx * dx + dy * dy
          const counts = +(squared < most)
          others += counts
          sumX += counts * dx
          sumY += counts * dy
          sumVx += counts * packed[at + 2]!
          sumVy += counts * packed[at + 3]!
          sumFear += counts * packed[at + 4]!
          const nearness = 1 - squared * perSpacing
          const push = +(squared < spacingSquared) * nearness * nearness * nearness
          pressure += push
          apartX -= dx * push
          apartY -= dy * push
        }
      }
      if (reach === 1 && others < crowd) {
        reach = 2
        continue
      }
      seen.count[i] = others
      seen.x[i] = sumX
      seen.y[i] = sumY
      seen.vx[i] = sumVx
      seen.vy[i] = sumVy
      seen.fear[i] = sumFear
      seen.apartX[i] = apartX * perHalfSpacing
      seen.apartY[i] = apartY * perHalfSpacing
      seen.pressure[i] = pressure
      break
    }
  }
}

/** Puts what can be seen of the sheep side by side, in the order of their places. */
function pack({ vx, vy, fear }: Sheep, grid: HerdGrid, { packed }: Seen): void {
  const { count, order, x, y } = grid
  for (let place = 0; place < count; place++) {
    const i = order[place]!
    const at = place * PACKED
    packed[at] = x[place]!
    packed[at + 1] = y[place]!
    packed[at + 2] = vx[i]!
    packed[at + 3] = vy[i]!
    packed[at + 4] = fear[i]!
  }
}
