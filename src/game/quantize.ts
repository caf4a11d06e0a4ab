import { around } from '../base/sequence.ts'
import type { Column } from './column.ts'
import { nearestOfFine } from './fine-steps.ts'
import type { Holder } from './object-shape.ts'
import * as OP from './op.ts'

const TURN = 2 * Math.PI

/** The value of the whole number `q` of a column. '' for texts. Not for rotations. */
export function dequantize(c: Column, q: number): unknown {
  switch (c.op) {
    case OP.flag:
      return q !== 0
    case OP.press:
      return false
    case OP.grid:
    case OP.angle:
      return toNumber(c, q)
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

/** The whole number nearest to a value, within the column's range. NaN becomes the default. Not for rotations. */
export function quantize(c: Column, value: unknown): number {
  switch (c.op) {
    case OP.flag:
      return value ? 1 : 0
    case OP.grid:
    case OP.angle:
      return nearest(c, value as number)
    case OP.choice: {
      const q = c.choices.indexOf(value as string)
      return q < 0 ? c.initial : q
    }
    case OP.bits:
      return (value as number) & c.levels
    case OP.ref:
      return Number(value ?? 0) & 0xffffff
    default:
      return 0
  }
}

/** Does what `quantize` does, for a number or an angle. For a fine column, see `nearestAt`. */
export function nearest(c: Column, value: number): number {
  const isAngle = c.op === OP.angle
  const exact = (isAngle ? value : value - c.min) / c.step
  // `Math.round` branches on the fraction, and that branch is unpredictable.
  const below = Math.floor(exact)
  const q = below + Number(exact - below >= 0.5)
  if (isAngle) return around(q, c.levels)
  return q >= 0 ? Math.min(q, c.levels) : q < 0 ? 0 : c.initial
}

/** Does the same for the value `from[at]`, also of a fine column. */
export function nearestAt(c: Column, from: Float64Array, at: number): number {
  return c.isFine ? nearestOfFine(c, from, at) : nearest(c, from[at]!)
}

/**
 * Replaces the number `to[at]`, which the room keeps, by what becomes of `from[k]`, which the game has written instead. A number
 * is kept within its range, an angle within a turn, and an `int` whole. NaN leaves `to[at]` as it is, unless that is NaN too.
 */
export function keep(c: Column, from: Float64Array, k: number, to: Float64Array, at: number): void {
  const value = from[k]!
  if (Number.isNaN(value)) {
    if (Number.isNaN(to[at])) to[at] = toNumber(c, c.initial)
  } else if (c.isWhole) to[at] = toNumber(c, nearest(c, value))
  else if (c.op === OP.angle) {
    const isTurned = value >= -Math.PI && value < Math.PI
    // Adding 0 turns -0 into 0.
    to[at] = isTurned ? value + 0 : value - TURN * Math.floor((value + Math.PI) / TURN)
    // Rounding errors, and infinity.
    if (!(to[at]! >= -Math.PI && to[at]! < Math.PI)) to[at] = toNumber(c, nearest(c, value))
  } else to[at] = Math.min(Math.max(value + 0, c.min), c.min + c.levels * c.step)
}

/**
 * Converts a whole number for use by curves: to its value if that is a number, else unchanged. Not for rotations: see
 * `Schema.toNumbers`.
 */
export function toNumber(c: Column, q: number): number {
  if (c.op === OP.grid) return c.min + q * c.step
  if (c.op === OP.angle) return (q > c.levels >> 1 ? q - c.levels - 1 : q) * c.step
  return q
}

/** Sets one field of `object` from the number `from[at]`, without boxing it. Leaves texts alone. */
export function setNumber(c: Column, object: Holder, from: Float64Array, at: number): void {
  if (c.access) c.access.write(c.part === '' ? object : (object[c.name] as Holder), from, at)
  else if (c.op !== OP.text) object[c.name] = dequantize(c, from[at]! | 0)
}

/** Writes the number or angle of a column in `object` to `to[at]`, without boxing it. */
export function getNumber(c: Column, object: Holder, to: Float64Array, at: number): void {
  c.access!.read(c.part === '' ? object : (object[c.name] as Holder), to, at)
}

/** Converts a column's whole number to the coarse grid that everybody but the owner gets. */
export function coarsen(c: Column, q: number): number {
  return c.ratio === 1 ? q : Math.round(q / c.ratio)
}

/** Converts a number on the coarse grid back to a column's whole number. */
export function refine(c: Column, coarse: number): number {
  return c.ratio === 1 ? coarse : Math.min(coarse * c.ratio, c.levels)
}
