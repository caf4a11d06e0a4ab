import type { Holder, Schema } from '../../game/schema.ts'

/** Whole numbers that no caller keeps. */
const ROW = /* @__PURE__ */ new Int32Array(256)

/**
 * The fields of the room as pages have them, for `move`: the room keeps its numbers, but pages get them on their grid, and `move`
 * must read the same on both sides. Free of allocation after construction.
 */
export class RoomOnGrid {
  /** What `move` gets as `ctx.room`. It is the game's own object if all its fields are on their grid anyway. */
  readonly object: Holder
  readonly #schema: Schema
  readonly #from: Holder

  constructor(schema: Schema, from: Holder) {
    const { columns, every } = schema
    const isRounded = every.some((i) => columns[i]!.access !== null && !columns[i]!.isWhole)
    this.#schema = schema
    this.#from = from
    this.object = isRounded ? schema.create() : from
  }

  /** Brings `object` up to date. */
  refresh(): void {
    const from = this.#from
    const to = this.object
    if (from === to) return
    const { columns, texts } = this.#schema
    try {
      this.#schema.gather(from, ROW, 0, null)
    } catch {
      // Until the room has replaced a value that no field can hold.
      return
    }
    this.#schema.scatter(ROW, 0, to)
    for (let k = 0; k < texts.length; k++) {
      const { name } = columns[texts[k]!]!
      to[name] = from[name]
    }
  }
}
