import { isDevelopment } from '#development'
import { GlissadeError } from '../base/error.ts'
import type { Hash } from '../base/hash.ts'
import { CoarseNumbers } from './coarse-numbers.ts'
import {
  type Column,
  column,
  curveName,
  drivingColumn,
  findVelocity,
  type PartsCode,
  TELEPORTS,
} from './column.ts'
import { type Field, type FieldCurve, type FieldSeen, make } from './field.ts'
import { putFine, roundFine } from './fine-steps.ts'
import { add, type Holder, ownShape, type VectorProperty } from './object-shape.ts'
import * as OP from './op.ts'
import type { PredictedPresses } from './predicted-presses.ts'
import {
  dequantize,
  getNumber,
  nearest,
  nearestAt,
  quantize,
  setNumber,
  toNumber,
} from './quantize.ts'
import type { TextCode } from './texts.ts'
import type { ToldFields } from './told-fields.ts'
import { warnOfValue } from './value-warnings.ts'

export { type Column, TELEPORTS } from './column.ts'
export type { Holder } from './object-shape.ts'

/** Holds a number that is read from or written to an object. */
const NUMBER = /* @__PURE__ */ new Float64Array(1)
/** Receives the numbers of `round` when the caller does not want them. */
const ROUNDED = /* @__PURE__ */ new Int32Array(256)

/**
 * A record of fields compiled to columns. A schema creates the plain objects that a game sees, rounds them to their grid, and
 * converts them to rows of whole numbers and back. Comparing rows after rounding makes both ends equal to the bit. Built once
 * per game. All methods but `create` are free of allocation and may be called inside a step.
 */
export class Schema {
  declare readonly columns: readonly Column[]
  /** How many numbers a row has. */
  declare readonly width: number
  /** How each column moves between samples. */
  declare readonly curves: readonly FieldCurve[]
  declare readonly names: readonly string[]
  /** The columns of texts. */
  declare readonly texts: Int32Array
  /** All columns of the object. */
  declare readonly every: Int32Array
  /** Columns that the owner gets: all but hidden ones. */
  declare readonly fine: Int32Array
  /** Columns of `fine` that `move` may change: all but told ones. */
  declare readonly predicted: Int32Array
  /** Columns that only the server writes. */
  declare readonly told: Int32Array
  /** Columns that everybody gets when the entity enters view, and those of them that are fields of the entity. */
  declare readonly entering: Int32Array
  declare readonly viewed: Int32Array
  /** Columns that everybody gets and `move` may change, without texts. */
  declare readonly moved: Int32Array
  /** Columns that everybody gets whenever they change. */
  declare readonly shared: Int32Array
  /** Columns that the owner gets in full because no body holds them so: see WIRE.md. */
  declare readonly privateColumns: Int32Array
  /** The columns of presses, which only an input has. */
  declare readonly presses: Int32Array
  /** Predicts which presses are taken. Undefined without presses. */
  readonly pressCode: typeof PredictedPresses | undefined
  /** Shows fields that only the server writes. Undefined without such fields. */
  readonly toldCode: typeof ToldFields | undefined
  /** Keeps and shows texts. Undefined without texts. */
  readonly textCode: TextCode | undefined
  /**
   * The columns that have a rest for the owner (see fine-steps.ts): those that `move` reads, of a kind that it moves. An owner's
   * row of `ownWidth` numbers ends with their rests, in this order.
   */
  declare readonly rested: Int32Array
  declare readonly ownWidth: number
  /** Where the rest of each column is in an owner's row; -1: it has none. */
  declare readonly restAt: Int32Array
  /** The index of each column among the texts, or -1. */
  declare readonly textIndex: Int32Array
  /**
   * The schema of the input that moves the entity. Rows hold the newest such input from column `inputAt` on; objects do not.
   * Columns that others do not get are 0. Null if no input moves the entity or none of its fields is interpolated.
   */
  declare readonly input: Schema | null
  readonly inputAt: number
  /** The kind's name, for warnings; '' for what nobody is warned about. */
  declare readonly kind: string
  /** Whether objects keep the numbers that the room writes. If a `move` reads them as well, they are rounded to their grid. */
  declare readonly keepsNumbers: boolean
  /** The columns of the input that others get, counted from its first column. */
  declare readonly toldInput: Int32Array
  /** The first columns of rotations, and all columns that are not rotations, texts or presses. */
  readonly #turns: Int32Array
  readonly #plain: Int32Array
  /** Those of them that both sides know, and that are therefore rounded. */
  readonly #rounded: Int32Array
  readonly #coarse: CoarseNumbers
  readonly #vectors = new Map<string | symbol, VectorProperty>()
  readonly #shape = Symbol('shape')

