import type { Clock } from '../base/clock.ts'
import type { Ms } from '../base/units.ts'

/** The longest delay of setTimeout. With a longer one it would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1

/** The real clock, in browsers and in Node: `performance.now()` and `setTimeout`. */
export const realClock: Clock = {
  nowMs: (): Ms => performance.now(),
  after: (delayMs: Ms, run: () => void): (() => void) => {
    // Rounded up, because setTimeout drops fractions and would fire too early.
    const timer = setTimeout(run, Math.min(Math.ceil(delayMs), LONGEST_DELAY_MS))
    return () => clearTimeout(timer)
  },
}
