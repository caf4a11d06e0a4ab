import { HORIZONS_MS } from '../base/horizons.ts'
import type { Ms } from '../base/units.ts'
import { steadyAcceleration } from './acceleration.ts'
import type { Curve } from './curves.ts'

/** States that are held, and how far back they are foretold from. */
const HELD = 8
const MOST_GAP_MS: Ms = 320
/** States closer together than this are one. */
const LEAST_GAP_MS: Ms = 30
/** What was foretold is off when it misses by more than this share of the way, or by so many units. */
const OFF_SHARE = 0.2
const OFF_UNITS = 2
/** Movement can be foretold for 0.7 of the time after which one in twelve would be off. */
const OFF_AT_MOST = 0.08
const SAFETY = 0.7
/** What is not known yet: so many states were foretold, so many of them off. */
const GUESSED = 5
const GUESSED_OFF = 1.5
/** What is remembered: so many states. */
const REMEMBERED = 300

/**
 * Measures how far an entity's movement can be carried on: from each state the later ones are foretold, as a `Track`
 * carries movement on, and compared with what came. The server does so for every entity, for it knows all that was sent;
 * who uses the parts alone does so on what arrives. Positions count: `linear`, `hermite` and columns with sent velocities, but not those velocities.
 * Nothing allocates after construction. (Dead reckoning's error threshold, turned round: IEEE 1278.1.)
 */
export class Carry {
  /** Arguments of `note`: the time of the state, and its columns in `values` from `offset` on. */
  stampMs: Ms = Number.NaN
  values: ArrayLike<number> = []
  offset = 0
  /** What the entity's movement allows: an index into `HORIZONS_MS`, 0 at first. */
  code = 0
  readonly #positions: readonly number[]
  readonly #velocities: readonly number[]
  /** Of each state held: time; of each position: place, velocity and acceleration, in ms. */
  readonly #states: Float64Array
  readonly #width: number
  /** Of each number of states back, behind the states: share that was off, and the time in between. */
  readonly #off: number
  readonly #gapMs: number
  #count = 0
  #noted = 0

  /** `curves`: those of the entity's columns. */
  constructor(curves: readonly Curve[]) {
    const named = new Set(curves.map((curve) => (typeof curve === 'object' ? curve.hermite : -1)))
    const isPlace = (curve: Curve) =>
      curve === 'linear' || curve === 'hermite' || typeof curve === 'object'
    this.#positions = curves.flatMap((curve, i) => (isPlace(curve) && !named.has(i) ? [i] : []))
    this.#velocities = this.#positions.map((i) => {
      const curve = curves[i]!
      return typeof curve === 'object' ? curve.hermite : -1
    })
    this.#width = 1 + 3 * this.#positions.length
    this.#off = HELD * this.#width
    this.#gapMs = this.#off + HELD
    this.#states = new Float64Array(this.#gapMs + HELD)
    this.#states.fill(GUESSED_OFF / GUESSED, this.#off, this.#gapMs)
  }

  /** Takes the state of `stampMs` into account; ignored unless later than all before. */
  note(): void {
    const states = this.#states
    const sinceMs = this.stampMs - states[this.#row(1)]!
    if (!(sinceMs >= (this.#count > 0 ? LEAST_GAP_MS : -Infinity))) return
    if (sinceMs > MOST_GAP_MS) this.#count = 0
    const at = this.#row(0)
    states[at] = this.stampMs
    for (let i = 0; i < this.#positions.length; i++)
      states[at + 1 + 3 * i] = this.values[this.offset + this.#positions[i]!]!
    this.#compare(at)
    this.#foretell(at)
    this.#count++
    this.#noted++
    this.#judge()
  }

  /** The entity has been set elsewhere: what it did before says nothing of what it does next. */
  breakOff(): void {
    this.#count = 0
  }

  /** Where the state begins that is `back` before the next one. */
  #row(back: number): number {
    return ((this.#noted - back + HELD) % HELD) * this.#width
  }

  /** Compares the state at `at` with what those before it foretold. */
  #compare(at: number): void {
    const states = this.#states
    const most = Math.min(this.#count, HELD - 1)
    for (let back = 1; back <= most; back++) {
      const from = this.#row(back)
      const gapMs = states[at]! - states[from]!
      if (gapMs > MOST_GAP_MS) return
      let missed = 0
      let way = 0
      for (let i = 1; i < this.#width; i += 3) {
        const step = states[at + i]! - states[from + i]!
        const foretold = gapMs * (states[from + i + 1]! + (gapMs / 2) * states[from + i + 2]!)
        missed += (step - foretold) ** 2
        way += step * step
      }
      const isOff = !(missed <= Math.min(OFF_UNITS ** 2, OFF_SHARE ** 2 * way))
      const weight = 1 / Math.min(REMEMBERED, GUESSED + 1 + this.#noted)
      const off = this.#off + back
      states[off]! += weight * ((isOff ? 1 : 0) - states[off]!)
      // States need not come evenly: what is off belongs to the mean gap, or the code would change with each of them.
      const known = states[this.#gapMs + back]!
      states[this.#gapMs + back] = known > 0 ? known + weight * (gapMs - known) : gapMs
    }
  }

  /** Sets velocity and acceleration of the state at `at`. */
  #foretell(at: number): void {
    const states = this.#states
    const last = this.#row(1)
    const before = this.#row(2)
    const spanMs = states[at]! - states[last]!
    const firstMs = states[last]! - states[before]!
    for (let i = 0; i < this.#positions.length; i++) {
      const to = at + 1 + 3 * i
      const velocity = this.#velocities[i]!
      const from = last + 1 + 3 * i
      states[to + 2] = 0
      if (velocity < 0) {
        states[to + 1] = this.#count > 0 ? (states[to]! - states[from]!) / spanMs : 0
        continue
      }
      states[to + 1] = this.values[this.offset + velocity]! / 1000
      if (this.#count < 2) continue
      const oldest = states[before + 2 + 3 * i]! * 1000
      const older = states[from + 1]! * 1000
      const newest = states[to + 1]! * 1000
      states[to + 2] =
        steadyAcceleration(oldest, older, newest, firstMs / 1000, spanMs / 1000) / 1e6
    }
  }

  /** Finds the time after which too many are off, in a straight line between those that were measured. */
  #judge(): void {
    const states = this.#states
    let okMs = 0
    let okOff = 0
    for (let back = 1; back < HELD && states[this.#gapMs + back]! > 0; back++) {
      const off = states[this.#off + back]!
      const gapMs = states[this.#gapMs + back]!
      if (off > OFF_AT_MOST) {
        okMs += ((gapMs - okMs) * (OFF_AT_MOST - okOff)) / (off - okOff)
        break
      }
      okMs = gapMs
      okOff = off
    }
    let code = 0
    while (code + 1 < HORIZONS_MS.length && HORIZONS_MS[code + 1]! <= SAFETY * okMs) code++
    this.code = code
  }
}
