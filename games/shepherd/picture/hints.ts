import type { Hints } from '../../panel/switches.ts'

/** Where to see in this game what a technique is for. */
export const HINTS: Hints = {
  predict: 'Walk, send your dog, and feel the round trip.',
  reconcile: 'Walk along a hedge on a bad network, and watch where you end up.',
  interpolate: 'Watch the flock run.',
  foresee:
    'Watch another shepherd walk into a fence. Without foresight, they walk through it and are pulled back.',
}
