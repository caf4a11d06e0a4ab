/** Where a foot is in a stride: how far ahead of where it hangs, from -1 to 1, and how high, from 0 to 1. */
export interface Foot {
  readonly reach: number
  readonly lift: number
}

/**
 * A foot at a moment of its stride, from 0 to 1. For the share `stance`, it stands while the body passes over it. Then
 * it swings ahead.
 */
export function footAt(moment: number, stance: number): Foot {
  const at = moment - Math.floor(moment)
  if (at < stance) return { reach: 1 - (2 * at) / stance, lift: 0 }
  const swing = (at - stance) / (1 - stance)
  return { reach: -1 + 2 * swing * swing * (3 - 2 * swing), lift: Math.sin(swing * Math.PI) }
}

/** The feet of a four-footed body: front left, front right, hind left, hind right. */
export type Feet = readonly [Foot, Foot, Foot, Foot]

/** Four feet on the ground. */
export const STANDING: Feet = Array.from({ length: 4 }, () => ({ reach: 0, lift: 0 })) as never

/** Four feet of a walk, each a quarter of the stride after the other. */
export function walkFeet(moment: number): Feet {
  const foot = (after: number): Foot => footAt(moment + after, 0.62)
  return [foot(0.25), foot(0.75), foot(0), foot(0.5)]
}

/** Four feet of a gallop: the hind ones push off nearly together, and the front ones land nearly together. */
export function gallopFeet(moment: number): Feet {
  const foot = (after: number): Foot => footAt(moment + after, 0.36)
  return [foot(0.42), foot(0.52), foot(0), foot(0.1)]
}
