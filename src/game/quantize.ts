import { around } from '../base/sequence.ts'
import type { Column } from './column.ts'
import type { Holder } from './object-shape.ts'
import * as OP from './op.ts'

/** The value that whole number `q` of a column stands for. Texts have none: ''. Not for rotations. */
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

/** The whole number nearest to a value, within the column's range. What is not finite becomes the default. Not for rotations. */
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

/** The same, of a number or an angle. */
export function nearest(c: Column, value: number): number {
  const isAngle = c.op === OP.angle
  const exact = (isAngle ? value : value - c.min) / c.step
  // Not by `Math.round`, which branches on the fraction: that is unpredictable.
  const below = Math.floor(exact)
  const q = below + Number(exact - below >= 0.5)
  if (isAngle) return around(q, c.levels)
  return q >= 0 ? Math.min(q, c.levels) : q < 0 ? 0 : c.initial
}

/**
 * A whole number as one that curves can work on: the value itself, or the whole number where that is none. Not for
 * rotations: see `Schema.toNumbers`.
 */
export function toNumber(c: Column, q: number): number {
  if (c.op === OP.grid) return c.min + q * c.step
  if (c.op === OP.angle) return (q > c.levels >> 1 ? q - c.levels - 1 : q) * c.step
  return q
}

/** Sets one field of `object` from a number that curves work on, `from[at]`, and boxes none. Texts are left alone. */
export function setNumber(c: Column, object: Holder, from: Float64Array, at: number): void {
  if (c.access) c.access.write(c.part === '' ? object : (object[c.name] as Holder), from, at)
  else if (c.op !== OP.text) object[c.name] = dequantize(c, from[at]! | 0)
}

/** Writes the number or angle of a column in `object` to `to[at]`, and boxes none. */
export function getNumber(c: Column, object: Holder, to: Float64Array, at: number): void {
  c.access!.read(c.part === '' ? object : (object[c.name] as Holder), to, at)
}

/** A column's whole number on the coarse grid that everybody but the owner gets. */
export function coarsen(c: Column, q: number): number {
  return c.ratio === 1 ? q : Math.round(q / c.ratio)
}

/** Back from the coarse grid to the whole number it stands for. */
export function refine(c: Column, coarse: number): number {
  return c.ratio === 1 ? coarse : Math.min(coarse * c.ratio, c.levels)
}
