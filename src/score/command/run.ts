import { bounds } from '../bounds/bounds.ts'
import { measure } from '../measures/measure.ts'
import { play, type Recording } from '../measures/play.ts'
import type { MotionContender } from '../measures/player.ts'
import type { Bounds, Score, ScoreOptions } from '../measures/score-types.ts'
import type { Motion } from '../motions/motion.ts'
import type { Trace } from '../traces/trace.ts'

/** The runs to play: each trace and rate to each player. */
export interface Plan {
  readonly traces: readonly Trace[]
  /** Snapshots per second. */
  readonly rates: readonly number[]
  readonly motions: readonly Motion[]
  readonly players: readonly MotionContender[]
  readonly seconds: number
  readonly seed: number
}

/** Receives the progress and the recordings of a plan while it is played. */
export interface Watcher {
  /** `done` of the plan's parts are done, and `next` is next. */
  progress(done: number, next: string): void
  /** Takes the recording of a run. It is large, so keep only parts of it. */
  recorded(recording: Recording): void
}

/** How many parts a plan has: the bounds and all players, for each trace and rate. */
export function partsOf(plan: Plan): number {
  return plan.traces.length * plan.rates.length * (plan.players.length + 1)
}

/** Plays a plan. Lets the rest of the program run between its parts, so that it can be interrupted. */
export async function runPlan(
  plan: Plan,
  watcher: Watcher,
): Promise<{ readonly scores: Score[]; readonly bounds: Bounds[] }> {
  const scores: Score[] = []
  const allBounds: Bounds[] = []
  let done = 0
  const turn = async (next: string): Promise<void> => {
    watcher.progress(done++, next)
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const sendHz of plan.rates) {
    for (const trace of plan.traces) {
      const options: ScoreOptions = {
        sendHz,
        seconds: plan.seconds,
        seed: plan.seed,
        motions: plan.motions,
      }
      const where = `${trace.name}, ${sendHz} Hz`
      await turn(`bound on ${where}`)
      allBounds.push(bounds(trace, options))
      for (const player of plan.players) {
        await turn(`${player.name} on ${where}`)
        const recording = play(player, trace, options)
        scores.push(measure(recording))
        watcher.recorded(recording)
      }
    }
  }
  return { scores, bounds: allBounds }
}
