import { around } from '../base/sequence.ts'
import type { Column } from './column.ts'
import * as OP from './op.ts'

/**
 * Fine steps: `move` works on a grid finer than the wire's, so that what is small against a step of the wire is not lost. A value
 * is `min + (q + r / 8192) * step`. `q` is the whole number that everybody gets. `r`, the *rest*, only the owner gets: it is
 * from -4096 to 4095, and 0 where nobody knows it. Objects hold the whole value, and both ends compute it in the same way.
 */
const FINE = 8192
/** How many bits a rest takes on the wire, where it is counted from its least value. */
export const REST_BITS = 13
/** The least rest, negated. */
export const MOST_REST: number = FINE / 2

/** The result of `fineSteps`: a number that a function returns may be boxed. */
const STEPS = /* @__PURE__ */ new Float64Array(1)

/** Finds how many fine steps a value is above 0 or the least value, within the column's range. NaN becomes the default. */
function fineSteps(c: Column, from: Float64Array, at: number): void {
  const value = from[at]!
  const isAngle = c.op === OP.angle
  const steps = Math.floor(((isAngle ? value : value - c.min) / c.step) * FINE + 0.5)
  if (isAngle) {
    const turn = (c.levels + 1) * FINE
    const rest = steps - turn * Math.floor(steps / turn)
    // Not so for infinity and NaN.
    STEPS[0] = rest >= 0 ? rest : 0
  } else STEPS[0] = steps >= 0 ? Math.min(steps, c.levels * FINE) : steps < 0 ? 0 : c.initial * FINE
}

/** The whole number next to the fine steps found last, where an angle may have gone round. */
const wholeSteps = (): number => Math.floor((STEPS[0]! + MOST_REST) / FINE)

const rest = (): number => STEPS[0]! - wholeSteps() * FINE

/** Does what `nearest` does, for the value `from[at]` of a fine column. */
export function nearestOfFine(c: Column, from: Float64Array, at: number): number {
  fineSteps(c, from, at)
  return c.op === OP.angle ? around(wholeSteps(), c.levels) : wholeSteps()
}

/** The rest of the value `from[at]`, next to what `nearestOfFine` returns. */
export function restOf(c: Column, from: Float64Array, at: number): number {
  fineSteps(c, from, at)
  return rest()
}

/** Writes the value of a whole number and its rest to `to[at]`. */
export function putFine(c: Column, q: number, rest: number, to: Float64Array, at: number): void {
  const steps = q + rest / FINE
  if (c.op === OP.grid) to[at] = c.min + steps * c.step
  else to[at] = (2 * steps < c.levels + 1 ? steps : steps - c.levels - 1) * c.step
}

/** Rounds the number `to[at]` to fine steps. Returns its whole number. */
export function roundFine(c: Column, to: Float64Array, at: number): number {
  const whole = nearestOfFine(c, to, at)
  putFine(c, whole, rest(), to, at)
  return whole
}
