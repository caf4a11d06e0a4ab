/**
 * How presses are counted. The row of an input says how many presses of a field there have been since the connection began,
 * wrapping, and each step takes one of those that no step has taken yet. So a lost input loses no press, and none counts
 * twice. Both ends use the two functions here.
 */

/** The greatest count, and how many presses of a field may be under way; all ones in binary. */
export const MOST_PRESSES = 31

/** The count after one more press. */
export function afterPress(count: number): number {
  return (count + 1) & MOST_PRESSES
}

/** How many presses are taken after one more step, of those counted so far. */
export function takenAfterStep(taken: number, counted: number): number {
  return counted === taken ? taken : afterPress(taken)
}
