import { hermiteCurve } from 'glissade'
import {
  type Curve,
  ExtrapolationHorizon,
  LaneMoments,
  LeastCostDelay,
  Track,
} from 'glissade/parts'

/** x and y with their velocities, in pixels per second. */
const CURVES: readonly Curve[] = [hermiteCurve(2), hermiteCurve(3), 'step', 'step']
const playout = new LeastCostDelay()
playout.begin(50) // a state every 50 ms
const lanes = new LaneMoments()
let lastMs = Number.NaN

/** Call it for each state that comes, before you handle its entities. */
export function stateCame(stampMs: number, nowMs: number): void {
  playout.arrived(stampMs, nowMs)
}

/** Call it once per frame, before you draw any entity. */
export function frame(nowMs: number): void {
  lanes.advance(playout.advance(nowMs), nowMs - lastMs, playout.leadsMs)
  lastMs = nowMs
}

/** One remote entity, in the lane that its own movement allows. */
export class Other {
  readonly #track = new Track({ curves: CURVES, extrapolateMs: 400 })
  readonly #horizon = new ExtrapolationHorizon(CURVES)
  readonly #shown = new Float64Array(CURVES.length)
  #shownMs = Number.NaN

  /** Takes the state of `stampMs`: x, y, vx, vy. */
  came(stampMs: number, state: readonly number[]): void {
    this.#track.push(stampMs, state)
    this.#horizon.note(stampMs, state)
  }

  /** Call it once per frame. Returns what to draw: x, y, vx, vy. */
  look(): Float64Array {
    this.#shownMs = lanes.follow(this.#horizon.code, this.#shownMs)
    this.#track.sample(this.#shownMs, this.#shown)
    return this.#shown
  }
}
