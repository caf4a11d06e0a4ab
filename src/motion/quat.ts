import { type Field, fail, make, type Quat } from '../game/field.ts'
import * as OP from '../game/op.ts'
import { rotationCode } from '../game/turns.ts'
import { slerpCurve } from './slerp-curve.ts'

/**
 * A rotation `{ x, y, z, w }`, interpolated along the shortest arc. You may write it with any length. After every step it has
 * unit length, and its part of greatest magnitude is positive. A rotation without length becomes the identity, the default.
 * Three parts are sent, each in `bits` (6 to 16, default 11: mostly within 0.05 degrees, always within 0.16). Throws
 * `schema-definition` for other `bits`.
 */
export function quat(options: { bits?: number | undefined } = {}): Field<Quat, 'state'> {
  const { bits: count = 11 } = options
  if (!(Number.isInteger(count) && count >= 6 && count <= 16))
    fail(`quat({ bits: ${count} }) needs a whole number from 6 to 16`)
  return make('quat', OP.largest, { max: (1 << count) - 1, curve: slerpCurve, code: rotationCode })
}
