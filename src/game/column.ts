import { type NumberAccess, numberAccess } from './code-copies.ts'
import type { Field, FieldCurve, FieldSeen } from './field.ts'
import type { Holder, VectorProperty } from './object-shape.ts'
import * as OP from './op.ts'
import type { ListCode } from './texts.ts'

/** One whole number of a record: a field, or one part of a vector. The table everything on the wire runs on. */
export interface Column {
  /** The field's name; a symbol for what the engine itself keeps in an entity. */
  readonly name: string | symbol
  /** Which part of a vector, or '' for a plain value. Of a rotation: which part of what is in the object. */
  readonly part: '' | 'x' | 'y' | 'z' | 'w'
  readonly op: number
  readonly seen: FieldSeen
  readonly curve: FieldCurve
  /** The column that holds its velocity, in units per second; -1 where none is named. */
  readonly velocity: number
  /** What the whole number 0 stands for, and the distance of two neighbours. */
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
  /** How its number gets in and out of the object, or its vector; null for what is none. */
  readonly access: NumberAccess | null
  /** What turns it and its neighbours into a rotation; null for what is none. */
  readonly code: RotationCode | null
  /** What turns the text that it travels as into a list and back; null for what is none. */
  readonly list: ListCode | null
}

/** What fields of more than one column bring along: their columns, and how they stand in the object. */
export interface PartsCode {
  columns(name: string, field: Field): readonly Column[]
  readonly Property: typeof VectorProperty
}

/** How the four columns of a rotation, of which the first is column `i`, become one and back. */
export interface RotationCode extends PartsCode {
  /** Writes the rotation of `object` to a row from `at` on. */
  take(columns: readonly Column[], object: Holder, i: number, row: Int32Array, at: number): void
  /** Sets the rotation of `object` from a row from `at` on. */
  put(columns: readonly Column[], object: Holder, i: number, row: Int32Array, at: number): void
  /** Writes x y z w of a row's rotation from `from` on to `to`. */
  toNumbers(
    columns: readonly Column[],
    i: number,
    row: Int32Array,
    from: number,
    to: Float64Array,
    at: number,
  ): void
}

/** Counts teleports of an entity, modulo 8: a change breaks the curve between two samples. */
export const TELEPORTS: unique symbol = Symbol('teleports')

/** The column of one part of a field; its velocity is not known yet. */
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

/** A column of an input as one of what the input moves: not shown, and told to nobody where the input keeps it to itself. */
export function drivingColumn(c: Column): Column {
  const seen = c.seen === 'all' && c.op !== OP.press ? 'input' : 'hidden'
  return { ...c, seen, curve: 'step', velocity: -1 }
}

/** Tells a column where its velocity is, if that is a field of the same record: in the column of the same part. */
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

/** What both ends must agree on of a curve. */
export function curveName(curve: FieldCurve): string {
  if (typeof curve === 'object') return curve.name
  return typeof curve === 'function' ? 'function' : curve
}
