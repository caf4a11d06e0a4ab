import { numberAccess } from './code-copies.ts'
import type { Column, RotationCode } from './column.ts'
import { column } from './column.ts'
import type { Field } from './field.ts'
import { type Holder, VectorProperty } from './object-shape.ts'
import * as OP from './op.ts'
import { fromSmallestThree, toSmallestThree } from './smallest-three.ts'

const PARTS = ['x', 'y', 'z', 'w'] as const
/** A rotation being converted, x y z w. */
const TURN = /* @__PURE__ */ new Float64Array(4)

/**
 * The code that `quat` brings to a schema: it makes the four columns and converts them to a rotation and back. Free of
 * allocation.
 */
export const rotationCode: RotationCode = {
  columns,
  Property: VectorProperty,
  take,
  put,
  toNumbers: (columns, i, row, from, to, at) =>
    fromSmallestThree(row, from, columns[i + 1]!.levels, to, at),
}

/** Makes the column of the greatest part's index, and those of the three other parts: see smallest-three.ts. */
function columns(name: string, field: Field): Column[] {
  return PARTS.map((part) => {
    const isLargest = part === 'x'
    const levels = isLargest ? 3 : field.max
    const bits = 32 - Math.clz32(levels)
    return Object.assign(column(name, part, field), {
      op: isLargest ? OP.largest : OP.third,
      min: isLargest ? 0 : -Math.SQRT1_2,
      step: isLargest ? 1 : (2 * Math.SQRT1_2) / levels,
      levels,
      bits,
      // The identity: `w` is the greatest part, and the others are 0, in the middle.
      initial: isLargest ? 3 : (levels + 1) >> 1,
      coarseLevels: levels,
      coarseBits: bits,
      access: numberAccess(part),
    })
  })
}

function take(
  columns: readonly Column[],
  object: Holder,
  i: number,
  row: Int32Array,
  at: number,
): void {
  const turn = object[columns[i]!.name] as Holder
  for (let part = 0; part < 4; part++) columns[i + part]!.access!.read(turn, TURN, part)
  toSmallestThree(TURN, 0, columns[i + 1]!.levels, row, at)
}

function put(
  columns: readonly Column[],
  object: Holder,
  i: number,
  row: Int32Array,
  at: number,
): void {
  const turn = object[columns[i]!.name] as Holder
  fromSmallestThree(row, at, columns[i + 1]!.levels, TURN, 0)
  for (let part = 0; part < 4; part++) columns[i + part]!.access!.write(turn, TURN, part)
}
