import type { Sheep } from './flock-sheep.ts'

/**
 * This many empty cells are around the land, so a sheep that looks no further than these need not check for the edge.
 */
export const MARGIN = 2

/**
 * An index of sheep by the cells of a grid, sorted anew in each step by counting (Seward, 1954). In the sorted columns,
 * the sheep of a cell lie together, and so do those of neighbouring cells of a row. A sheep that looks around therefore
 * reads a few stretches of memory and nothing else. Numbers in these columns are *places*. `order` says which sheep has
 * a place.
 */
export class HerdGrid {
  readonly cellUnits: number
  readonly columns: number
  readonly rows: number
  /** How many sheep are sorted in: those alive. */
  count = 0
  /** The sheep at each place. */
  readonly order: Int32Array
  /**
   * The first place of each cell, which is row * columns + column. Behind the last cell there is one more, up to a
   * multiple of 4.
   */
  readonly first: Uint16Array
  /** The cell that each sheep is in, by the number of the sheep. */
  readonly cell: Int32Array
  /** Where the sheep at each place was when they were sorted. */
  readonly x: Float64Array
  readonly y: Float64Array

  /** For `most` sheep, up to 65535, on this many units. A sheep beyond them counts to the cell at the edge. */
  constructor(most: number, width: number, height: number, cellUnits: number) {
    this.cellUnits = cellUnits
    this.columns = Math.ceil(width / cellUnits) + 2 * MARGIN
    this.rows = Math.ceil(height / cellUnits) + 2 * MARGIN
    this.order = new Int32Array(most)
    this.first = new Uint16Array(Math.ceil((this.columns * this.rows + 1) / 4) * 4)
    this.x = new Float64Array(most)
    this.y = new Float64Array(most)
    this.cell = new Int32Array(most)
  }

  /** Sorts all sheep that are alive. Free of allocation. */
  sort(sheep: Sheep): void {
    this.#countCells(sheep)
    this.#sumUp()
    this.#place(sheep)
  }

  #countCells({ count, x, y, alive }: Sheep): void {
    const { columns, rows } = this
    const cells = this.first
    const cell = this.cell
    const perUnit = 1 / this.cellUnits
    cells.fill(0)
    for (let i = 0; i < count; i++) {
      if (alive[i] === 0) continue
      // The numbers are made whole before the call, because V8 boxes fractional arguments.
      const row = within((y[i]! * perUnit) | 0, rows)
      const n = row * columns + within((x[i]! * perUnit) | 0, columns)
      cell[i] = n
      cells[n] = cells[n]! + 1
    }
  }

  /** Makes the number of each cell that of all sheep up to it. */
  #sumUp(): void {
    const cells = this.first
    const { length } = cells
    let sum = 0
    // Four are read before the first of them is written: after each write, V8 looks up anew where the column lies.
    for (let n = 0; n < length; n += 4) {
      const a = (sum + cells[n]!) | 0
      const b = (a + cells[n + 1]!) | 0
      const c = (b + cells[n + 2]!) | 0
      sum = (c + cells[n + 3]!) | 0
      cells[n] = a
      cells[n + 1] = b
      cells[n + 2] = c
      cells[n + 3] = sum
    }
    this.count = sum
  }

  /**
   * Each cell's number is now the one behind its last place. It moves to its first place as its sheep are put there.
   */
  #place(sheep: Sheep): void {
    const { alive, x: fromX, y: fromY } = sheep
    const { order, x, y } = this
    const cells = this.first
    const cell = this.cell
    for (let i = sheep.count - 1; i >= 0; i--) {
      if (alive[i] === 0) continue
      const n = cell[i]!
      const place = cells[n]! - 1
      cells[n] = place
      order[place] = i
      x[place] = fromX[i]!
      y[place] = fromY[i]!
    }
  }
}

/** The column, or row, that is this many whole cells from the edge of the land, of `count` in all. */
export function within(cells: number, count: number): number {
  const last = count - MARGIN - 1
  return cells < 0 ? MARGIN : cells + MARGIN < last ? cells + MARGIN : last
}