  constructor(
    record: { readonly [name: string]: Field },
    hasTeleports = false,
    input: Schema | null = null,
    kind = '',
  ) {
    this.kind = kind
    this.keepsNumbers = input === null
    const columns: Column[] = []
    for (const [name, field] of Object.entries(record)) {
      if (field.type === 'press') this.pressCode = field.code as typeof PredictedPresses
      this.toldCode ??= field.toldCode
      if (field.textCode) this.textCode = field.textCode
      const { columns: partsOf, Property } = (field.code ?? {}) as Partial<PartsCode>
      if (partsOf && Property) {
        const parts = partsOf(name, field)
        columns.push(...parts)
        this.#vectors.set(
          name,
          new Property(
            name,
            parts.map((c) => c.part),
          ),
        )
      } else columns.push(column(name, '', field))
    }
    for (const c of columns) findVelocity(c, columns, record)
    // An entity without interpolated fields is not extrapolated, so nobody needs its input.
    const glides = columns.some((c) => c.seen === 'all' && c.curve !== 'step')
    this.input = glides ? input : null
    this.inputAt = columns.length
    if (this.input) columns.push(...this.input.columns.map(drivingColumn))
    if (hasTeleports) columns.push(column(TELEPORTS, '', make('bits', OP.bits, { max: 7 })))
    this.columns = columns
    this.width = columns.length
    this.curves = columns.map((c) => c.curve)
    this.#coarse = new CoarseNumbers(columns)
    this.names = Object.keys(record)
    const all = Int32Array.from(columns.keys())
    const inputEnd = this.inputAt + (this.input?.width ?? 0)
    this.every = all.filter((i) => i < this.inputAt || i >= inputEnd)
    const where = (...seen: readonly FieldSeen[]) =>
      all.filter((i) => seen.includes(columns[i]!.seen))
    this.fine = where('all', 'told', 'own', 'once')
    this.predicted = where('all', 'own', 'once')
    this.told = where('told')
    this.viewed = where('all', 'told', 'once')
    this.entering = where('all', 'told', 'once', 'input')
    this.shared = where('all', 'told', 'input')
    this.privateColumns = this.fine.filter(
      (i) => columns[i]!.ratio !== 1 || !this.shared.includes(i),
    )
    const ofOp = (op: number) => this.every.filter((i) => columns[i]!.op === op)
    this.texts = ofOp(OP.text)
    this.presses = ofOp(OP.press)
    this.#turns = ofOp(OP.largest)
    this.#plain = this.every.filter(
      (i) => columns[i]!.op !== OP.text && columns[i]!.op < OP.largest,
    )
    // A hidden number stays as the room wrote it.
    this.#rounded = this.#plain.filter((i) => columns[i]!.seen !== 'hidden' || !columns[i]!.access)
    this.rested = this.#rounded.filter((i) => input && columns[i]!.access && !columns[i]!.isWhole)
    for (const i of this.rested) Object.assign(columns[i]!, { isFine: true })
    this.ownWidth = this.width + this.rested.length
    this.restAt = all.map((i) =>
      this.rested.includes(i) ? this.width + this.rested.indexOf(i) : -1,
    )
    this.toldInput = where('input').map((i) => i - this.inputAt)
    this.textIndex = all.map((i) => this.texts.indexOf(i))
    this.moved = where('all').filter((i) => this.textIndex[i]! < 0)
  }

  /**
   * Creates an object with every field at its default. Its shape never changes, and only objects of this schema have it.
   * `prototype`: default that of all plain objects.
   */
  create(prototype?: object): Holder {
    const object = ownShape(this.#shape, prototype)
    for (let k = 0; k < this.every.length; k++) {
      const c = this.columns[this.every[k]!]!
      const value = c.code ? Number(c.part === 'w') : (c.list?.empty ?? dequantize(c, c.initial))
      if (typeof c.name === 'symbol')
        Object.defineProperty(object, c.name, { value: 0, writable: true })
      else if (c.part === '') add(object, c.name, value)
      else {
        if (!Object.hasOwn(object, c.name))
          this.#vectors.get(c.name)!.addTo(object, ownShape(this.#shape))
        add(object[c.name] as Holder, c.part, value)
      }
    }
    return object
  }

  /**
   * Writes the numbers of `object` to `to`, each at its column, so that `round` can keep them. One that is not a number first
   * becomes what the row `last` has there, or the default without a row.
   */
  remember(object: Holder, to: Float64Array, last?: Int32Array): void {
    for (let k = 0; k < this.#plain.length; k++) {
      const i = this.#plain[k]!
      const c = this.columns[i]!
      if (!c.access) continue
      getNumber(c, object, to, i)
      if (!Number.isNaN(to[i])) continue
      if (isDevelopment) warnOfValue(this.kind, c, to, i)
      to[i] = toNumber(c, last ? last[i]! : c.initial)
      setNumber(c, object, to, i)
    }
  }

  /**
   * Rounds every field of `object` to its grid and range, in place, and writes it to `row`. Leaves texts alone. What is not a
   * number becomes what `before` has for its column, or the default without `before`.
   */
  round(object: Holder, row: Int32Array = ROUNDED, before?: Float64Array): void {
    for (let k = 0; k < this.#rounded.length; k++) {
      const i = this.#rounded[k]!
      const c = this.columns[i]!
      if (c.access) {
        getNumber(c, object, NUMBER, 0)
        if (isDevelopment) warnOfValue(this.kind, c, NUMBER, 0)
        const was = NUMBER[0]!
        if (before && Number.isNaN(was)) NUMBER[0] = before[i]!
        if (c.isFine) row[i] = roundFine(c, NUMBER, 0)
        else {
          const q = nearest(c, NUMBER[0]!)
          row[i] = q
          NUMBER[0] = toNumber(c, q)
        }
        if (!Object.is(NUMBER[0], was)) setNumber(c, object, NUMBER, 0)
      } else {
        const was = object[c.name]
        const q = quantize(c, was)
        row[i] = q
        const value = dequantize(c, q)
        if (!Object.is(value, was)) object[c.name] = value
      }
    }
    for (let k = 0; k < this.#turns.length; k++) {
      const i = this.#turns[k]!
      const { code } = this.columns[i]!
      code!.take(this.columns, object, i, row, i)
      code!.put(this.columns, object, i, row, i)
    }
  }

  /**
   * Writes `object` as whole numbers to `row` from `offset` on. A text's number counts its changes: `texts` holds the previous
   * texts, and `row` their counts; without `texts` it is 0. Leaves presses alone, because no object counts them.
   */
  gather(object: Holder, row: Int32Array, offset: number, texts: string[] | null): void {
    for (let k = 0; k < this.#plain.length; k++) {
      const i = this.#plain[k]!
      const c = this.columns[i]!
      if (c.access) {
        getNumber(c, object, NUMBER, 0)
        row[offset + i] = nearestAt(c, NUMBER, 0)
      } else row[offset + i] = quantize(c, object[c.name])
    }
    if (texts) this.textCode?.gather(this, object, row, offset, texts)
    else for (let k = 0; k < this.texts.length; k++) row[offset + this.texts[k]!] = 0
    for (let k = 0; k < this.#turns.length; k++) {
      const i = this.#turns[k]!
      this.columns[i]!.code!.take(this.columns, object, i, row, offset + i)
    }
  }

  /**
   * Sets the fields of `object` that `which` lists from a row; all fields by default. Leaves texts alone. Presses become false,
   * because a count of presses does not say whether this step has one.
   */
  scatter(row: Int32Array, offset: number, object: Holder, which: Int32Array = this.every): void {
    for (let k = 0; k < which.length; k++) {
      const i = which[k]!
      const c = this.columns[i]!
      if (c.code) {
        c.code.put(this.columns, object, i, row, offset + i)
        k += 3
      } else {
        NUMBER[0] = toNumber(c, row[offset + i]!)
        setNumber(c, object, NUMBER, 0)
      }
    }
  }

  /** Does the same from an owner's row, whose numbers have rests. */
  scatterOwn(
    row: Int32Array,
    offset: number,
    object: Holder,
    which: Int32Array = this.every,
  ): void {
    this.scatter(row, offset, object, which)
    for (let k = 0; k < which.length; k++) {
      const i = which[k]!
      const c = this.columns[i]!
      if (!c.isFine) continue
      putFine(c, row[offset + i]!, row[offset + this.restAt[i]!]!, NUMBER, 0)
      setNumber(c, object, NUMBER, 0)
    }
  }

  /** Writes the predicted numbers of an owner's row to `to`, as `toNumbers` does, with their rests. */
  ownToNumbers(row: Int32Array, offset: number, to: Float64Array): void {
    this.toNumbers(this.predicted, row, offset, to, 0)
    for (let k = 0; k < this.predicted.length; k++) {
      const i = this.predicted[k]!
      const c = this.columns[i]!
      if (c.isFine) putFine(c, row[offset + i]!, row[offset + this.restAt[i]!]!, to, i)
    }
  }

  /** Writes the predicted numbers of an object that `round` has rounded to `to`. */
  predictedNumbers(object: Holder, to: Float64Array): void {
    this.gather(object, ROUNDED, 0, null)
    this.toNumbers(this.predicted, ROUNDED, 0, to, 0)
    for (let k = 0; k < this.predicted.length; k++) {
      const i = this.predicted[k]!
      if (this.columns[i]!.isFine) getNumber(this.columns[i]!, object, to, i)
    }
  }

  /**
   * Converts the columns of a row that `which` lists for use by curves, and writes each to its index after `to[at]`: values for
   * numeric columns, x y z w for rotations, and whole numbers for the rest.
   */
  toNumbers(
    which: Int32Array,
    row: Int32Array,
    offset: number,
    to: Float64Array,
    at: number,
  ): void {
    for (let k = 0; k < which.length; k++) {
      const i = which[k]!
      const c = this.columns[i]!
      if (c.code) {
        c.code.toNumbers(this.columns, i, row, offset + i, to, at + i)
        k += 3
      } else to[at + i] = toNumber(c, row[offset + i]!)
    }
  }

  /** Does the same for all columns of a row on the grid that everybody but the owner gets. */
  coarseToNumbers(row: Int32Array, offset: number, to: Float64Array, at: number): void {
    this.#coarse.write(row, offset, to, at)
  }

  /** Sets the columns that `which` lists from such numbers, each at its index. Leaves texts alone. */
  fromNumbers(which: Int32Array, numbers: Float64Array, object: Holder): void {
    for (let k = 0; k < which.length; k++)
      setNumber(this.columns[which[k]!]!, object, numbers, which[k]!)
  }

  /**
   * Copies the fields of `from` to `object`; vectors part by part, and nothing for undefined. Throws `misuse` for an unknown
   * field.
   */
  assign(object: Holder, from: object): void {
    for (const [name, value] of Object.entries(from)) {
      if (!this.names.includes(name))
        throw new GlissadeError(
          'misuse',
          `there is no field '${name}': the fields are ${this.names.join(', ')}`,
        )
      if (value === undefined) continue
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        Object.assign(object[name] as object, value)
      else object[name] = value
    }
  }

  /** Adds everything that both ends must agree on to a hash. */
  describe(hash: Hash): void {
    for (const c of this.columns) {
      hash.text(`${String(c.name)}.${c.part}:${c.op}:${c.seen}:${c.choices.join('|')}`)
      hash.text(curveName(c.curve)).number(c.velocity)
      if (c.list) hash.text(c.list.name)
      hash.number(c.min).number(c.step).number(c.levels).number(c.ratio)
    }
  }
}
