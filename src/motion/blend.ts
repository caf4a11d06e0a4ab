import { type Curve, isRotation, isSmooth, lerp, TURN } from './curves.ts'

const columnsWeight = /* @__PURE__ */ new Float64Array(1)

/**
 * Blends two states of the same columns by `alpha` into the first columns of `out`: exactly the first state at 0, exactly the
 * second at 1. The states begin at `from` in `a` and at `to` in `b`, which `out` must not overlap. Smooth columns are blended
 * linearly because no time is known here. Above 1 movement is extrapolated; `step` columns and functions then keep the second
 * value. Free of allocation, apart from what a function allocates.
 */
export function blendColumns(
  curves: readonly Curve[],
  a: Float64Array,
  from: number,
  b: Float64Array,
  to: number,
  alpha: number,
  out: Float64Array,
): void {
  columnsWeight[0] = alpha
  blendRows(curves, a, from, b, to, columnsWeight, out, 0)
}

/**
 * Does what `blendColumns` does, by `weight[0]`, and writes to `out` from `outAt` on. It is for loops over entities, where
 * passing a fractional number would cost 16 bytes each.
 */
export function blendRows(
  curves: readonly Curve[],
  a: Float64Array,
  from: number,
  b: Float64Array,
  to: number,
  weight: Float64Array,
  out: Float64Array,
  outAt: number,
): void {
  const alpha = weight[0]!
  for (let i = 0; i < curves.length; i++) {
    const curve = curves[i]!
    const old = a[from + i]!
    const last = b[to + i]!
    if (curve === 'linear' || isSmooth(curve)) {
      out[outAt + i] = lerp(old, last, alpha)
    } else if (isRotation(curve)) {
      curve.turn(out, a, b, weight, outAt + i, from + i, to + i)
      i += 3
    } else if (curve === 'angle') {
      // This is `angleDifference` inlined. A call would box three numbers now and then.
      let way = last - old
      way -= TURN * Math.round(way / TURN)
      if (alpha < 1) out[outAt + i] = old + way * alpha
      else out[outAt + i] = alpha > 1 ? last + way * (alpha - 1) : last
    } else if (typeof curve === 'function' && alpha > 0 && alpha < 1) {
      out[outAt + i] = curve(old, last, alpha)
      // The function may have blended something else.
      weight[0] = alpha
    } else {
      out[outAt + i] = alpha >= 1 ? last : old
    }
  }
}
