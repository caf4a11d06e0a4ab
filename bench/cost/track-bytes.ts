import { slerpCurve } from 'glissade'
import type { Curve } from 'glissade/parts'

/**
 * The bytes of numbers that a `Track` holds, exactly: for each sample its columns, two slopes for each smooth column,
 * a time and flags. Beside the ring it holds the piece on show (four times, two numbers for each column, two slopes for each
 * smooth one), room for a picture, and what is eased (a number for each column, two when there are quaternions). The objects
 * around them come on top.
 */
export function trackBytes(curves: readonly Curve[], capacity = 32): number {
  const isSmooth = (curve: Curve): boolean => typeof curve === 'object' && curve.name === 'hermite'
  const slopes = 2 * curves.filter(isSmooth).length
  const piece = 4 + 2 * curves.length + slopes
  const eased = curves.length * (curves.includes(slerpCurve) ? 2 : 1)
  return 8 * (capacity * (curves.length + slopes + 2) + piece + curves.length + eased)
}
