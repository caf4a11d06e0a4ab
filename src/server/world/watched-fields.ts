import { isDevelopment } from '#development'
import { type FieldGroup, fieldGroup, GROUP_FIELDS } from '../../game/code-copies.ts'
import type { RotationCode } from '../../game/column.ts'
import { putFine, restOf, roundFine } from '../../game/fine-steps.ts'
import { defaultOf, fits, type Misfit, noteMisfit } from '../../game/misfits.ts'
import * as OP from '../../game/op.ts'
import { dequantize, keep, nearest, nearestAt, quantize, toNumber } from '../../game/quantize.ts'
import type { Column, Holder, Schema } from '../../game/schema.ts'
import { countText } from '../../game/texts.ts'
import { warnOfValue } from '../../game/value-warnings.ts'
import { guardedList } from './guarded-object.ts'

/** Objects of a schema, and the values that their fields had when they were last taken. */
export interface WatchedValues {
  /** The objects, followed by a list for each vector of what holds its parts. */
  readonly holders: readonly (readonly Holder[])[]
  /** The last values of the fields, a row for each object: numbers, and all others. */
  readonly numbers: Float64Array
  readonly others: unknown[]
  readonly width: number
  readonly otherWidth: number
  readonly marks: Uint8Array
  /** The values that no field can hold. */
  readonly misfits: Misfit[]
}

/** Fields that are compared together: see the methods of `ChangeTracker`. */
export interface WatchedFields {
  find(of: WatchedValues): void
  take(of: WatchedValues, place: number, row: Int32Array, texts: string[]): boolean
  note(of: WatchedValues, place: number, row: Int32Array, offset: number, last: Int32Array): boolean
  /** Notes that `row` and `texts` are what was last taken. */
  restore(of: WatchedValues, place: number, row: Int32Array, texts: readonly string[]): void
  /** Replaces each value that its field cannot hold by the last one, and notes the misfit. */
  mend(of: WatchedValues, place: number): void
}

/** Numbers as they are in an object. */
const NOW = /* @__PURE__ */ new Float64Array(GROUP_FIELDS)
const OTHERS_NOW: unknown[] = /* @__PURE__ */ [null, null, null, null]
/** What an object was before it was first taken: a value that no field holds. */
export const NOTHING: unique symbol = /* @__PURE__ */ Symbol('nothing')
/** A rotation in whole numbers. */
const TURN_ROW = /* @__PURE__ */ new Int32Array(4)

/** The least squared length of what counts as a rotation, and how far a squared length may be from 1. */
const LEAST_SQUARE = 1e-100
const NEARLY = 1e-12

/** Up to `GROUP_FIELDS` fields of an object, or of a vector in it. */
export class Group {
  readonly schema: Schema
  readonly columns: readonly Column[]
  /** For each column: its place in a row, and whether everybody is told of it. */
  readonly which: Int32Array
  readonly isTold: readonly boolean[]
  /** Which list of `holders` has the fields. */
  readonly holder: number
  /** Where their values begin in a row. If they are fewer than `GROUP_FIELDS`, the last one fills up the group. */
  readonly at: number
  readonly fields: FieldGroup

  constructor(schema: Schema, which: Int32Array, holder: number, at: number) {
    this.schema = schema
    this.which = which
    this.holder = holder
    this.at = at
    this.columns = [...which].map((i) => schema.columns[i]!)
    this.isTold = [...which].map((i) => schema.entering.includes(i))
    const key = (k: number) => {
      const { part, name } = this.columns[Math.min(k, which.length - 1)]!
      return part || name
    }
    this.fields = fieldGroup(key(0), key(1), key(2), key(3))
  }
}

/** Numbers and angles. */
export class NumberFields implements WatchedFields {
  readonly #group: Group

  constructor(group: Group) {
    this.#group = group
  }

  find({ holders, numbers, width, marks }: WatchedValues): void {
    const { fields, holder, at } = this.#group
    fields.find(holders[holder]!, numbers, at, width, marks)
  }

