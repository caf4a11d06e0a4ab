import type { Drawing, Spot } from './drawing.ts'
import type { Spot as Place } from './figures/spot.ts'
import { FOLIAGE } from './foliage.ts'

/** Units of a cell. Plants are looked up by the cell of their foot. */
const CELL = 96
/** The part of a drawing that its leaves fill, to the sides and up. */
const FULL_ASIDE = 0.42
const FULL_UP = 0.46
/** A body is hidden when leaves are before more than one of these parts of its height. */
const PARTS = [0.2, 0.5, 0.8]

/** The leaves of a plant: an ellipse, and the y of its foot. */
interface Leaves {
  readonly x: number
  readonly y: number
  readonly rx: number
  readonly ry: number
  readonly foot: number
}

/** Bushes and trees, behind which somebody may not be seen. */
export class Cover {
  readonly #cells: Map<number, Leaves[]> = new Map()
  /** How many cells a plant reaches, to its sides and up. */
  readonly #aside: number
  readonly #up: number

  /** `spots`: everything that stands. */
  constructor(spots: readonly Spot[]) {
    const drawings = new Map<string, Drawing>(FOLIAGE.map((drawing) => [drawing.name, drawing]))
    let aside = 0
    let up = 0
    for (const spot of spots) {
      const drawing = drawings.get(spot.piece)
      if (!drawing) continue
      const leaves = leavesOf(spot, drawing)
      const key = keyOf(Math.floor(spot.x / CELL), Math.floor(spot.y / CELL))
      const cell = this.#cells.get(key)
      if (cell) cell.push(leaves)
      else this.#cells.set(key, [leaves])
      aside = Math.max(aside, leaves.rx)
      up = Math.max(up, 2 * leaves.ry)
    }
    this.#aside = Math.ceil(aside / CELL)
    this.#up = Math.ceil(up / CELL)
  }

  /** Whether plants hide most of somebody who is `tall` units high and stands at `at`. Allocates nothing. */
  hides(at: Readonly<Place>, tall: number): boolean {
    let hidden = 0
    for (let i = 0; i < PARTS.length; i++) if (this.#isBehind(at, tall * PARTS[i]!)) hidden++
    return hidden > 1
  }

  #isBehind(at: Readonly<Place>, high: number): boolean {
    const column = Math.floor(at.x / CELL)
    const line = Math.floor(at.y / CELL)
    for (let j = line; j <= line + this.#up; j++)
      for (let i = column - this.#aside; i <= column + this.#aside; i++) {
        const cell = this.#cells.get(keyOf(i, j))
        for (let n = 0; cell && n < cell.length; n++) {
          const { x, y, rx, ry, foot } = cell[n]!
          const dx = (at.x - x) / rx
          const dy = (at.y - high - y) / ry
          if (foot > at.y && dx * dx + dy * dy < 1) return true
        }
      }
    return false
  }
}

const keyOf = (column: number, line: number): number => line * 1024 + column

function leavesOf({ x, y, size }: Spot, { left, right, top, bottom }: Drawing): Leaves {
  return {
    x,
    y: y - (size * (top - bottom)) / 2,
    rx: size * (left + right) * FULL_ASIDE,
    ry: size * (top + bottom) * FULL_UP,
    foot: y,
  }
}
