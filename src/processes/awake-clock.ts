import type { Clock } from '../base/clock.ts'
import type { Ms } from '../base/units.ts'

/** The most that passes on this clock from one reading to the next. */
const MOST_MS: Ms = 500

/**
 * Returns a clock that stands still while this process does not run, for example in a machine that is suspended, so that
 * no lease runs out meanwhile. It has to be read more often than twice a second. `clock`: the time outside.
 */
export function awakeClock(clock: Clock): Clock {
  let readAtMs = clock.nowMs()
  let awakeMs = 0
  const nowMs = (): Ms => {
    const atMs = clock.nowMs()
    awakeMs += Math.min(atMs - readAtMs, MOST_MS)
    readAtMs = atMs
    return awakeMs
  }
  return { nowMs, after: clock.after }
}
