import { GlissadeError } from '../base/error.ts'
import type { Hash } from '../base/hash.ts'
import type { Field, FieldCurve, FieldSeen } from './field.ts'
import { type NumberAccess, numberAccess } from './number-access.ts'

/** How a column's value becomes a whole number and back. */
export const OP = { flag: 0, grid: 1, angle: 2, choice: 3, bits: 4, text: 5, ref: 6 } as const

/** One whole number of a record: a field, or one part of a vector. The table everything on the wire runs on. */
export interface Column {
  /** The field's name; a symbol for what the engine itself keeps in an entity. */
  readonly name: string | symbol
  /** Which part of a vector, or '' for a plain value. */
  readonly part: '' | 'x' | 'y' | 'z' | 'w'
  readonly op: number
  readonly seen: FieldSeen
  readonly curve: ColumnCurve
  readonly min: number
  readonly step: number
  /** Greatest whole number; the least is 0. */
  readonly levels: number
  /** Bits that `levels` needs. 0 for texts, which are written whole. */
  readonly bits: number
  /** The whole number of the default value. */
  readonly initial: number
  /** How many steps make one coarse step; 1 for most. */
  readonly ratio: number
  readonly coarseLevels: number
  readonly coarseBits: number
  readonly choices: readonly string[]
  /** How a number gets in and out of the object, or its vector; null for what is none. */
  readonly access: NumberAccess | null
}

/** How a column moves between two samples; `hermite`: with the velocity that is in that column. */
export type ColumnCurve = FieldCurve | { readonly hermite: number }

/** Counts teleports of an entity, modulo 8: a change breaks the curve between two samples. */
export const TELEPORTS: unique symbol = Symbol('teleports')

/** A plain object that holds the fields of a record. */
export type Holder = Record<string | symbol, unknown>

const PARTS = { vec2: ['x', 'y'], vec3: ['x', 'y', 'z'], quat: ['x', 'y', 'z', 'w'] } as const

/**
 * A record of fields compiled to columns: creates the plain objects a game sees, rounds them to their grid, and
 * turns them into rows of whole numbers and back. Rounding first and comparing rows makes both ends equal to the
 * bit. Built once per game; all methods but `create` are free of allocation and may be called inside a step.
 */
export class Schema {
  readonly columns: readonly Column[]
  /** Numbers in a row. */
  readonly width: number
  /** How many columns are texts. */
  readonly textCount: number
  /** Columns the owner gets: all but hidden ones. */
  readonly fine: Int32Array
  /** Those of them that `move` may change: all but what is only told. */
  readonly predicted: Int32Array
  /** What is only told. */
  readonly told: Int32Array
  /** Columns everybody gets when the entity enters view. */
  readonly entering: Int32Array
  /** Columns everybody gets whenever they change. */
  readonly shared: Int32Array
  /** The place of each column among the texts, or -1. */
  readonly textIndex: Int32Array
  readonly #names: ReadonlySet<string | symbol>
  readonly #shape = Symbol('shape')

  constructor(record: { readonly [name: string]: Field }, options: { teleports?: boolean } = {}) {
    const columns: Column[] = []
    for (const [name, field] of Object.entries(record)) {
      const parts = field.type in PARTS ? PARTS[field.type as keyof typeof PARTS] : ([''] as const)
      for (const part of parts) columns.push(column(name, part, field))
    }
    if (options.teleports) columns.push(TELEPORT_COLUMN)
    if (columns.length > 255)
      throw new GlissadeError(
        'schema-definition',
        `a record needs at most 255 columns, this has ${columns.length}`,
      )
    this.columns = columns.map((c) => withVelocity(c, columns, record))
    this.width = columns.length
    this.#names = new Set(columns.map((c) => c.name))
    const where = (seen: readonly FieldSeen[]) =>
      Int32Array.from(columns.keys()).filter((i) => seen.includes(columns[i]!.seen))
    this.fine = where(['all', 'told', 'own', 'once'])
    this.predicted = where(['all', 'own', 'once'])
    this.told = where(['told'])
    this.entering = where(['all', 'told', 'once'])
    this.shared = where(['all', 'told'])
    this.textCount = columns.filter((c) => c.op === OP.text).length
    let text = 0
    this.textIndex = Int32Array.from(columns, (c) => (c.op === OP.text ? text++ : -1))
  }

