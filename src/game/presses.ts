/**
 * How presses are counted. The row of an input holds how many presses of a field there have been since the connection began,
 * wrapping. Each step takes one of those that no step has taken yet. So a lost input loses no press, and no press counts twice.
 * Both ends use the two functions here.
 */

/** The greatest count, and the most presses of a field that may be under way. All ones in binary. */
export const MOST_PRESSES = 31

/** The count after one more press. */
export function afterPress(count: number): number {
  return (count + 1) & MOST_PRESSES
}

/** How many presses have been taken after one more step, if `counted` have been counted so far. */
export function takenAfterStep(taken: number, counted: number): number {
  return counted === taken ? taken : afterPress(taken)
}
