import type { Curve } from 'glissade'

/**
 * The bytes of numbers that a `Track` holds, exactly: for each sample its columns, two slopes for each smooth column,
 * a time and a flag; beside the ring three numbers per column, four when there are quaternions. The objects around
 * them, and two short lists of column numbers, come on top.
 */
export function trackBytes(curves: readonly Curve[], capacity = 32): number {
  const isSmooth = (curve: Curve): boolean => curve === 'hermite' || typeof curve === 'object'
  const numbers = curves.length + 2 * curves.filter(isSmooth).length
  const beside = curves.length * (curves.includes('slerp') ? 4 : 3)
  return capacity * (8 * (numbers + 1) + 1) + 8 * beside
}
