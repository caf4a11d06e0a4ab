/**
 * 16-bit numbers that wrap: packet sequences, input ids, ticks on the wire. Their order is not transitive, so there is no `<`
 * for them, only these functions for two numbers less than 32768 apart.
 */

/** `a - b` the short way round, from -32768 to 32767. */
export function difference16(a: number, b: number): number {
  return ((a - b) << 16) >> 16
}

/** The full number nearest to `reference` whose low 16 bits are `low`. May be negative near zero. */
export function unwrap16(low: number, reference: number): number {
  return reference + difference16(low, reference & 0xffff)
}

/** Wraps a whole number into the range 0 to `levels`. NaN becomes 0. */
export function around(q: number, levels: number): number {
  if ((levels & (levels + 1)) === 0) return q & levels
  const rest = q % (levels + 1)
  return (rest < 0 ? rest + levels + 1 : rest) | 0
}
