import { type Curve, slerpCurve } from 'glissade'

/**
 * The bytes of numbers that a `Track` holds, exactly: for each sample its columns, two slopes for each smooth column,
 * a time and flags; beside the ring two numbers per column, three when there are quaternions. The objects around them
 * come on top.
 */
export function trackBytes(curves: readonly Curve[], capacity = 32): number {
  const isSmooth = (curve: Curve): boolean => typeof curve === 'object' && curve.name === 'hermite'
  const numbers = curves.length + 2 * curves.filter(isSmooth).length
  const beside = curves.length * (curves.includes(slerpCurve) ? 3 : 2)
  return 8 * (capacity * (numbers + 2) + beside)
}
