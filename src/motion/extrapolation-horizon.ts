import type { Ms } from '../base/units.ts'
import { steadyAcceleration } from './acceleration.ts'
import { type Curve, isSmooth, velocityOf } from './curves.ts'
import {
  ENOUGH_MS,
  ExtrapolationShares,
  GAP,
  GONE,
  LEAST_GAP_MS,
  MISSED,
  MOST_BACK,
  MOST_GAP_MS,
} from './extrapolation-shares.ts'

/** How many states are held. A power of two. */
const HELD = 2 ** Math.ceil(Math.log2(MOST_BACK + 1))
const LAST = HELD - 1

/** The result of a comparison: see `GAP`. */
const found = /* @__PURE__ */ new Float64Array(3)

/**
 * Measures how far an entity's movement can be extrapolated. From each state the later ones are extrapolated, as by a `Track`,
 * and compared with the actual ones. For use of the parts alone, with the states that arrive; a `Room` does the same for every
 * entity with the states that it has sent. Positions count: linear and smooth columns, but not the velocities that these name.
 * Allocates when constructed. (Dead reckoning's error threshold, inverted: IEEE 1278.1.)
 */
export class ExtrapolationHorizon {
  readonly #positions: readonly number[]
  readonly #velocities: readonly number[]
  readonly #shares: ExtrapolationShares
  readonly #share: number
  /** The times of the states held, followed by each state's positions: place, velocity and acceleration, per ms. */
  readonly #states: Float64Array
  /** How many numbers a state has after the times. */
  readonly #width: number
  #count = 0
  #noted = 0

  /** `curves` are those of the entity's columns. `shares` keeps the measurements. Default: shares of its own. */
  constructor(curves: readonly Curve[], shares: ExtrapolationShares = new ExtrapolationShares()) {
    this.#shares = shares
    this.#share = shares.add()
    const { positions, velocities } = placesOf(curves)
    this.#positions = positions
    this.#velocities = velocities
    this.#width = 3 * positions.length
    this.#states = new Float64Array(HELD * (1 + this.#width))
  }

  /** The horizon that the entity's movement along its curve allows: an index in `HORIZONS_MS`, 0 at first. */
  get code(): number {
    return this.#shares.code(this.#share)
  }

  /**
   * Notes the state at `stampMs`, whose columns are in `values` from `offset` on. Ignored unless it is the first or at least 30
   * ms newer than the last.
   */
  note(stampMs: Ms, values: ArrayLike<number>, offset = 0): void {
    const states = this.#states
    const sinceMs = stampMs - states[(this.#noted - 1) & LAST]!
    if (!(sinceMs >= (this.#count > 0 ? LEAST_GAP_MS : -Infinity))) return
    if (sinceMs > MOST_GAP_MS) this.breakOff()
    states[this.#noted & LAST] = stampMs
    this.#shares.begin(this.#share, 1)
    this.#take(values, offset)
    this.#compare()
    this.#count++
    this.#noted++
  }

  /** Notes that the entity was set elsewhere: its earlier movement says nothing about the next. */
  breakOff(): void {
    this.#count = 0
  }

  /** Where the places of the state begin that is `back` states before the next one. */
  #row(back: number): number {
    return HELD + ((this.#noted - back) & LAST) * this.#width
  }

  #compare(): void {
    const states = this.#states
    const width = this.#width
    const most = Math.min(this.#count, MOST_BACK)
    const at = this.#row(0)
    const stampMs = states[this.#noted & LAST]!
    let gapMs = 0
    for (let back = 1; back <= most && gapMs < ENOUGH_MS; back++) {
      const from = this.#row(back)
      gapMs = stampMs - states[(this.#noted - back) & LAST]!
      if (gapMs > MOST_GAP_MS) return
      let missed = 0
      let way = 0
      for (let i = 0; i < width; i += 3) {
        const step = states[at + i]! - states[from + i]!
        const miss = step - gapMs * (states[from + i + 1]! + (gapMs / 2) * states[from + i + 2]!)
        missed += miss * miss
        way += step * step
      }
      found[GAP] = gapMs
      found[MISSED] = missed
      found[GONE] = way
      this.#shares.count(this.#share, 1, back, found)
    }
  }

  #take(values: ArrayLike<number>, offset: number): void {
    const states = this.#states
    const at = this.#row(0)
    const last = this.#row(1)
    const before = this.#row(2)
    const lastMs = states[(this.#noted - 1) & LAST]!
    const spanMs = states[this.#noted & LAST]! - lastMs
    const firstMs = lastMs - states[(this.#noted - 2) & LAST]!
    for (let i = 0; i < this.#positions.length; i++) {
      const to = at + 3 * i
      const velocity = this.#velocities[i]!
      const from = last + 3 * i
      states[to] = values[offset + this.#positions[i]!]!
      states[to + 2] = 0
      if (velocity < 0) {
        states[to + 1] = this.#count > 0 ? (states[to]! - states[from]!) / spanMs : 0
        continue
      }
      states[to + 1] = values[offset + velocity]! / 1000
      if (this.#count < 2) continue
      const oldest = states[before + 1 + 3 * i]! * 1000
      const older = states[from + 1]! * 1000
      const newest = states[to + 1]! * 1000
      states[to + 2] =
        steadyAcceleration(oldest, older, newest, firstMs / 1000, spanMs / 1000) / 1e6
    }
  }
}

/** The columns that are positions, and the columns of their sent velocities, or -1. */
export interface Places {
  readonly positions: readonly number[]
  readonly velocities: readonly number[]
}

/** The result of `placesOf` for each list of curves, which all entities of a kind share. */
const places = /* @__PURE__ */ new WeakMap<readonly Curve[], Places>()

/** Finds the positions and velocities, once for each list of curves. */
export function placesOf(curves: readonly Curve[]): Places {
  const known = places.get(curves)
  if (known) return known
  const named = new Set(curves.map(velocityOf))
  const isPlace = (curve: Curve) => curve === 'linear' || isSmooth(curve)
  const positions = curves.flatMap((curve, i) => (isPlace(curve) && !named.has(i) ? [i] : []))
  const made = { positions, velocities: positions.map((i) => velocityOf(curves[i]!)) }
  places.set(curves, made)
  return made
}
