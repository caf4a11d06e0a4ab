import { type Curve, isRotation, isSmooth, lerp, weightHeld } from './curves.ts'

const TURN = 2 * Math.PI

/**
 * Blends two states of the same columns by `alpha` into the first columns of `out`: exactly the first at 0, exactly
 * the second at 1. `from` and `to` are where they begin in `values`, which `out` must not overlap. Smooth
 * columns are blended in a line, as no time is known here. Above 1 movement is carried on; `step` columns and
 * functions then keep the second value. Free of allocation, but for what a function returns.
 */
export function blendColumns(
  curves: readonly Curve[],
  values: Float64Array,
  from: number,
  to: number,
  alpha: number,
  out: Float64Array,
): void {
  weightHeld[0] = alpha
  blendRows(curves, values, from, values, to, out)
}

/**
 * Does what `blendColumns` does by `weightHeld`, between a state in `a` from `from` on and one in `b` from `to` on, and
 * writes to `out` from `outAt` on.
 */
export function blendRows(
  curves: readonly Curve[],
  a: Float64Array,
  from: number,
  b: Float64Array,
  to: number,
  out: Float64Array,
  outAt = 0,
): void {
  const alpha = weightHeld[0]!
  for (let i = 0; i < curves.length; i++) {
    const curve = curves[i]!
    const old = a[from + i]!
    const last = b[to + i]!
    if (curve === 'linear' || isSmooth(curve)) {
      out[outAt + i] = lerp(old, last, alpha)
    } else if (isRotation(curve)) {
      curve.turn(out, a, b, outAt + i, from + i, to + i)
      i += 3
    } else if (curve === 'angle') {
      // `angleDifference`, written out: now and then V8 does not inline it, and boxes three numbers.
      let way = last - old
      way -= TURN * Math.round(way / TURN)
      if (alpha < 1) out[outAt + i] = old + way * alpha
      else out[outAt + i] = alpha > 1 ? last + way * (alpha - 1) : last
    } else if (typeof curve === 'function' && alpha > 0 && alpha < 1) {
      out[outAt + i] = curve(old, last, alpha)
      // It may have blended something else.
      weightHeld[0] = alpha
    } else {
      out[outAt + i] = alpha >= 1 ? last : old
    }
  }
}
