import type { SlotSet } from './slot-set.ts'

/** Most cells along a side, so that a world of any size takes no more memory. */
const MOST_CELLS = 64

/**
 * Finds the entities near a point. It sorts their places into the cells of a grid over all of them (counting sort), anew
 * each network tick and for all clients at once. Allocates nothing once it has grown.
 */
export class Grid {
  readonly #near: number
  readonly #far: number
  #count = 0
  /** How many of them have a place. */
  #placed = 0
  #slots = new Int32Array(64)
  // In the order in which they were put in, and then sorted by cell.
  #xs = new Float64Array(64)
  #ys = new Float64Array(64)
  #cells = new Int32Array(64)
  #sortedSlots = new Int32Array(64)
  #sortedXs = new Float64Array(64)
  #sortedYs = new Float64Array(64)
  /** Where each cell begins in the sorted arrays, and one more at the end. */
  #starts = new Int32Array(64)
  #columns = 0
  #rows = 0
  #size = 1
  #left = 0
  #top = 0

  /** `radius`: an entity nearer than this is near. An entity that was near still is up to `margin` further. */
  constructor(radius: number, margin: number) {
    this.#near = radius
    this.#far = radius + margin
  }

  /** Empties the grid. */
  begin(): void {
    this.#count = 0
  }

  /** Adds an entity and returns its `n`. The caller writes its place to `n` of `xs` and `ys`. */
  put(slot: number): number {
    const n = this.#count++
    if (n === this.#slots.length) this.#grow()
    this.#slots[n] = slot
    return n
  }

  get xs(): Float64Array {
    return this.#xs
  }

  get ys(): Float64Array {
    return this.#ys
  }

  /** Sorts the entities, once all are added. Leaves out those without a place (no finite number). */
  finish(): void {
    this.#measure()
    const cells = this.#cells
    const cellCount = this.#columns * this.#rows
    if (cellCount >= this.#starts.length) this.#starts = new Int32Array(2 * cellCount)
    const starts = this.#starts
    starts.fill(0, 0, cellCount + 1)
    for (let n = 0; n < this.#count; n++) {
      const x = this.#xs[n]!
      const y = this.#ys[n]!
      cells[n] = -1
      if (!(x - x === 0 && y - y === 0)) continue
      const column = Math.min(this.#columns - 1, Math.floor((x - this.#left) / this.#size))
      const row = Math.min(this.#rows - 1, Math.floor((y - this.#top) / this.#size))
      cells[n] = row * this.#columns + column
      starts[cells[n]! + 1]!++
    }
    for (let cell = 0; cell < cellCount; cell++) starts[cell + 1]! += starts[cell]!
    this.#placed = starts[cellCount]!
    // Each cell is filled from its end. Its start is left one place too far, and is moved back after that.
    for (let n = this.#count - 1; n >= 0; n--) {
      const cell = cells[n]!
      if (cell < 0) continue
      const at = --starts[cell + 1]!
      this.#sortedSlots[at] = this.#slots[n]!
      this.#sortedXs[at] = this.#xs[n]!
      this.#sortedYs[at] = this.#ys[n]!
    }
    for (let cell = 0; cell < cellCount; cell++) starts[cell] = starts[cell + 1]!
    starts[cellCount] = this.#placed
  }

  /** Adds to `found` the slots near a point. `before`: the slots that were near last time. */
  find(found: SlotSet, before: SlotSet, x: number, y: number): void {
    if (this.#placed === 0 || !(x - x === 0 && y - y === 0)) return
    const near = this.#near * this.#near
    const far = this.#far * this.#far
    const first = cellOf(x - this.#far - this.#left, this.#size, this.#columns)
    const last = cellOf(x + this.#far - this.#left, this.#size, this.#columns)
    const lastRow = cellOf(y + this.#far - this.#top, this.#size, this.#rows)
    let row = cellOf(y - this.#far - this.#top, this.#size, this.#rows)
    const was = before.words
    const is = found.words
    for (; row <= lastRow; row++) {
      const end = this.#starts[row * this.#columns + last + 1]!
      for (let at = this.#starts[row * this.#columns + first]!; at < end; at++) {
        const dx = this.#sortedXs[at]! - x
        const dy = this.#sortedYs[at]! - y
        const apart = dx * dx + dy * dy
        if (apart > far) continue
        const slot = this.#sortedSlots[at]!
        const bit = 1 << (slot & 31)
        if (apart < near || (was[slot >> 5]! & bit) !== 0) is[slot >> 5]! |= bit
      }
    }
  }

  /** Lays the cells over all places. */
  #measure(): void {
    let left = Infinity
    let right = -Infinity
    let top = Infinity
    let bottom = -Infinity
    for (let n = 0; n < this.#count; n++) {
      const x = this.#xs[n]!
      const y = this.#ys[n]!
      if (!(x - x === 0 && y - y === 0)) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
    if (left > right) left = right = top = bottom = 0
    const longest = Math.max(right - left, bottom - top)
    this.#size = Math.max(this.#far / 2, (longest / MOST_CELLS) * 1.001)
    this.#left = left
    this.#top = top
    this.#columns = cellOf(right - left, this.#size, MOST_CELLS) + 1
    this.#rows = cellOf(bottom - top, this.#size, MOST_CELLS) + 1
  }

  #grow(): void {
    const length = this.#slots.length * 2
    const [slots, xs, ys] = [this.#slots, this.#xs, this.#ys]
    this.#slots = new Int32Array(length)
    this.#slots.set(slots)
    this.#xs = new Float64Array(length)
    this.#xs.set(xs)
    this.#ys = new Float64Array(length)
    this.#ys.set(ys)
    this.#cells = new Int32Array(length)
    this.#sortedSlots = new Int32Array(length)
    this.#sortedXs = new Float64Array(length)
    this.#sortedYs = new Float64Array(length)
  }
}

/** Returns the cell at a distance from the border, which is the first or the last of `count` cells beyond the grid. */
function cellOf(distance: number, size: number, count: number): number {
  const cell = Math.floor(distance / size)
  return cell < 0 ? 0 : cell >= count ? count - 1 : cell
}
