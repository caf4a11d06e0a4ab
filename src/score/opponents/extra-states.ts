import type { Ms } from '../../base/units.ts'
import type { Curve } from '../../motion/curves.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { Track } from '../../motion/track.ts'
import { EXTRA_WIDTH, MOST_EXTRAS, STATE, STATE_WIDTH } from '../measures/player.ts'

/** The curves of the columns that are compared: places and their velocities, as in a state. */
export const LOOKED_AT: readonly Curve[] = [
  hermiteCurve(STATE.vx),
  hermiteCurve(STATE.vy),
  'step',
  'step',
]

/** The step of a game, independent of how the path was made. */
const STEP_MS: Ms = 1000 / 60
/** How far a curve may miss a step, as in a room. */
const MISS_UNITS = 2
/** Times closer together than this are the same: stamps are rounded. */
const ROUNDING_MS: Ms = 1

/** A state of one entity, and when it was true. */
export interface Stated {
  readonly stampMs: Ms
  /** The first numbers of a state: places and velocities. */
  readonly state: Float64Array
}

/**
 * Chooses the extra states of one entity that a snapshot tells, as a room does: of the steps since the previous snapshot, those
 * that the curve through the snapshots misses by over 2 units, the worst first, at most three.
 */
export class ExtraStates {
  readonly #track = new Track({ curves: LOOKED_AT, capacity: 8, easeReturn: false })
  readonly #shown = new Float64Array(STATE_WIDTH)
  /** The last states sent, extra states included; at most two. */
  #sent: readonly Stated[] = []

  /**
   * Called before the snapshot of `newest` is sent. Writes its extra states to `told` from `at` on, oldest first: `EXTRA_WIDTH`
   * numbers each, its age compared with `newest` and the state. `steps`: the steps since the previous snapshot. `isBroken`: the
   * entity was teleported in between.
   */
  choose(
    newest: Stated,
    steps: readonly Stated[],
    isBroken: boolean,
    told: Float64Array,
    at: number,
  ): void {
    const before = isBroken ? [] : this.#sent
    const extras: Stated[] = []
    while (before.length > 0 && extras.length < MOST_EXTRAS) {
      const worst = this.#worst([...before, ...extras, newest], steps)
      if (!worst) break
      extras.push(worst)
      extras.sort((a, b) => a.stampMs - b.stampMs)
    }
    for (const [i, { stampMs, state }] of extras.entries()) {
      told[at + i * EXTRA_WIDTH] = newest.stampMs - stampMs
      told.set(state.subarray(0, STATE.tracer), at + i * EXTRA_WIDTH + 1)
    }
    this.#sent = [...before, ...extras, newest].slice(-2)
  }

  /** Returns the step that the curve through `samples` misses most, or undefined if it misses none. */
  #worst(samples: readonly Stated[], steps: readonly Stated[]): Stated | undefined {
    const track = this.#track
    const shown = this.#shown
    track.clear()
    for (const { stampMs, state } of samples) track.push(stampMs, state)
    let most = MISS_UNITS
    let worst: Stated | undefined
    for (const step of steps) {
      track.sample(step.stampMs, shown)
      const missX = Math.abs(shown[STATE.x]! - step.state[STATE.x]!)
      const miss = Math.max(missX, Math.abs(shown[STATE.y]! - step.state[STATE.y]!))
      if (!(miss > most)) continue
      most = miss
      worst = step
    }
    return worst
  }
}

/** Returns the times of the steps between two snapshots, oldest first. */
export function stepTimesBetween(beforeMs: Ms, stampMs: Ms): Ms[] {
  const times: Ms[] = []
  for (let timeMs = stampMs - STEP_MS; timeMs > beforeMs + ROUNDING_MS; timeMs -= STEP_MS)
    times.unshift(timeMs)
  return times
}
