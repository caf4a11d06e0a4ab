import type { Ms } from '../../base/units.ts'
import { LaneMoments } from '../../clock/lane-moments.ts'
import { LeastCostDelay } from '../../clock/least-cost-delay.ts'
import { Carry } from '../../motion/carry.ts'
import type { Curve } from '../../motion/curves.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { Track } from '../../motion/track.ts'
import {
  type MotionContender,
  type MotionPlayer,
  type MotionScene,
  type MotionServer,
  type MotionSnapshot,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
  TOLD_WIDTH,
} from './player.ts'

/** x and y with their velocities; the tracer, in tenths of a second, so that its size ends no easing of places. */
const CURVES: readonly Curve[] = [hermiteCurve(2), hermiteCurve(3), 'step', 'step', 'linear']
/** The same without the tracer, which is no place. */
const PLACES = CURVES.slice(0, 4)
const TRACER = 4
const TRACER_SCALE = 0.01
/** As much of the past as a session holds. */
const HELD_SECONDS = 1.5
/** Longer than any lane's wall: the render clock decides when a picture stands still. */
const EXTRAPOLATE_MS: Ms = 400

/**
 * The engine's default clock, tracks and lanes, and what the server says of each entity: how far it can be carried on.
 * What a session has beside, fields on a grid and states between two snapshots, is not in it.
 */
export const glissade: MotionContender = {
  name: 'glissade',
  about:
    'least-cost delay, Hermite curves, movement carried on as far as the server says of each entity',
  create: (scene) => new GlissadePlayer(scene, new LeastCostDelay(), EXTRAPOLATE_MS, true),
}

/** The parts used alone: how far each entity can be carried on is measured from what arrives. */
export const glissadeAlone: MotionContender = {
  name: 'glissade-alone',
  about: 'as glissade, without a server of ours: how far to carry on is measured from what arrives',
  create: (scene) => new GlissadePlayer(scene, new LeastCostDelay(), EXTRAPOLATE_MS, false),
}

/** Pure interpolation: nothing is shown that has not arrived. */
export const glissadeInterpolation: MotionContender = {
  name: 'glissade-interpolation',
  about: 'least-cost delay and Hermite curves, no extrapolation',
  create: (scene) => new GlissadePlayer(scene, new LeastCostDelay({ extrapolateMs: 0 }), 0, false),
}

/** One entity: its track, and where it is on its way from lane to lane. */
class Shown {
  readonly track: Track
  readonly carry = new Carry(PLACES)
  code = 0
  timeMs: Ms = Number.NaN
  teleports = 0

  constructor(extrapolateMs: Ms, capacity: number) {
    this.track = new Track({ curves: CURVES, capacity, extrapolateMs })
  }
}

class GlissadePlayer implements MotionPlayer {
  readonly server: MotionServer | undefined
  readonly #playout: LeastCostDelay
  readonly #state = new Float64Array(CURVES.length)
  readonly #entities: readonly Shown[]
  readonly #lanes = new LaneMoments()

  constructor(
    { sendHz, entities }: MotionScene,
    playout: LeastCostDelay,
    extrapolateMs: Ms,
    hasServer: boolean,
  ) {
    this.#playout = playout
    playout.begin(1000 / sendHz)
    const capacity = 2 ** Math.max(5, Math.ceil(Math.log2(HELD_SECONDS * sendHz)))
    this.#entities = Array.from({ length: entities }, () => new Shown(extrapolateMs, capacity))
    this.server = hasServer ? new CarryServer() : undefined
  }

  arrived({ stampMs, arrivedAtMs, states, told }: MotionSnapshot): void {
    this.#playout.arrived(stampMs, arrivedAtMs)
    for (let e = 0; e < this.#entities.length; e++) {
      const shown = this.#entities[e]!
      const isNewest = !(stampMs <= shown.track.newestMs)
      const at = e * STATE_WIDTH
      const teleports = states[at + STATE.teleports]!
      const state = this.#state
      for (let i = 0; i < TRACER; i++) state[i] = states[at + i]!
      state[TRACER] = states[at + STATE.tracer]! * TRACER_SCALE
      shown.track.push(stampMs, state, 0, isNewest && teleports !== shown.teleports)
      if (!isNewest) continue
      if (this.server) shown.code = told[e * TOLD_WIDTH]!
      else {
        note(shown.carry, stampMs, states, at, teleports !== shown.teleports)
        shown.code = shown.carry.code
      }
      shown.teleports = teleports
    }
  }

  frame(nowMs: Ms, out: Float64Array): void {
    const renderMs = this.#playout.advance(nowMs)
    const lanes = this.#lanes
    lanes.renderTimeMs = renderMs
    lanes.advance(this.#playout.leadsMs)
    for (let e = 0; e < this.#entities.length; e++) {
      const shown = this.#entities[e]!
      lanes.shownMs = shown.timeMs
      lanes.follow(shown.code)
      shown.timeMs = lanes.shownMs
      const state = this.#state
      if (shown.track.sample(shown.timeMs, state) === 0) continue
      out[e * SHOWN_WIDTH] = state[0]!
      out[e * SHOWN_WIDTH + 1] = state[1]!
      out[e * SHOWN_WIDTH + 2] = state[TRACER]! / TRACER_SCALE
    }
  }
}

/** The server's half: it knows every state that was sent, lost or not. */
class CarryServer implements MotionServer {
  readonly #carries: Carry[] = []
  readonly #teleports: number[] = []

  send(stampMs: Ms, states: Float64Array, told: Float64Array): void {
    for (let e = 0; e * STATE_WIDTH < states.length; e++) {
      const at = e * STATE_WIDTH
      const carry = (this.#carries[e] ??= new Carry(PLACES))
      const teleports = states[at + STATE.teleports]!
      note(carry, stampMs, states, at, teleports !== (this.#teleports[e] ?? teleports))
      this.#teleports[e] = teleports
      told[e * TOLD_WIDTH] = carry.code
    }
  }
}

function note(
  carry: Carry,
  stampMs: Ms,
  states: Float64Array,
  at: number,
  isTeleport: boolean,
): void {
  if (isTeleport) carry.breakOff()
  carry.stampMs = stampMs
  carry.values = states
  carry.offset = at
  carry.note()
}
