import type { Ms } from '../../base/units.ts'
import type { Playout } from '../../clock/playout.ts'
import type { Curve } from '../../motion/curves.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { Track, type TrackOptions } from '../../motion/track.ts'
import {
  type MotionContender,
  type MotionPlayer,
  type MotionScene,
  type MotionSnapshot,
  SHOWN,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
} from '../score/player.ts'
import { type HeldSnapshots, hold } from './held-snapshots.ts'
import { playoutRule, type RenderRule } from './rule-contender.ts'

/** Settings of `playoutContender`: those of the tracks but their columns, and how these move. */
export interface PlayoutContenderOptions extends Omit<TrackOptions, 'curves' | 'fadeMs'> {
  /** One line for the report. Default: a description of the settings. */
  readonly about?: string | undefined
  /**
   * How places move between snapshots: `sent` is the cubic with the velocities that were sent, `hermite` the one that
   * takes its slopes from the places, `linear` the straight line. Default `sent`.
   */
  readonly curve?: 'sent' | 'hermite' | 'linear' | undefined
}

const COLUMN = { x: 0, y: 1, vx: 2, vy: 3, tracer: 4, tracerRate: 5 } as const
/**
 * The tracer is stored in hundredths, so that it does not decide over the easing of the places: there the largest
 * offset does, and 64 units end it. A lag of 100 ms is one unit.
 */
const TRACER_SCALE = 0.01

/**
 * Glissade's own parts as a contender: one `Track` for each entity, all at the render time of the `Playout` that
 * `makePlayout` gives for the scene. For scoring one's own settings. Throws `misuse` for settings that a `Track` does
 * not take.
 */
export function playoutContender(
  name: string,
  makePlayout: (scene: MotionScene) => Playout,
  options: PlayoutContenderOptions = {},
): MotionContender {
  const { about, curve = 'sent', ...rest } = options
  const trackOptions: TrackOptions = { ...rest, curves: curvesOf(curve) }
  // Wrong settings are told here, not in the middle of a score.
  new Track(trackOptions)
  return {
    name,
    about: about ?? `a Playout and Tracks, ${curve}, carried on ${options.extrapolateMs ?? 100} ms`,
    create: (scene) => {
      const tracks = Array.from({ length: scene.entities }, () => new Track(trackOptions))
      return new PlayoutPlayer(playoutRule(makePlayout(scene), scene), tracks)
    },
  }
}

function curvesOf(curve: 'sent' | 'hermite' | 'linear'): readonly Curve[] {
  const place = (velocity: number): Curve =>
    curve === 'linear' ? curve : hermiteCurve(curve === 'sent' ? velocity : undefined)
  const tracer = place(COLUMN.tracerRate)
  return [place(COLUMN.vx), place(COLUMN.vy), 'step', 'step', tracer, 'step']
}

class PlayoutPlayer implements MotionPlayer {
  readonly #rule: RenderRule
  readonly #tracks: readonly Track[]
  readonly #held: HeldSnapshots = []
  readonly #row = new Float64Array(6)

  constructor(rule: RenderRule, tracks: readonly Track[]) {
    this.#rule = rule
    this.#tracks = tracks
  }

  arrived(snapshot: MotionSnapshot): void {
    this.#rule.arrived(snapshot.stampMs, snapshot.arrivedAtMs)
    const place = hold(this.#held, snapshot)
    if (place < 0) return
    this.#push(place)
    // A late one may come between two that a teleport seemed to lie between.
    if (place + 1 < this.#held.length) this.#push(place + 1)
  }

  frame(nowMs: Ms, shown: Float64Array): void {
    const timeMs = this.#rule.frame(nowMs)
    const row = this.#row
    for (let i = 0; i < this.#tracks.length; i++) {
      const at = i * SHOWN_WIDTH
      const isEmpty = this.#tracks[i]!.sample(timeMs, row) === 0
      shown[at + SHOWN.x] = isEmpty ? Number.NaN : row[COLUMN.x]!
      shown[at + SHOWN.y] = isEmpty ? Number.NaN : row[COLUMN.y]!
      shown[at + SHOWN.tracer] = isEmpty ? Number.NaN : row[COLUMN.tracer]! / TRACER_SCALE
    }
  }

  /** Gives the snapshot at `place` to the tracks, with the teleports since the one before it. */
  #push(place: number): void {
    const { states, stampMs } = this.#held[place]!
    const before = this.#held[Math.max(place - 1, 0)]!.states
    const row = this.#row
    row[COLUMN.tracerRate] = 1000 * TRACER_SCALE
    for (let i = 0; i < this.#tracks.length; i++) {
      const at = i * STATE_WIDTH
      row[COLUMN.x] = states[at + STATE.x]!
      row[COLUMN.y] = states[at + STATE.y]!
      row[COLUMN.vx] = states[at + STATE.vx]!
      row[COLUMN.vy] = states[at + STATE.vy]!
      row[COLUMN.tracer] = states[at + STATE.tracer]! * TRACER_SCALE
      const hasLeapt = states[at + STATE.teleports] !== before[at + STATE.teleports]
      this.#tracks[i]!.push(stampMs, row, 0, hasLeapt)
    }
  }
}
