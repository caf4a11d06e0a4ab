import type { Hints } from '../../panel/switches.ts'

/** Where to see in this game what a technique is for. */
export const HINTS: Hints = {
  predict: 'Run, and feel the round trip.',
  reconcile:
    'Switch on the server ghost, let somebody hit you with a snowball, and watch the ghost move away from you.',
  interpolate: 'Watch somebody run.',
  foresee:
    'Watch somebody jump and land. Without foresight, they hang in the air or sink into the ground, and are pulled back.',
}
