import type { Hints } from '../../panel/switches.ts'

/** Where to see in this game what a technique is for. */
export const HINTS: Hints = {
  predict: 'Roll, and feel the round trip.',
  reconcile: 'Run into another snowball: only the server knows where both bounce to.',
  interpolate: 'Roll through a pyramid, and watch its cubes fall.',
  foresee: 'Watch another snowball turn round.',
}
