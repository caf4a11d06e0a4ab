import { type NumberAccess, numberAccess } from './code-copies.ts'
import type { Field, FieldCurve, FieldSeen } from './field.ts'
import type { Holder, VectorProperty } from './object-shape.ts'
import * as OP from './op.ts'
import type { ListCode } from './texts.ts'

/** One whole number of a record: a field, or one part of a vector. Everything on the wire is described by columns. */
export interface Column {
  /** The field's name, or a symbol for what the engine itself keeps in an entity. */
  readonly name: string | symbol
  /** Which part of a vector, or '' for a plain value. For a rotation: a part of the quaternion in the object. */
  readonly part: '' | 'x' | 'y' | 'z' | 'w'
  readonly op: number
  readonly seen: FieldSeen
  readonly curve: FieldCurve
  /** The column that holds the velocity, in units per second; -1 without one. */
  readonly velocity: number
  /** The value of the whole number 0, and the distance between neighbouring values. */
  readonly min: number
  readonly step: number
  /** Whether its values are whole numbers: an `int`. */
  readonly isWhole: boolean
  /** Whether `move` works on finer steps than the wire's: see fine-steps.ts. */
  readonly isFine: boolean
  /** The greatest whole number. The least is 0. */
  readonly levels: number
  /** How many bits `levels` needs. 0 for texts, which are written whole. */
  readonly bits: number
  /** The whole number of the default value. */
  readonly initial: number
  /** How many steps make one coarse step. 1 without a coarser grid. */
  readonly ratio: number
  readonly coarseLevels: number
  readonly coarseBits: number
  readonly choices: readonly string[]
  /** Reads and writes the number in the object or its vector. Null for columns that are not numbers or angles. */
  readonly access: NumberAccess | null
  /** Converts this column and the three after it to a rotation and back. Null unless this is the first column of a rotation. */
  readonly code: RotationCode | null
  /** Converts the text on the wire to a list and back. Null unless the field is a list. */
  readonly list: ListCode | null
}

/** The code of a field with more than one column: it makes the columns and the property in the object. */
export interface PartsCode {
  columns(name: string, field: Field): readonly Column[]
  readonly Property: typeof VectorProperty
}

/** Converts four columns to a rotation and back. The first of them is column `i`. */
export interface RotationCode extends PartsCode {
  /** Writes the rotation of `object` to a row from `at` on. */
  take(columns: readonly Column[], object: Holder, i: number, row: Int32Array, at: number): void
  /** Sets the rotation of `object` from the numbers of a row from `at` on. */
  put(columns: readonly Column[], object: Holder, i: number, row: Int32Array, at: number): void
  /** Converts a row's rotation, which begins at `from`, and writes x y z w to `to` from `at` on. */
  toNumbers(
    columns: readonly Column[],
    i: number,
    row: Int32Array,
    from: number,
    to: Float64Array,
    at: number,
  ): void
}

/** Counts an entity's teleports, modulo 8. A change breaks the curve between two samples. */
export const TELEPORTS: unique symbol = Symbol('teleports')

/** What authors call a column: its field, with its part if it has several. */
export function columnName({ name, part }: Column): string {
  if (typeof name === 'symbol') return 'teleports'
  return part === '' ? name : `${name}.${part}`
}

/** Makes the column of one part of a field. `findVelocity` sets its velocity later. */
export function column(name: Column['name'], part: Column['part'], field: Field): Column {
  const { op, seen, curve, min, step, choices } = field
  const levels = op === OP.grid ? Math.floor((field.max - min) / step + 1e-6) : field.max
  const ratio = Math.round(field.coarse / step)
  const coarseLevels = Math.round(levels / ratio)
  const isNumber = op === OP.grid || op === OP.angle
  const bitsOf = (most: number) => (op === OP.text ? 0 : 32 - Math.clz32(most))
  return {
    name,
    part,
    op,
    seen,
    curve,
    velocity: -1,
    min,
    step,
    isWhole: field.type === 'int',
    isFine: false,
    levels,
    bits: bitsOf(levels),
    // The value nearest to 0.
    initial: Math.min(Math.max(Math.round(-min / step), 0), levels),
    ratio,
    coarseLevels,
    coarseBits: bitsOf(coarseLevels),
    choices,
    access: isNumber ? numberAccess(part || name) : null,
    code: op === OP.largest ? (field.code as RotationCode) : null,
    list: field.type === 'list' ? (field.code as ListCode) : null,
  }
}

/**
 * Makes a column for the input that moves an entity from a column of that input. It is not shown. Presses and `own` fields are
 * hidden.
 */
export function drivingColumn(c: Column): Column {
  const seen = c.seen === 'all' && c.op !== OP.press ? 'input' : 'hidden'
  return { ...c, seen, curve: 'step', velocity: -1 }
}

/** Sets the index of a column's velocity if its field names one: the column of the same part of that field. */
export function findVelocity(
  c: Column,
  columns: readonly Column[],
  record: { readonly [name: string]: Field },
): void {
  const field = record[c.name as string]
  if (!field?.velocity) return
  const at = columns.findIndex((v) => v.name === field.velocity && v.part === c.part)
  const { curve } = c
  const driven = typeof curve === 'object' ? curve.withVelocity?.(at) : undefined
  Object.assign(c, { velocity: at, curve: driven ?? curve })
}

/** What both ends must agree on about a curve. */
export function curveName(curve: FieldCurve): string {
  if (typeof curve === 'object') return curve.name
  return typeof curve === 'function' ? 'function' : curve
}
