import type { Misfit } from '../../game/misfits.ts'
import type { Holder, Schema } from '../../game/schema.ts'
import { type Layout, layoutOf } from './watch-layout.ts'
import { NOTHING, type WatchedValues } from './watched-fields.ts'

/** The bit of `ChangeTracker.marks` for an object that has changed. */
export const CHANGED = 1
/** How many objects there is room for at first. */
const LEAST_ROOM = 4
const NO_MARKS = /* @__PURE__ */ new Uint8Array(0)
const NO_NUMBERS = /* @__PURE__ */ new Float64Array(0)

/**
 * Keeps the objects of one schema, and the values that their fields had when they were last taken. It finds changed objects
 * by comparing fields before any rounding. An unchanged object costs a comparison of each field and nothing else. That is
 * cheaper than fields that note each write: see docs/PERFORMANCE.md. A 0 that becomes -0 counts as the same. Allocates only
 * for objects that are added.
 */
export class ChangeTracker implements WatchedValues {
  /** For each object, by its place: `CHANGED` or not, and the caller's own bits. */
  marks: Uint8Array = NO_MARKS
  readonly holders: readonly Holder[][]
  numbers: Float64Array = NO_NUMBERS
  readonly others: unknown[] = []
  /** The values that no field can hold, until somebody takes them out. */
  readonly misfits: Misfit[] = []
  readonly width: number
  readonly otherWidth: number
  readonly #layout: Layout

  constructor(schema: Schema) {
    this.#layout = layoutOf(schema)
    this.width = this.#layout.width
    this.otherWidth = this.#layout.otherWidth
    this.holders = [[], ...this.#layout.vectors.map(() => [])]
  }

  /** How many objects there are. */
  get count(): number {
    return this.holders[0]!.length
  }

  /** Adds an object, which counts as changed. Returns its place. */
  add(object: Holder): number {
    const place = this.count
    const { width } = this
    if (place === this.marks.length) this.#grow()
    this.marks[place] = CHANGED
    this.holders[0]!.push(object)
    this.#layout.vectors.forEach((vector, v) => {
      this.holders[v + 1]!.push(object[vector] as Holder)
    })
    this.numbers.fill(Number.NaN, place * width, (place + 1) * width)
    for (let i = 0; i < this.otherWidth; i++) this.others.push(NOTHING)
    return place
  }

  /** Takes out the object at `place`. The last one moves there. */
  remove(place: number): void {
    const last = this.count - 1
    const { width, otherWidth, others } = this
    this.marks[place] = this.marks[last]!
    for (const holders of this.holders) {
      holders[place] = holders[last]!
      holders.pop()
    }
    this.numbers.copyWithin(place * width, last * width, (last + 1) * width)
    for (let i = 0; i < otherWidth; i++)
      others[place * otherWidth + i] = others[last * otherWidth + i]
    others.length -= otherWidth
  }

  /** Marks the objects that have changed since they were last taken. */
  find(): void {
    const { numbers, others } = this.#layout
    for (let g = 0; g < numbers.length; g++) numbers[g]!.find(this)
    for (let g = 0; g < others.length; g++) others[g]!.find(this)
  }

  /**
   * Writes the whole numbers of the object at `place` to `row`, which holds those taken before. Rounds the object to its grid,
   * but not the numbers and rotations of a kind that only the room moves: these are only kept within their range. A text's
   * number counts its changes: see `Schema.gather`. Returns whether any number of the row has changed.
   */
  take(place: number, row: Int32Array, texts: string[]): boolean {
    const { numbers, others } = this.#layout
    let hasChanged = false
    for (let g = 0; g < numbers.length; g++)
      if (numbers[g]!.take(this, place, row)) hasChanged = true
    for (let g = 0; g < others.length; g++)
      if (others[g]!.take(this, place, row, texts)) hasChanged = true
    return hasChanged
  }

  /**
   * Writes what everybody is told of the object at `place`, except texts, to `row` from `offset`, without rounding the object.
   * `last`: the row that was last taken of it. Returns whether the two differ.
   */
  note(place: number, row: Int32Array, offset: number, last: Int32Array): boolean {
    const { numbers, others } = this.#layout
    let differs = false
    for (let g = 0; g < numbers.length; g++)
      if (numbers[g]!.note(this, place, row, offset, last)) differs = true
    for (let g = 0; g < others.length; g++)
      if (others[g]!.note(this, place, row, offset, last)) differs = true
    return differs
  }

  /**
   * Replaces each value of the object at `place` that its field cannot hold by the last one, and adds it to `misfits`. The other
   * methods do so as they meet such a value.
   */
  mend(place: number): void {
    const { numbers, others } = this.#layout
    for (const fields of [...numbers, ...others]) fields.mend(this, place)
  }

  /** Whether a number with a rest has changed since the object at `place` was last taken, however little. */
  hasMoved(place: number): boolean {
    const { numbers } = this.#layout
    for (let g = 0; g < numbers.length; g++) if (numbers[g]!.hasMoved(this, place)) return true
    return false
  }

  /** Notes that `row` and `texts` are what was last taken of the object at `place`, as in a restored room. */
  restore(place: number, row: Int32Array, texts: readonly string[]): void {
    const { numbers, others } = this.#layout
    for (let g = 0; g < numbers.length; g++) numbers[g]!.restore(this, place, row)
    for (let g = 0; g < others.length; g++) others[g]!.restore(this, place, row, texts)
  }

  #grow(): void {
    const { marks, numbers } = this
    const room = Math.max(LEAST_ROOM, 2 * marks.length)
    this.marks = new Uint8Array(room)
    this.marks.set(marks)
    this.numbers = new Float64Array(room * this.width)
    this.numbers.set(numbers)
  }
}