  /** A new object with every field at its default. Its shape never changes, and is this schema's alone. */
  create(): Holder {
    const object = ownShape(this.#shape)
    for (const c of this.columns) {
      const value = dequantize(c, c.initial)
      if (typeof c.name === 'symbol')
        Object.defineProperty(object, c.name, { value: 0, writable: true })
      else if (c.part === '') add(object, c.name, value)
      else {
        if (!Object.hasOwn(object, c.name)) add(object, c.name, ownShape(this.#shape))
        add(object[c.name] as Holder, c.part, value)
      }
    }
    return object
  }

  /** Rounds every field of `object` to its grid and range, in place. Texts are left alone. */
  round(object: Holder): void {
    for (let i = 0; i < this.width; i++) {
      const c = this.columns[i]!
      if (c.op === OP.text) continue
      const at = c.part === '' ? object : (object[c.name] as Holder)
      if (c.access) {
        c.access.read(at, ONE, 0)
        toNumber(c, nearest(c), ONE, 0)
        c.access.write(at, ONE, 0)
      } else at[c.name] = dequantize(c, quantize(c, at[c.name]))
    }
  }

  /**
   * Writes `object` as whole numbers to `row` from `offset`. A text's number counts its changes: `texts` holds
   * what it was, and `row` what its count was; without `texts` it is 0.
   */
  gather(object: Holder, row: Int32Array, offset: number, texts: string[] | null): void {
    let text = 0
    for (let i = 0; i < this.width; i++) {
      const c = this.columns[i]!
      if (c.op === OP.text) {
        row[offset + i] = texts ? countText(c, object, texts, text, row[offset + i]!) : 0
        text++
        continue
      }
      if (c.access) {
        c.access.read(c.part === '' ? object : (object[c.name] as Holder), ONE, 0)
        row[offset + i] = nearest(c)
      } else row[offset + i] = quantize(c, object[c.name])
    }
  }

  /** Sets the fields of `object` from a row. Texts are left alone. */
  scatter(row: Int32Array, offset: number, object: Holder): void {
    for (let i = 0; i < this.width; i++) setColumn(this.columns[i]!, object, row[offset + i]!)
  }

  /** Copies what a caller handed in onto `object`: known names only; vectors by part. */
  assign(object: Holder, from: object): void {
    for (const [name, value] of Object.entries(from)) {
      if (!this.#names.has(name))
        throw new GlissadeError(
          'misuse',
          `there is no field '${name}'; fields: ${this.names().join(', ')}`,
        )
      if (typeof value === 'object' && value !== null) Object.assign(object[name] as object, value)
      else object[name] = value
    }
  }

  /** The names of the fields, for error messages. */
  names(): string[] {
    return [...this.#names].filter((name) => typeof name === 'string')
  }

  /** Adds everything both ends must agree on to a hash. */
  describe(hash: Hash): void {
    for (const c of this.columns) {
      hash.text(`${String(c.name)}.${c.part}:${c.op}:${c.seen}:${c.choices.join('|')}`)
      hash.text(curveName(c.curve))
      hash.number(c.min).number(c.step).number(c.levels).number(c.ratio)
    }
  }
}

/**
 * An empty object of a shape that only holders of the same symbol share. V8 keeps one tree of shapes for all objects
 * that begin as `{}`: a field that is a number here and a text in anybody else's object gets its number boxed.
 */
function ownShape(shape: symbol): Holder {
  return Object.defineProperty({}, shape, { value: true }) as Holder
}

/** Adds a field. Set by a computed name instead, more than 16 of them would make V8 keep the object as a hash table. */
function add(object: Holder, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

/** The value that whole number `q` of a column stands for. Texts have none: null. */
export function dequantize(c: Column, q: number): unknown {
  switch (c.op) {
    case OP.flag:
      return q !== 0
    case OP.grid:
    case OP.angle:
      return numberOf(c, q)
    case OP.choice:
      return c.choices[q]
    case OP.bits:
      return q
    case OP.ref:
      return q === 0 ? null : q
    default:
      return ''
  }
}

/** One number under way: V8 boxes fractions that are handed to functions, or come back from them. */
const ONE = /* @__PURE__ */ new Float64Array(1)

/** The whole number of a grid or an angle nearest to `ONE`, within the column's range; NaN: the default. */
function nearest(c: Column): number {
  if (c.op === OP.angle) return Math.round(ONE[0]! / c.step) & c.levels
  const q = Math.round((ONE[0]! - c.min) / c.step)
  return q >= 0 ? (q <= c.levels ? q : c.levels) : q < 0 ? 0 : c.initial
}

/** The whole number nearest to a value, within the column's range. What is not finite becomes the default. */
export function quantize(c: Column, value: unknown): number {
  switch (c.op) {
    case OP.flag:
      return value ? 1 : 0
    case OP.grid:
    case OP.angle:
      ONE[0] = value as number
      return nearest(c)
    case OP.choice: {
      const q = c.choices.indexOf(value as string)
      return q < 0 ? c.initial : q
    }
    case OP.bits:
      return (value as number) & c.levels
    case OP.ref:
      return (value as number | null) ?? 0
    default:
      return 0
  }
}

/** Sets one field of `object` from its whole number. Texts are left alone. */
export function setColumn(c: Column, object: Holder, q: number): void {
  if (c.op === OP.text) return
  if (c.access) {
    toNumber(c, q, ONE, 0)
    setNumber(c, object, ONE, 0)
  } else object[c.name] = dequantize(c, q)
}

/** What a whole number is as a number that curves can work on: the value itself, or the whole number where that is none. */
export function numberOf(c: Column, q: number): number {
  if (c.op === OP.grid) return c.min + q * c.step
  return c.op === OP.angle ? (q > c.levels >> 1 ? q - c.levels - 1 : q) * c.step : q
}

/** Writes such a number to `to[at]`: a fraction that a function returns may be boxed. */
export function toNumber(c: Column, q: number, to: Float64Array, at: number): void {
  to[at] = numberOf(c, q)
}

/** Sets one field of `object` from such a number. Texts are left alone. */
export function setNumber(c: Column, object: Holder, from: Float64Array, at: number): void {
  if (c.access) c.access.write(c.part === '' ? object : (object[c.name] as Holder), from, at)
  // As a small integer: V8 boxes even a whole number that comes out of a Float64Array.
  else setColumn(c, object, from[at]! | 0)
}

/** A column's whole number on the coarse grid that everybody but the owner gets. */
export function coarsen(c: Column, q: number): number {
  return c.ratio === 1 ? q : Math.round(q / c.ratio)
}

/** Back from the coarse grid to the whole number it stands for. */
export function refine(c: Column, coarse: number): number {
  return c.ratio === 1 ? coarse : Math.min(coarse * c.ratio, c.levels)
}

function countText(
  c: Column,
  object: Holder,
  texts: string[],
  index: number,
  count: number,
): number {
  let value = String(object[c.name])
  if (value.length > c.levels) {
    value = value.slice(0, c.levels)
    object[c.name] = value
  }
  if (value === texts[index]) return count
  texts[index] = value
  return (count + 1) & 0x7fffffff
}

function column(name: string, part: Column['part'], field: Field): Column {
  const op = OPS[field.type]
  const isAngle = op === OP.angle
  const step = isAngle ? (2 * Math.PI) / (field.max + 1) : field.step
  const levels = op === OP.grid ? Math.floor((field.max - field.min) / step + 1e-6) : field.max
  const ratio = isAngle ? 1 : Math.round(field.coarse / field.step)
  const base = {
    name,
    part,
    op,
    seen: field.seen,
    curve: field.curve,
    min: field.min,
    step,
    levels,
    ratio,
  }
  const coarseLevels = Math.round(levels / ratio)
  const made = {
    ...base,
    bits: op === OP.text ? 0 : 32 - Math.clz32(levels),
    initial: 0,
    coarseLevels,
    coarseBits: op === OP.text ? 0 : 32 - Math.clz32(coarseLevels),
    choices: field.choices,
    access: op === OP.grid || isAngle ? numberAccess(part || name) : null,
  }
  const start = field.type === 'quat' && part === 'w' ? 1 : 0
  return { ...made, initial: op === OP.grid ? quantize(made, start) : 0 }
}

/** A column whose velocity is sent, told where that is: in the column of the same part. */
function withVelocity(
  c: Column,
  columns: readonly Column[],
  record: { readonly [name: string]: Field },
): Column {
  const field = record[c.name as string]
  if (!field?.velocity) return c
  const { velocity, type, seen } = field
  if (record[velocity]?.type !== type || record[velocity].seen !== seen)
    throw new GlissadeError(
      'schema-definition',
      `${String(c.name)}: velocity is '${velocity}', it must be a ${type} field that the same clients get`,
    )
  const hermite = columns.findIndex((v) => v.name === velocity && v.part === c.part)
  return { ...c, curve: { hermite } }
}

function curveName(curve: ColumnCurve): string {
  if (typeof curve === 'object') return `hermite ${curve.hermite}`
  return typeof curve === 'function' ? 'function' : curve
}

const OPS: Record<Field['type'], number> = {
  flag: OP.flag,
  press: OP.flag,
  int: OP.grid,
  number: OP.grid,
  angle: OP.angle,
  vec2: OP.grid,
  vec3: OP.grid,
  quat: OP.grid,
  oneOf: OP.choice,
  bits: OP.bits,
  text: OP.text,
  ref: OP.ref,
}

const TELEPORT_COLUMN: Column = {
  name: TELEPORTS,
  part: '',
  op: OP.bits,
  seen: 'all',
  curve: 'step',
  min: 0,
  step: 1,
  levels: 7,
  bits: 3,
  initial: 0,
  ratio: 1,
  coarseLevels: 7,
  coarseBits: 3,
  choices: [],
  access: null,
}
