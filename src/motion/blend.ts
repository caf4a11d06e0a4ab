import { type Curve, isRotation, lerp, weightHeld } from './curves.ts'

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
  blendRows(curves, values, from, to, weightHeld, out)
}

/** Does what `blendColumns` does with `weight[0]` as `alpha`, which so is never boxed. */
export function blendRows(
  curves: readonly Curve[],
  values: Float64Array,
  from: number,
  to: number,
  weight: Float64Array,
  out: Float64Array,
): void {
  const alpha = weight[0]!
  for (let i = 0; i < curves.length; i++) {
    const curve = curves[i]!
    const old = values[from + i]!
    const last = values[to + i]!
    if (isRotation(curve)) {
      weightHeld[0] = alpha
      curve.turn(out, values, values, i, from + i, to + i)
      i += 3
    } else if (curve === 'angle') {
      // `angleDifference`, written out: now and then V8 does not inline it, and boxes three numbers.
      let way = last - old
      way -= TURN * Math.round(way / TURN)
      if (alpha < 1) out[i] = old + way * alpha
      else out[i] = alpha > 1 ? last + way * (alpha - 1) : last
    } else if (curve === 'step' || typeof curve === 'function') {
      if (alpha >= 1) out[i] = last
      else out[i] = curve === 'step' || alpha <= 0 ? old : curve(old, last, alpha)
    } else {
      out[i] = lerp(old, last, alpha)
    }
  }
}
