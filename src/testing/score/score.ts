import type { Trace } from '../traces/trace.ts'
import { measure } from './measure.ts'
import { play } from './play.ts'
import type { MotionContender } from './player.ts'
import type { Score, ScoreOptions } from './score-types.ts'

/**
 * Plays `trace` to `contender` and scores what it showed: delay, faults and errors, per motion. Equal arguments give
 * equal scores, to the last digit. Throws `misuse` when an option is out of its range.
 */
export function score(contender: MotionContender, trace: Trace, options: ScoreOptions = {}): Score {
  return measure(play(contender, trace, options))
}
