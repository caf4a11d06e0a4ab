import type { Seconds } from '../../src/base/units.ts'
import { InputLead } from '../../src/time/loop/input-lead.ts'
import { inputTiming } from './input-timing.ts'
import type { TimedNetwork } from './networks.ts'
import { simulate } from './simulate.ts'

/** How well inputs made their ticks: means over runs; waits in steps. */
export interface TimingScore {
  readonly name: string
  readonly missingPercent: number
  readonly waitSteps: number
  /** See `InputTiming`. */
  readonly constantSteps: number
  /** See `InputTiming`. */
  readonly halfPercentSteps: number
  /** The same as `missingPercent`, of what does not count in it: the beginning. */
  readonly startMissingPercent: number
}

/** How it is measured. */
export interface TimingOptions {
  /** Length of each run; above 12. */
  readonly seconds: Seconds
  /** How many runs, each with frames and networks of its own. Default 10. */
  readonly runs?: number | undefined
  /** Default 60. */
  readonly stepHz?: number | undefined
  /** Default 59.94, as most displays of 60 Hz. */
  readonly frameHz?: number | undefined
}

/** At first the clock knows nothing; and at the end inputs are still under way. */
const START_MS = 10_000
const END_MS = 1000

/** What `InputLead` makes of a network. */
export function scoreTiming(network: TimedNetwork, options: TimingOptions): TimingScore {
  const { seconds, runs = 10, stepHz = 60, frameHz = 59.94 } = options
  const sums = [0, 0, 0, 0, 0]
  for (let run = 1; run <= runs; run++) {
    const phaseMs = (((run * 0.618) % 1) * 1000) / stepHz
    const driver = new InputLead()
    const times = simulate({ driver, stepHz, frameHz, phaseMs, seconds, ...network.ways(run) })
    const timing = inputTiming(times, START_MS, seconds * 1000 - END_MS)
    const start = inputTiming(times, 0, START_MS)
    const { missingPercent, waitSteps, constantSteps, halfPercentSteps } = timing
    const figures = [missingPercent, waitSteps, constantSteps, halfPercentSteps]
    for (const [i, figure] of [...figures, start.missingPercent].entries())
      sums[i] = sums[i]! + figure / runs
  }
  return {
    name: network.name,
    missingPercent: sums[0]!,
    waitSteps: sums[1]!,
    constantSteps: sums[2]!,
    halfPercentSteps: sums[3]!,
    startMissingPercent: sums[4]!,
  }
}
