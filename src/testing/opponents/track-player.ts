import type { Ms } from '../../base/units.ts'
import { LaneMoments } from '../../clock/lane-moments.ts'
import type { Playout } from '../../clock/playout.ts'
import { Carry } from '../../motion/carry.ts'
import type { Curve } from '../../motion/curves.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { Track, type TrackOptions } from '../../motion/track.ts'
import {
  type MotionPlayer,
  type MotionScene,
  type MotionServer,
  type MotionSnapshot,
  SHOWN,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
  TOLD_WIDTH,
} from '../score/player.ts'
import { type HeldSnapshots, hold } from './held-snapshots.ts'
import { playoutRule, type RenderRule } from './rule-contender.ts'

/** Where a track has what it shows; the first four are as in a state. */
export const COLUMN = { x: 0, y: 1, vx: 2, vy: 3, tracer: 4, tracerRate: 5 } as const
const COLUMNS = 6
/**
 * The tracer is stored in hundredths, so that it does not decide over the easing of the places: there the largest
 * offset does, and 64 units end it. A lag of 100 ms is one unit.
 */
const TRACER_SCALE = 0.01
/** What a `Carry` looks at: places and their velocities, as a state has them. */
const CARRIED: readonly Curve[] = [hermiteCurve(STATE.vx), hermiteCurve(STATE.vy), 'step', 'step']

/** Who says how far the movement of each entity can be carried on: our server, what arrives, or nobody. */
export type Foresight = 'server' | 'arrivals' | 'none'

/** One entity: its track, and where it is on its way from lane to lane. */
interface Shown {
  readonly track: Track
  timeMs: Ms
}

/** Glissade's own parts as a player: a `Playout`, a `Track` for each entity, and lanes if anybody foresees anything. */
export class TrackPlayer implements MotionPlayer {
  readonly server: MotionServer | undefined
  readonly #playout: Playout
  readonly #rule: RenderRule
  readonly #foresight: Foresight
  readonly #carries = new Carries()
  readonly #codes: Float64Array
  readonly #entities: readonly Shown[]
  readonly #held: HeldSnapshots = []
  readonly #lanes = new LaneMoments()
  readonly #row = new Float64Array(COLUMNS)

  constructor(scene: MotionScene, playout: Playout, tracks: TrackOptions, foresight: Foresight) {
    this.server = foresight === 'server' ? this.#carries : undefined
    this.#playout = playout
    this.#rule = playoutRule(playout, scene)
    this.#foresight = foresight
    this.#codes = new Float64Array(scene.entities * TOLD_WIDTH)
    this.#entities = Array.from({ length: scene.entities }, () => ({
      track: new Track(tracks),
      timeMs: Number.NaN,
    }))
  }

  arrived(snapshot: MotionSnapshot): void {
    this.#rule.arrived(snapshot.stampMs, snapshot.arrivedAtMs)
    const place = hold(this.#held, snapshot)
    if (place < 0) return
    this.#push(place)
    // A late one may come between two that a teleport seemed to lie between.
    if (place + 1 < this.#held.length) this.#push(place + 1)
    else if (this.server) this.#codes.set(snapshot.told)
    else if (this.#foresight === 'arrivals')
      this.#carries.send(snapshot.stampMs, snapshot.states, this.#codes)
  }

  frame(nowMs: Ms, shown: Float64Array): void {
    const lanes = this.#lanes
    const row = this.#row
    lanes.renderTimeMs = this.#rule.frame(nowMs)
    lanes.advance(this.#foresight === 'none' ? undefined : this.#playout.leadsMs)
    for (const [i, entity] of this.#entities.entries()) {
      lanes.shownMs = entity.timeMs
      lanes.follow(this.#codes[i * TOLD_WIDTH]!)
      entity.timeMs = lanes.shownMs
      const at = i * SHOWN_WIDTH
      const isEmpty = entity.track.sample(entity.timeMs, row) === 0
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
    for (const [i, { track }] of this.#entities.entries()) {
      const at = i * STATE_WIDTH
      for (let column = 0; column < COLUMN.tracer; column++) row[column] = states[at + column]!
      row[COLUMN.tracer] = states[at + STATE.tracer]! * TRACER_SCALE
      row[COLUMN.tracerRate] = 1000 * TRACER_SCALE
      track.push(stampMs, row, 0, hasLeapt(states, before, at))
    }
  }
}

/** Measures how far each entity can be carried on: on the server from all states, lost or not, or from what arrives. */
class Carries implements MotionServer {
  readonly #carries: Carry[] = []
  #before: Float64Array | undefined

  send(stampMs: Ms, states: Float64Array, told: Float64Array): void {
    const before = this.#before ?? states
    for (let i = 0; i * STATE_WIDTH < states.length; i++) {
      const at = i * STATE_WIDTH
      const carry = (this.#carries[i] ??= new Carry(CARRIED))
      if (hasLeapt(states, before, at)) carry.breakOff()
      carry.stampMs = stampMs
      carry.values = states
      carry.offset = at
      carry.note()
      told[i * TOLD_WIDTH] = carry.code
    }
    this.#before = states.slice()
  }
}

function hasLeapt(states: Float64Array, before: Float64Array, at: number): boolean {
  return states[at + STATE.teleports] !== before[at + STATE.teleports]
}