  take(of: WatchedValues, place: number, row: Int32Array): boolean {
    const { holders, numbers, width } = of
    const { schema, columns, which, holder } = this.#group
    const at = place * width + this.#group.at
    const object = holders[holder]![place]!
    const count = columns.length
    let hasChanged = false
    readNumbers(this.#group, of, place)
    for (let k = 0; k < count; k++) {
      if (isSame(NOW[k]!, numbers[at + k]!)) continue
      const c = columns[k]!
      const i = which[k]!
      if (isDevelopment) warnOfValue(schema.kind, c, NOW, k)
      keep(c, NOW, k, numbers, at + k)
      const q = c.isFine ? roundFine(c, numbers, at + k) : nearest(c, numbers[at + k]!)
      if (!Object.is(numbers[at + k], NOW[k])) c.access!.write(object, numbers, at + k)
      if (c.isFine) {
        const rest = restOf(c, numbers, at + k)
        const r = schema.restAt[i]!
        if (row[r] !== rest) hasChanged = true
        row[r] = rest
      }
      if (row[i] === q) continue
      row[i] = q
      hasChanged = true
    }
    for (let k = count; k < GROUP_FIELDS; k++) numbers[at + k] = numbers[at + count - 1]!
    return hasChanged
  }

  restore({ numbers, width }: WatchedValues, place: number, row: Int32Array): void {
    const { schema, columns, which } = this.#group
    const at = place * width + this.#group.at
    for (let k = 0; k < GROUP_FIELDS; k++) {
      const last = Math.min(k, columns.length - 1)
      const c = columns[last]!
      const i = which[last]!
      if (c.isFine) putFine(c, row[i]!, row[schema.restAt[i]!]!, numbers, at + k)
      else numbers[at + k] = toNumber(c, row[i]!)
    }
  }

  mend(of: WatchedValues, place: number): void {
    mendNumbers(this.#group, of, place)
  }

  /** Whether a number with a rest has changed. */
  hasMoved(of: WatchedValues, place: number): boolean {
    const { columns, isTold } = this.#group
    const at = place * of.width + this.#group.at
    readNumbers(this.#group, of, place)
    for (let k = 0; k < columns.length; k++)
      if (isTold[k] && columns[k]!.isFine && NOW[k] !== of.numbers[at + k]) return true
    return false
  }

  note(
    of: WatchedValues,
    place: number,
    row: Int32Array,
    offset: number,
    last: Int32Array,
  ): boolean {
    const { numbers, width } = of
    const { columns, which, isTold } = this.#group
    const at = place * width + this.#group.at
    let differs = false
    readNumbers(this.#group, of, place)
    for (let k = 0; k < columns.length; k++) {
      if (!isTold[k]) continue
      const i = which[k]!
      const now = NOW[k]!
      // What is not a number yet becomes the last value.
      const isLast = now === numbers[at + k] || Number.isNaN(now)
      const q = isLast ? last[i]! : nearestAt(columns[k]!, NOW, k)
      row[offset + i] = q
      if (q !== last[i]) differs = true
    }
    return differs
  }
}

/** A rotation. */
export class TurnFields implements WatchedFields {
  readonly #group: Group
  readonly #code: RotationCode

  constructor(group: Group) {
    this.#group = group
    this.#code = group.columns[0]!.code!
  }

  find({ holders, numbers, width, marks }: WatchedValues): void {
    const { fields, holder, at } = this.#group
    fields.find(holders[holder]!, numbers, at, width, marks)
  }

  take(of: WatchedValues, place: number, row: Int32Array): boolean {
    if (!this.#hasTurned(of, place)) return false
    const { schema, which, at, holder } = this.#group
    const { columns } = schema
    const object = of.holders[0]![place]!
    const turn = of.holders[holder]![place]!
    const first = which[0]!
    let hasChanged = false
    this.#code.take(columns, object, first, TURN_ROW, 0)
    const from = place * of.width + at
    if (schema.keepsNumbers && toUnitLength(NOW)) {
      of.numbers.set(NOW, from)
      for (let k = 0; k < 4; k++) columns[first + k]!.access!.write(turn, NOW, k)
    } else {
      this.#code.put(columns, object, first, TURN_ROW, 0)
      this.#code.toNumbers(columns, first, TURN_ROW, 0, of.numbers, from)
    }
    for (let k = 0; k < 4; k++) {
      if (row[first + k] === TURN_ROW[k]) continue
      row[first + k] = TURN_ROW[k]!
      hasChanged = true
    }
    return hasChanged
  }

  restore(of: WatchedValues, place: number, row: Int32Array): void {
    const { schema, which, at } = this.#group
    const first = which[0]!
    this.#code.toNumbers(schema.columns, first, row, first, of.numbers, place * of.width + at)
  }

  note(
    of: WatchedValues,
    place: number,
    row: Int32Array,
    offset: number,
    last: Int32Array,
  ): boolean {
    const { schema, which, isTold } = this.#group
    if (!isTold[0]) return false
    const first = which[0]!
    for (let k = first; k < first + 4; k++) row[offset + k] = last[k]!
    if (!this.#hasTurned(of, place)) return false
    this.#code.take(schema.columns, of.holders[0]![place]!, first, row, offset + first)
    let differs = false
    for (let k = first; k < first + 4; k++) if (row[offset + k] !== last[k]) differs = true
    return differs
  }

  mend(of: WatchedValues, place: number): void {
    mendNumbers(this.#group, of, place)
  }

  #hasTurned(of: WatchedValues, place: number): boolean {
    const at = place * of.width + this.#group.at
    readNumbers(this.#group, of, place)
    for (let k = 0; k < 4; k++) if (!isSame(NOW[k]!, of.numbers[at + k]!)) return true
    return false
  }
}

/** Fields that are neither numbers nor rotations. */
export class OtherFields implements WatchedFields {
  readonly #group: Group
  /** For each column, its place among the texts; -1 if it is no text. */
  readonly #texts: Int32Array

  constructor(group: Group) {
    this.#group = group
    this.#texts = group.which.map((i) => group.schema.textIndex[i]!)
  }

  find({ holders, others, otherWidth, marks }: WatchedValues): void {
    const { fields, holder, at } = this.#group
    fields.find(holders[holder]!, others, at, otherWidth, marks)
  }

  take(of: WatchedValues, place: number, row: Int32Array, texts: string[]): boolean {
    const { holders, others, otherWidth } = of
    const { columns, which, fields, holder } = this.#group
    const at = place * otherWidth + this.#group.at
    const object = holders[holder]![place]!
    const count = columns.length
    let hasChanged = false
    fields.read(object, OTHERS_NOW)
    for (let k = 0; k < count; k++) {
      if (OTHERS_NOW[k] === others[at + k]) continue
      const c = columns[k]!
      const i = which[k]!
      if (!fits(c, OTHERS_NOW[k])) this.#mend(of, object, k, at)
      let q = 0
      if (c.op === OP.text) {
        q = countText(c, object, texts, this.#texts[k]!, row[i]!)
        // A text may have been written as a number.
        object[c.name] = c.list
          ? guardedList(object[c.name] as unknown[], object, c)
          : texts[this.#texts[k]!]
        others[at + k] = object[c.name]
      } else {
        q = quantize(c, OTHERS_NOW[k])
        others[at + k] = object[c.name] = dequantize(c, q)
      }
      if (row[i] === q) continue
      row[i] = q
      hasChanged = true
    }
    for (let k = count; k < GROUP_FIELDS; k++) others[at + k] = others[at + count - 1]
    return hasChanged
  }

  restore(
    { others, otherWidth }: WatchedValues,
    place: number,
    row: Int32Array,
    texts: readonly string[],
  ): void {
    const { columns, which } = this.#group
    const at = place * otherWidth + this.#group.at
    for (let k = 0; k < GROUP_FIELDS; k++) {
      const last = Math.min(k, columns.length - 1)
      const c = columns[last]!
      const text = texts[this.#texts[last]!] ?? ''
      // A list is compared by its identity, so one that was not replaced counts as changed, and is found to be the same.
      if (c.list) others[at + k] = c.list.fromText(text)
      else others[at + k] = c.op === OP.text ? text : dequantize(c, row[which[last]!]!)
    }
  }

  mend(of: WatchedValues, place: number): void {
    const { holders, otherWidth } = of
    const { columns, fields, holder } = this.#group
    const object = holders[holder]![place]!
    fields.read(object, OTHERS_NOW)
    for (let k = 0; k < columns.length; k++)
      if (!fits(columns[k]!, OTHERS_NOW[k]))
        this.#mend(of, object, k, place * otherWidth + this.#group.at)
  }

  /** Replaces the value of column `k` by the last one. */
  #mend({ others, misfits }: WatchedValues, object: Holder, k: number, at: number): void {
    const c = this.#group.columns[k]!
    noteMisfit(misfits, object, c, OTHERS_NOW[k])
    const last = others[at + k]
    OTHERS_NOW[k] = object[c.name] = last === NOTHING ? defaultOf(c) : last
  }

  note(
    of: WatchedValues,
    place: number,
    row: Int32Array,
    offset: number,
    last: Int32Array,
  ): boolean {
    const { holders, others, otherWidth } = of
    const { columns, which, isTold, fields, holder } = this.#group
    const at = place * otherWidth + this.#group.at
    let differs = false
    fields.read(holders[holder]![place]!, OTHERS_NOW)
    for (let k = 0; k < columns.length; k++) {
      if (!isTold[k] || this.#texts[k]! >= 0) continue
      const i = which[k]!
      if (OTHERS_NOW[k] !== others[at + k] && !fits(columns[k]!, OTHERS_NOW[k]))
        this.#mend(of, holders[holder]![place]!, k, at)
      const q = OTHERS_NOW[k] === others[at + k] ? last[i]! : quantize(columns[k]!, OTHERS_NOW[k])
      row[offset + i] = q
      if (q !== last[i]) differs = true
    }
    return differs
  }
}

/** Scales a rotation to a length of 1 if it is off. Returns false if that cannot be done. */
function toUnitLength(turn: Float64Array): boolean {
  const square =
    turn[0]! * turn[0]! + turn[1]! * turn[1]! + turn[2]! * turn[2]! + turn[3]! * turn[3]!
  if (!(square > LEAST_SQUARE && square < 1 / LEAST_SQUARE)) return false
  if (Math.abs(square - 1) < NEARLY) return true
  const scale = 1 / Math.sqrt(square)
  for (let k = 0; k < 4; k++) turn[k]! *= scale
  return true
}

/** Reads the numbers of an object to `NOW`. A BigInt, or anything else that is no number to JavaScript, is mended first. */
function readNumbers(group: Group, of: WatchedValues, place: number): void {
  const object = of.holders[group.holder]![place]!
  try {
    group.fields.readNumbers(object, NOW)
  } catch {
    mendNumbers(group, of, place)
    group.fields.readNumbers(object, NOW)
  }
}

function mendNumbers({ columns, holder, at }: Group, of: WatchedValues, place: number): void {
  const { holders, numbers, width, misfits } = of
  const object = holders[holder]![place]!
  for (const [k, c] of columns.entries()) {
    const key = c.part || c.name
    if (fits(c, object[key])) continue
    noteMisfit(misfits, holders[0]![place]!, c, object[key])
    const last = numbers[place * width + at + k]!
    object[key] = Number.isNaN(last) ? defaultOf(c) : last
  }
}

/** Whether two numbers are the same, also in the sign of 0. NaN is never the same. */
function isSame(a: number, b: number): boolean {
  return a === b && (a !== 0 || 1 / a === 1 / b)
}
