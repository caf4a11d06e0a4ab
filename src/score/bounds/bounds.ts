import { from0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { type Schedule, type ScheduleOptions, schedule } from '../measures/schedule.ts'
import { type Bounds, MS_PER_FAULT_PERCENT } from '../measures/score-types.ts'
import type { Trace } from '../traces/trace.ts'
import { Clairvoyant } from './clairvoyant.ts'
import { leastDelay } from './curve.ts'

/** Faults, in per cent of frames, that the bounds with a fixed share of faults allow. */
const FEW_FAULTS_PERCENT = 0.1

/** Options of `bounds`. Use those of the scores to be compared. */
export interface BoundsOptions extends ScheduleOptions {
  /** How far past the newest stamp the player may show, in ms from 0; never the future. Default 0: only what has arrived. */
  readonly horizonMs?: Ms | undefined
}

/**
 * Computes the best that any player could do on `trace`, at the frames that a score with the same options counts. Frames before
 * the first snapshot are left out. If no snapshot arrives, all figures are NaN. Throws `misuse` for options out of their range.
 * Takes some tenths of a second: for set-up, not for frames.
 */
export function bounds(trace: Trace, options: BoundsOptions = {}): Bounds {
  const run = schedule(trace, options)
  const horizonMs = from0(options.horizonMs ?? 0, 'horizonMs')
  const first = firstFrame(run)
  const leastMs = run.ageMs.slice(first).map((ageMs) => Math.max(0, ageMs - horizonMs))
  const clairvoyant = new Clairvoyant(leastMs, run.frameSteps.slice(first), run.frameHz)
  const { frames } = clairvoyant
  const cheapest = clairvoyant.priced(MS_PER_FAULT_PERCENT * 100)
  return {
    trace: trace.name,
    sendHz: run.sendHz,
    freshnessMs: leastMs.reduce((sum, delayMs) => sum + delayMs, 0) / frames,
    constantMs: leastConstant(leastMs, FEW_FAULTS_PERCENT),
    delayMs: leastDelay(clairvoyant, FEW_FAULTS_PERCENT),
    faultPercent: FEW_FAULTS_PERCENT,
    priced: {
      delayMs: cheapest.delaySumMs / frames,
      faultPercent: (100 * cheapest.faults) / frames,
      costMs: (cheapest.delaySumMs + MS_PER_FAULT_PERCENT * 100 * cheapest.faults) / frames,
    },
  }
}

/** Returns the least constant delay with which at most `dryPercent` of the frames need data that has not arrived. */
export function leastConstant(leastMs: Float64Array, dryPercent: number): Ms {
  const sorted = leastMs.slice().sort()
  const dry = Math.floor((sorted.length * dryPercent) / 100)
  return sorted[sorted.length - 1 - dry] ?? Number.NaN
}

/** Returns the first frame that is scored and has something to show. */
function firstFrame(run: Schedule): number {
  let frame = run.firstScored
  while (frame < run.ageMs.length && Number.isNaN(run.ageMs[frame])) frame++
  return frame
}
