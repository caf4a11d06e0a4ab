import type { Sheep } from './flock-sheep.ts'
import type { HerdGrid } from './herd-grid.ts'

/** How far a sheep sees other sheep, in units. */
export const SIGHT = 54
/** With so many others within `CLOSE` it is in a crowd, and those hide all others from it. */
export const CLOSE = 27
export const CROWD = 12
/** Those nearer than this are too near for it, the more the nearer. */
export const SPACING = 26

/** What each sheep sees of the others in a step: columns of sums, by the number of the sheep. */
export class Seen {
  /** How many others. */
  readonly count: Int32Array
  /** Sums of how far they are from it, of how fast they are, and of their fear. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly vx: Float64Array
  readonly vy: Float64Array
  readonly fear: Float64Array
  /** Which way it is pressed, and how much: half is about one other who touches it. */
  readonly apartX: Float64Array
  readonly apartY: Float64Array
  /** How much it is pressed from all sides: by each 1 in the very same place, down to 0 at `SPACING`. */
  readonly pressure: Float64Array
  /** Scratch of a `Look`: whom the one that looks sees. */
  readonly found: Int32Array

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
    this.found = new Int32Array(count)
  }
}

/** A way to find out what all sheep see. */
export type Look = (sheep: Sheep, grid: HerdGrid, seen: Seen) => void

/** How wide the cells of a grid are for `lookAround`: who is close is in the same one or in one next to it. */
export const CELL: number = CLOSE

/**
 * Lets all sheep look around: separation, alignment and cohesion of Reynolds ("Flocks, Herds, and Schools", 1987) as
 * sums, and how frightened the others are. Looks into the 3 x 3 cells of who is close where these may be a crowd, else,
 * or if they are none, into the 5 x 5 of all in sight. Nothing but squares of distances. Free of allocation; for a grid
 * of `CELL` units.
 */
export function lookAround(sheep: Sheep, grid: HerdGrid, seen: Seen): void {
  const { count, columns, first, x, y, order, cell } = grid
  const { found } = seen
  // V8 reads what a module exports anew each time: not in a loop.
  const closeSquared = CLOSE * CLOSE
  const sightSquared = SIGHT * SIGHT
  const crowd = CROWD
  for (let me = 0; me < count; me++) {
    const myX = x[me]!
    const myY = y[me]!
    const middle = cell[order[me]!]!
    let others = 0
    // With no more than these in the nearest cells there is no crowd, and one look does.
    const near =
      first[middle - columns + 2]! -
      first[middle - columns - 1]! +
      (first[middle + 2]! - first[middle - 1]!) +
      (first[middle + columns + 2]! - first[middle + columns - 1]!)
    let reach = near > crowd ? 1 : 2
    for (;;) {
      const most = reach === 1 ? closeSquared : sightSquared
      const last = middle + reach * columns
      others = 0
      for (let row = middle - reach * columns; row <= last; row += columns) {
        const end = first[row + reach + 1]!
        for (let j = first[row - reach]!; j < end; j++) {
          const dx = x[j]! - myX
          const dy = y[j]! - myY
          // No branch, which the processor would guess wrong as often as not.
          found[others] = j
          others += +(dx * dx + dy * dy < most)
        }
      }
      if (reach === 2 || others > crowd) break
      reach = 2
    }
    sumUp(sheep, grid, seen, me, others)
  }
}

/** Adds up what a sheep at a place sees of the first `count` that it `found`, itself among them. */
function sumUp(sheep: Sheep, grid: HerdGrid, seen: Seen, me: number, count: number): void {
  const { vx, vy, fear } = sheep
  const { x, y, order } = grid
  const { found } = seen
  const i = order[me]!
  const myX = x[me]!
  const myY = y[me]!
  const spacingSquared = SPACING * SPACING
  const perSpacing = 1 / spacingSquared
  let sumX = 0
  let sumY = 0
  let sumVx = -vx[i]!
  let sumVy = -vy[i]!
  let sumFear = -fear[i]!
  let apartX = 0
  let apartY = 0
  // It would press itself with 1.
  let pressure = -1
  for (let n = 0; n < count; n++) {
    const j = found[n]!
    const dx = x[j]! - myX
    const dy = y[j]! - myY
    const squared = dx * dx + dy * dy
    sumX += dx
    sumY += dy
    const other = order[j]!
    sumVx += vx[other]!
    sumVy += vy[other]!
    sumFear += fear[other]!
    const nearness = 1 - squared * perSpacing
    const push = +(squared < spacingSquared) * nearness * nearness * nearness
    pressure += push
    apartX -= dx * push
    apartY -= dy * push
  }
  seen.count[i] = count - 1
  seen.x[i] = sumX
  seen.y[i] = sumY
  seen.vx[i] = sumVx
  seen.vy[i] = sumVy
  seen.fear[i] = sumFear
  seen.apartX[i] = apartX * (2 / SPACING)
  seen.apartY[i] = apartY * (2 / SPACING)
  seen.pressure[i] = pressure
}
