import { around as importedAround } from '../../base/sequence.ts'
import type { RotationCode } from '../../game/column.ts'
import * as OP from '../../game/op.ts'
import { type Column, dequantize, type Holder, quantize, type Schema } from '../../game/schema.ts'
import { countText } from '../../game/texts.ts'
import { type FieldGroup, fieldGroup, KEYS as IMPORTED_KEYS } from './field-groups.ts'

// A module's own constants are known when its code is compiled; imported ones are looked up at each use.
const around = importedAround
const KEYS = IMPORTED_KEYS
/** The bit of `Watch.marks` for an object that has changed. */
export const CHANGED = 1
/** The objects that there is room for once there is one. */
const LEAST_ROOM = 4
const NO_MARKS = /* @__PURE__ */ new Uint8Array(0)
const NO_NUMBERS = /* @__PURE__ */ new Float64Array(0)
/** The fields of the current group, unrounded: V8 boxes fractions that are passed to functions. */
const NUMBERS = /* @__PURE__ */ new Float64Array(KEYS)
const OTHERS: unknown[] = /* @__PURE__ */ [null, null, null, null]
/** What no field holds. */
const NOTHING = /* @__PURE__ */ Symbol('nothing')
/** A rotation in whole numbers. */
const TURN_ROW = /* @__PURE__ */ new Int32Array(4)

/**
 * The objects of one schema, and what their fields were when they were taken last. Finds which objects have changed by
 * comparing fields before any rounding. An object that nobody has written to costs a comparison of each field and nothing
 * else. That is cheaper than fields that note each write: see docs/PERFORMANCE.md. A 0 that becomes -0 counts as the same.
 * Free of allocation but for objects that come.
 */
export class Watch {
  /** For each object, by its place: `CHANGED` or not, and the caller's own bits. */
  marks: Uint8Array = NO_MARKS
  /** The objects, and behind them, for each vector, what holds its parts. */
  readonly #holders: readonly Holder[][]
  readonly #vectors: readonly (string | symbol)[]
  readonly #groups: readonly Group[]
  /** What the fields were, a row for each object: numbers, and all others. */
  #numbers: Float64Array = NO_NUMBERS
  readonly #others: unknown[] = []
  readonly #width: number
  readonly #otherWidth: number

  constructor(schema: Schema) {
    const { vectors, groups, width, otherWidth } = layoutOf(schema)
    this.#vectors = vectors
    this.#groups = groups
    this.#width = width
    this.#otherWidth = otherWidth
    this.#holders = [[], ...vectors.map(() => [])]
  }

  /** How many objects there are. */
  get count(): number {
    return this.#holders[0]!.length
  }

