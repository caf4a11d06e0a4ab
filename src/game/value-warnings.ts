import { warnOnce } from '#development'
import type { Column } from './column.ts'
import * as OP from './op.ts'

/**
 * Warns an author, once for each field of a kind, about the number `from[at]` if the field cannot hold it. `kind`: see
 * `Schema.kind`. Call it in development only. Allocates nothing for a number that the field can hold.
 */
export function warnOfValue(kind: string, c: Column, from: Float64Array, at: number): void {
  if (kind === '') return
  const value = from[at]!
  if (Number.isNaN(value)) {
    const place = placeOf(kind, c)
    const text = `${place} was set to something that is no number (NaN), so it keeps its last value`
    warnOnce(`nan ${place}`, text)
  } else if (c.op === OP.grid && isOutside(c, value)) {
    const place = placeOf(kind, c)
    const [min, max] = [c.min, c.min + c.levels * c.step]
    const text = `${place} was set to ${value} and became ${value < min ? min : max}: its range is ${min} to ${max}. Keep it there, or widen the field's min and max`
    warnOnce(`range ${place}`, text)
  }
}

function placeOf(kind: string, { name, part }: Column): string {
  return `${kind}.${String(name)}${part && `.${part}`}`
}

/**
 * Whether a value is out of its column's range by more than rounding, or, for a number that is not whole, by more than a
 * twentieth of the range: many games let the range be the wall of their world, and a step ends a little behind it.
 */
function isOutside({ isWhole, min, step, levels }: Column, value: number): boolean {
  const most = isWhole ? step / 2 : (levels * step) / 20
  return value < min - most || value > min + levels * step + most
}
