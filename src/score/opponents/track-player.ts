import { HORIZONS_MS, horizonOf, WAY, wayOf } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'
import { Track, type TrackOptions } from '../../motion/track.ts'
import { LaneMoments } from '../../time/playout/lane-moments.ts'
import type { Playout } from '../../time/playout/playout.ts'
import {
  EXTRA_WIDTH,
  MOST_EXTRAS,
  type MotionPlayer,
  type MotionScene,
  type MotionServer,
  type MotionSnapshot,
  SHOWN,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
  TOLD_WIDTH,
} from '../measures/player.ts'
import { INPUT_WIDTH } from '../motions/motion.ts'
import { ExtrapolationCodes, hasLeapt } from './extrapolation-codes.ts'
import { type HeldSnapshots, hold } from './held-snapshots.ts'
import { begunRule, playoutRule, type RenderRule } from './rule-contender.ts'
import { COLUMN, COLUMNS, TRACER_SCALE, TrackForesight } from './track-foresight.ts'

/** The source of how, and how far, each entity is extrapolated: our server, arriving snapshots (by curves only), or none. */
export type Foresight = 'server' | 'arrivals' | 'none'

/** One entity: its track, and the moment of it that is shown. */
interface Shown {
  readonly track: Track
  readonly foresight: TrackForesight
  /** The clock that says which moment is shown, if the entity has a `move`. */
  readonly clock: RenderRule | undefined
  readonly playout: Playout | undefined
  timeMs: Ms
}

/** Glissade's own parts as a player: a `Playout`, a `Track` for each entity, and lanes unless the foresight is `none`. */
export class TrackPlayer implements MotionPlayer {
  readonly server: MotionServer | undefined
  readonly #playout: Playout
  readonly #rule: RenderRule
  readonly #foresight: Foresight
  readonly #measured: ExtrapolationCodes
  readonly #codes: Float64Array
  readonly #entities: readonly Shown[]
  readonly #held: HeldSnapshots = []
  readonly #lanes = new LaneMoments()
  readonly #row = new Float64Array(COLUMNS)
  #lastMs: Ms = Number.NaN

  constructor(scene: MotionScene, playout: Playout, tracks: TrackOptions, foresight: Foresight) {
    const moves = (foresight === 'server' && scene.moves) || []
    this.#measured = new ExtrapolationCodes(moves)
    this.server = foresight === 'server' ? this.#measured : undefined
    this.#playout = playout
    this.#rule = playoutRule(playout, scene)
    this.#foresight = foresight
    this.#codes = new Float64Array(scene.entities * TOLD_WIDTH)
    this.#entities = Array.from({ length: scene.entities }, (_, i) => {
      const own = moves[i] && playout.another?.()
      return {
        track: new Track(tracks),
        foresight: new TrackForesight(moves[i]),
        playout: own,
        clock: own && begunRule(own),
        timeMs: Number.NaN,
      }
    })
  }

  arrived(snapshot: MotionSnapshot): void {
    this.#rule.arrived(snapshot.stampMs, snapshot.arrivedAtMs)
    for (const { clock } of this.#entities) clock?.arrived(snapshot.stampMs, snapshot.arrivedAtMs)
    const place = hold(this.#held, snapshot)
    if (place < 0) return
    this.#push(place, this.server && snapshot.told)
    // A late snapshot may move a teleport that seemed to be between its neighbours.
    if (place + 1 < this.#held.length) this.#push(place + 1)
    else if (this.server) this.#hear(snapshot)
    else if (this.#foresight === 'arrivals')
      this.#measured.send(snapshot.stampMs, snapshot.states, this.#codes)
  }

  frame(nowMs: Ms, shown: Float64Array): void {
    const lanes = this.#lanes
    const row = this.#row
    const frameMs = nowMs - this.#lastMs
    this.#lastMs = nowMs
    const renderTimeMs = this.#rule.frame(nowMs)
    const leadsMs = this.#foresight === 'none' ? undefined : this.#playout.leadsMs
    lanes.advance(renderTimeMs, frameMs, leadsMs)
    for (const [i, entity] of this.#entities.entries()) {
      const horizon = horizonOf(this.#codes[i * TOLD_WIDTH]!)
      entity.timeMs = entity.clock?.frame(nowMs) ?? lanes.follow(horizon, entity.timeMs)
      const at = i * SHOWN_WIDTH
      const isEmpty = entity.track.sample(entity.timeMs, row, frameMs) === 0
      shown[at + SHOWN.x] = isEmpty ? Number.NaN : row[COLUMN.x]!
      shown[at + SHOWN.y] = isEmpty ? Number.NaN : row[COLUMN.y]!
      shown[at + SHOWN.tracer] = isEmpty ? Number.NaN : row[COLUMN.tracer]! / TRACER_SCALE
    }
  }

  /** Takes what our server tells with the newest snapshot. */
  #hear({ states, inputs, told }: MotionSnapshot): void {
    this.#codes.set(told)
    for (const [i, { track, foresight, playout }] of this.#entities.entries()) {
      const code = told[i * TOLD_WIDTH]!
      if (playout) playout.horizonMs = HORIZONS_MS[horizonOf(code)]!
      foresight.way = wayOf(code)
      foresight.begin(states, i * STATE_WIDTH, inputs, i * INPUT_WIDTH)
      track.foresight = foresight.way === WAY.curve ? null : foresight
    }
  }

  /**
   * Puts the snapshot at `place` into the tracks, with the teleports since the previous one. `told`: what our server told with
   * it, if it has just come.
   */
  #push(place: number, told?: Float64Array): void {
    const { states, stampMs } = this.#held[place]!
    const before = this.#held[Math.max(place - 1, 0)]!.states
    const row = this.#row
    row[COLUMN.tracerRate] = 1000 * TRACER_SCALE
    for (const [i, { track }] of this.#entities.entries()) {
      const at = i * STATE_WIDTH
      const isBroken = hasLeapt(states, before, at)
      for (let extra = 0; told && !isBroken && extra < MOST_EXTRAS; extra++) {
        const toldAt = i * TOLD_WIDTH + 1 + extra * EXTRA_WIDTH
        if (told[toldAt] === 0) break
        const timeMs = stampMs - told[toldAt]!
        row.set(told.subarray(toldAt + 1, toldAt + EXTRA_WIDTH))
        row[COLUMN.tracer] = timeMs * TRACER_SCALE
        track.push(timeMs, row)
      }
      row.set(states.subarray(at, at + COLUMN.tracer))
      row[COLUMN.tracer] = states[at + STATE.tracer]! * TRACER_SCALE
      track.push(stampMs, row, 0, isBroken)
    }
  }
}
