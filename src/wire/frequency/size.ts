/**
 * A whole number by its class, half an octave wide, and the bits below that: 0, 1, 2, 3, then 4 to 5, 6 to 7, 8 to 11, 12 to
 * 15 and so on.
 */
export function classOf(size: number): number {
  if (size < 2) return size
  const octave = 31 - Math.clz32(size)
  return 2 * octave + ((size >>> (octave - 1)) & 1)
}

/** How many bits follow a class. */
export function bitsBelow(sizeClass: number): number {
  return sizeClass < 4 ? 0 : (sizeClass >> 1) - 1
}

/** The least number of a class. */
export function leastOf(sizeClass: number): number {
  return sizeClass < 2 ? sizeClass : (2 + (sizeClass & 1)) << ((sizeClass >> 1) - 1)
}

/** How many bits a number has, whatever its sign. */
export function bitsOf(value: number): number {
  return 32 - Math.clz32(value < 0 ? -value : value)
}