  /** Adds an object, which counts as changed. Returns its place. */
  add(object: Holder): number {
    const place = this.count
    if (place === this.marks.length) this.#grow()
    this.marks[place] = CHANGED
    this.#holders[0]!.push(object)
    this.#vectors.forEach((vector, v) => {
      this.#holders[v + 1]!.push(object[vector] as Holder)
    })
    this.#numbers.fill(Number.NaN, place * this.#width, (place + 1) * this.#width)
    for (let i = 0; i < this.#otherWidth; i++) this.#others.push(NOTHING)
    return place
  }

  /** Takes out the object at `place`; the last one moves there. */
  remove(place: number): void {
    const last = this.count - 1
    const width = this.#width
    const otherWidth = this.#otherWidth
    const others = this.#others
    this.marks[place] = this.marks[last]!
    for (const holders of this.#holders) {
      holders[place] = holders[last]!
      holders.pop()
    }
    this.#numbers.copyWithin(place * width, last * width, (last + 1) * width)
    for (let i = 0; i < otherWidth; i++)
      others[place * otherWidth + i] = others[last * otherWidth + i]
    others.length -= otherWidth
  }

  /** Marks the objects that have changed since they were taken. */
  find(): void {
    for (let g = 0; g < this.#groups.length; g++) {
      const { fields, holder, areNumbers, at } = this.#groups[g]!
      const holders = this.#holders[holder]!
      if (areNumbers) fields.find(holders, this.#width, this.#numbers, at, this.marks)
      else fields.find(holders, this.#otherWidth, this.#others, at, this.marks)
    }
  }

  /**
   * Rounds the object at `place` to its grid and takes its whole numbers, onto a row that holds what was taken before; a
   * text's number counts its changes: see `Schema.gather`. Whether any number of the row has changed.
   */
  take(place: number, row: Int32Array, texts: string[]): boolean {
    let hasChanged = false
    for (let g = 0; g < this.#groups.length; g++) {
      const group = this.#groups[g]!
      const object = this.#holders[group.holder]![place]!
      const at = this.#read(group, object, place)
      if (!group.areNumbers) {
        if (group.takeOthers(object, this.#others, at, row, texts)) hasChanged = true
      } else if (group.code) {
        if (group.takeTurn(this.#holders[0]![place]!, this.#numbers, at, row)) hasChanged = true
      } else if (group.takeNumbers(object, this.#numbers, at, row)) hasChanged = true
    }
    return hasChanged
  }

  /**
   * Writes what everybody is told of the object at `place` but texts to `row` from `offset`, without rounding the object;
   * `last`: the row that was taken of it. Whether it differs from that.
   */
  note(place: number, row: Int32Array, offset: number, last: Int32Array): boolean {
    let differs = false
    for (let g = 0; g < this.#groups.length; g++) {
      const group = this.#groups[g]!
      const object = this.#holders[group.holder]![place]!
      const at = this.#read(group, object, place)
      if (group.code) {
        const whole = this.#holders[0]![place]!
        if (group.noteTurn(whole, this.#numbers, at, row, offset, last)) differs = true
        continue
      }
      const was = group.areNumbers ? this.#numbers : this.#others
      if (group.note(was, at, row, offset, last)) differs = true
    }
    return differs
  }

  /** Reads the fields of a group. Returns where what they were begins. */
  #read({ fields, areNumbers, at }: Group, object: Holder, place: number): number {
    if (areNumbers) {
      fields.read(object, NUMBERS)
      return place * this.#width + at
    }
    fields.read(object, OTHERS)
    return place * this.#otherWidth + at
  }

  #grow(): void {
    const { marks } = this
    const numbers = this.#numbers
    const room = Math.max(LEAST_ROOM, 2 * marks.length)
    this.marks = new Uint8Array(room)
    this.marks.set(marks)
    this.#numbers = new Float64Array(room * this.#width)
    this.#numbers.set(numbers)
  }
}

/** What the objects of a schema have: its vectors, its fields in groups, and how many numbers and others a row has. */
interface Layout {
  readonly vectors: readonly (string | symbol)[]
  readonly groups: readonly Group[]
  readonly width: number
  readonly otherWidth: number
}

const layouts = /* @__PURE__ */ new WeakMap<Schema, Layout>()

/** The layout of a schema: made once. */
function layoutOf(schema: Schema): Layout {
  const known = layouts.get(schema)
  if (known) return known
  const { columns, every } = schema
  const isVector = (i: number) => columns[i]!.part !== ''
  const vectors = [...new Set([...every].filter(isVector).map((i) => columns[i]!.name))]
  const groups: Group[] = []
  const add = (which: Int32Array, holder: number, at: number): number => {
    for (let from = 0; from < which.length; from += KEYS, at += KEYS)
      groups.push(new Group(schema, which.slice(from, from + KEYS), holder, at))
    return at
  }
  let width = add(
    every.filter((i) => !isVector(i) && columns[i]!.access !== null),
    0,
    0,
  )
  vectors.forEach((name, v) => {
    width = add(
      every.filter((i) => columns[i]!.name === name),
      v + 1,
      width,
    )
  })
  const others = every.filter((i) => columns[i]!.access === null)
  const layout = { vectors, groups, width, otherWidth: add(others, 0, 0) }
  layouts.set(schema, layout)
  return layout
}

/** Fields of a schema that are read together: all numbers, or none. */
class Group {
  readonly fields: FieldGroup
  readonly areNumbers: boolean
  /** What makes them a rotation; null if they are none. */
  readonly code: RotationCode | null
  /** The list of holders that they are in. */
  readonly holder: number
  /** Where they begin among an object's last values. */
  readonly at: number
  /** All columns of the schema, and those of the group. */
  readonly #all: readonly Column[]
  readonly #columns: readonly Column[]
  /** Of each column: its place in a row; whether everybody is told of it; and, of what is a number, its grid. */
  readonly #which: Int32Array
  readonly #isTold: readonly boolean[]
  /** 1 for an angle: tested faster than true or false. */
  readonly #isAngle: Uint8Array
  readonly #levels: Int32Array
  readonly #mins: Float64Array
  readonly #steps: Float64Array
  /** For each column, its place among the texts; -1 if it is none. */
  readonly #texts: Int32Array

  constructor(
    { columns, entering, textIndex }: Schema,
    which: Int32Array,
    holder: number,
    at: number,
  ) {
    const own = [...which].map((i) => columns[i]!)
    // The last one fills up the group.
    const keys = Array.from({ length: KEYS }, (_, k) => own[Math.min(k, own.length - 1)]!)
    const [a, b, c, d] = keys.map(({ part, name }) => part || name) as [Key, Key, Key, Key]
    this.fields = fieldGroup(a, b, c, d)
    this.areNumbers = own[0]!.access !== null
    this.code = own[0]!.code
    this.#all = columns
    this.holder = holder
    this.at = at
    this.#columns = own
    this.#which = which
    this.#isTold = [...which].map((i) => entering.includes(i))
    this.#isAngle = Uint8Array.from(own, ({ op }) => (op === OP.angle ? 1 : 0))
    this.#levels = Int32Array.from(own, ({ levels }) => levels)
    this.#mins = Float64Array.from(own, ({ op, min }) => (op === OP.angle ? 0 : min))
    this.#steps = Float64Array.from(own, ({ step }) => step)
    this.#texts = which.map((i) => textIndex[i]!)
  }

  takeNumbers(object: Holder, was: Float64Array, at: number, row: Int32Array): boolean {
    const count = this.#which.length
    let hasChanged = false
    let differs = false
    for (let k = 0; k < count; k++) {
      if (isSame(NUMBERS[k]!, was[at + k]!)) continue
      differs = true
      const i = this.#which[k]!
      const q = this.#nearest(k)
      const steps = this.#isAngle[k] === 1 ? signed(q, this.#levels[k]!) : q
      was[at + k] = this.#mins[k]! + steps * this.#steps[k]!
      if (row[i] === q) continue
      row[i] = q
      hasChanged = true
    }
    for (let k = count; k < KEYS; k++) was[at + k] = was[at + count - 1]!
    if (differs) this.fields.write(object, was, at)
    return hasChanged
  }

  takeOthers(
    object: Holder,
    was: unknown[],
    at: number,
    row: Int32Array,
    texts: string[],
  ): boolean {
    const count = this.#which.length
    let hasChanged = false
    for (let k = 0; k < count; k++) {
      if (OTHERS[k] === was[at + k]) continue
      const c = this.#columns[k]!
      const i = this.#which[k]!
      let q = 0
      if (c.op === OP.text) {
        q = countText(c, object, texts, this.#texts[k]!, row[i]!)
        was[at + k] = object[c.name]
      } else {
        q = quantize(c, OTHERS[k])
        was[at + k] = object[c.name] = dequantize(c, q)
      }
      if (row[i] === q) continue
      row[i] = q
      hasChanged = true
    }
    for (let k = count; k < KEYS; k++) was[at + k] = was[at + count - 1]
    return hasChanged
  }

  /** `whole`: the object that has the rotation. */
  takeTurn(whole: Holder, was: Float64Array, at: number, row: Int32Array): boolean {
    if (!this.#differs(was, at)) return false
    const code = this.code!
    const first = this.#which[0]!
    let hasChanged = false
    code.take(this.#all, whole, first, TURN_ROW, 0)
    code.put(this.#all, whole, first, TURN_ROW, 0)
    code.toNumbers(this.#all, first, TURN_ROW, 0, was, at)
    for (let k = 0; k < KEYS; k++) {
      if (row[first + k] === TURN_ROW[k]) continue
      row[first + k] = TURN_ROW[k]!
      hasChanged = true
    }
    return hasChanged
  }

  /** What was read, in whole numbers to `row`; whether it differs from `last`. */
  note(
    was: Float64Array | unknown[],
    at: number,
    row: Int32Array,
    offset: number,
    last: Int32Array,
  ): boolean {
    let differs = false
    for (let k = 0; k < this.#which.length; k++) {
      const i = this.#which[k]!
      if (!this.#isTold[k] || this.#texts[k]! >= 0) continue
      row[offset + i] = last[i]!
      if (this.areNumbers ? NUMBERS[k] === was[at + k] : OTHERS[k] === was[at + k]) continue
      const q = this.areNumbers ? this.#nearest(k) : quantize(this.#columns[k]!, OTHERS[k])
      row[offset + i] = q
      if (q !== last[i]) differs = true
    }
    return differs
  }

  /** The same for a rotation of the object `whole`. */
  noteTurn(
    whole: Holder,
    was: Float64Array,
    at: number,
    row: Int32Array,
    offset: number,
    last: Int32Array,
  ): boolean {
    if (!this.#isTold[0]) return false
    const first = this.#which[0]!
    for (let k = 0; k < KEYS; k++) row[offset + first + k] = last[first + k]!
    if (!this.#differs(was, at)) return false
    this.code!.take(this.#all, whole, first, row, offset + first)
    let differs = false
    for (let k = first; k < first + KEYS; k++) if (row[offset + k] !== last[k]) differs = true
    return differs
  }

  #differs(was: Float64Array, at: number): boolean {
    for (let k = 0; k < KEYS; k++) if (!isSame(NUMBERS[k]!, was[at + k]!)) return true
    return false
  }

  /** The whole number of the `k`th number or angle that was read, within its range; NaN: the default. */
  #nearest(k: number): number {
    const levels = this.#levels[k]!
    const step = this.#steps[k]!
    // The least value of an angle is 0. Not by `Math.round`, which branches on the fraction: that is unpredictable.
    const exact = (NUMBERS[k]! - this.#mins[k]!) / step
    const below = Math.floor(exact)
    const q = below + Number(exact - below >= 0.5)
    if (this.#isAngle[k] === 1) return around(q, levels)
    return q >= 0 ? (q <= levels ? q | 0 : levels) : q < 0 ? 0 : this.#columns[k]!.initial
  }
}

type Key = string | symbol

/** Whether two numbers are the same, also in the sign of 0; not so NaN. */
function isSame(a: number, b: number): boolean {
  return a === b && (a !== 0 || 1 / a === 1 / b)
}

/** An angle's whole number as one of both sides of 0. */
function signed(q: number, levels: number): number {
  return q > levels >> 1 ? q - levels - 1 : q
}
