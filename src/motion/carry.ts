import { HORIZONS_MS } from '../base/horizons.ts'
import type { Ms } from '../base/units.ts'
import { steadyAcceleration } from './acceleration.ts'
import { type Curve, isSmooth, velocityOf } from './curves.ts'

/** States that are held, and how far back they are foretold from. */
const HELD = 8
const LAST = HELD - 1
/** Where what is kept begins: see `Carry`. The times of the states come first. */
const OFF = HELD
const GAP_MS = 2 * HELD
const PLACES = 3 * HELD
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
 * who uses the parts alone does so on what arrives. Positions count: linear and smooth columns, but not the velocities that these name.
 * Allocates when constructed, and once more when the entity first moves. (Dead reckoning's error threshold, turned round:
 * IEEE 1278.1.)
 */
export class Carry {
  /** Arguments of `note`: the time of the state, and its columns in `values` from `offset` on. */
  stampMs: Ms = Number.NaN
  values: ArrayLike<number> = []
  offset = 0
  readonly #positions: readonly number[]
  readonly #velocities: readonly number[]
  /**
   * The times of the states held; of each number of states back the share that was off, and the time in between; then of each
   * state, of each position: place, velocity and acceleration, in ms. These are one for all states until it first moves.
   */
  #states: Float64Array
  #rowMask = 0
  /** Numbers of a state behind those. */
  readonly #width: number
  #count = 0
  #noted = 0
  /** So many states until now rested: all at one place, without velocity and acceleration. */
  #resting = 0
  readonly #canRest: boolean
  #code = 0
  #isJudged = true

  /** `curves`: those of the entity's columns. */
  constructor(curves: readonly Curve[]) {
    const { positions, velocities } = placesOf(curves)
    this.#positions = positions
    this.#velocities = velocities
    // What is sent a velocity may have one at rest.
    this.#canRest = velocities.every((at) => at < 0)
    this.#width = 3 * positions.length
    this.#states = new Float64Array(PLACES + this.#width)
    this.#states.fill(GUESSED_OFF / GUESSED, OFF, GAP_MS)
  }

  /** What the entity's movement allows: an index into `HORIZONS_MS`, 0 at first. */
  get code(): number {
    if (!this.#isJudged) this.#judge()
    return this.#code
  }

  /** Takes the state of `stampMs` into account; ignored unless later than all before. */
  note(): void {
    this.#note(true)
  }

  /** Does what `note` does, for a state that has the places of the one before, whatever `values` are. */
  repeat(): void {
    this.#note(false)
  }

  #note(isOther: boolean): void {
    const states = this.#states
    const newest = this.#noted & LAST
    const sinceMs = this.stampMs - states[(this.#noted - 1) & LAST]!
    if (!(sinceMs >= (this.#count > 0 ? LEAST_GAP_MS : -Infinity))) return
    if (sinceMs > MOST_GAP_MS) this.breakOff()
    states[newest] = this.stampMs
    const hasMoved = this.#count === 0 || (isOther && this.#differs())
    const isStill = !hasMoved && this.#resting >= Math.min(this.#count, LAST)
    if (!isStill && this.#count > 0 && this.#rowMask === 0) this.#makeRoom()
    this.#place(isOther)
    if (!isStill) {
      this.#compare()
      this.#foretell()
      this.#resting = this.#rests() ? (hasMoved ? 1 : this.#resting + 1) : 0
    } else {
      this.#rest()
      this.#resting++
    }
    this.#count++
    this.#noted++
    this.#isJudged = false
  }

  /** The entity has been set elsewhere: what it did before says nothing of what it does next. */
  breakOff(): void {
    this.#count = 0
    this.#resting = 0
  }

  /** Where the places of the state begin that is `back` before the next one. */
  #row(back: number): number {
    return PLACES + ((this.#noted - back) & this.#rowMask) * this.#width
  }

  /** Whether some places of the new state are others than those of the state before. */
  #differs(): boolean {
    const states = this.#states
    const last = this.#row(1)
    for (let i = 0; i < this.#positions.length; i++)
      if (this.values[this.offset + this.#positions[i]!] !== states[last + 3 * i]) return true
    return false
  }

  /** Sets the places of the new state: those in `values`, or those of the state before. */
  #place(isOther: boolean): void {
    const states = this.#states
    const at = this.#row(0)
    const last = this.#row(1)
    for (let i = 0; i < this.#positions.length; i++)
      states[at + 3 * i] = isOther
        ? this.values[this.offset + this.#positions[i]!]!
        : states[last + 3 * i]!
  }

  /** Gives each state held places of its own: so far all have the same. */
  #makeRoom(): void {
    const one = this.#states
    const width = this.#width
    this.#rowMask = LAST
    this.#states = new Float64Array(PLACES + HELD * width)
    this.#states.set(one)
    for (let n = 1; n < HELD; n++) this.#states.set(one.subarray(PLACES), PLACES + n * width)
  }

  /** Whether the new state, whose velocity and acceleration are set, has none. */
  #rests(): boolean {
    if (!this.#canRest) return false
    const states = this.#states
    const at = this.#row(0)
    for (let i = at; i < at + this.#width; i += 3)
      if (states[i + 1] !== 0 || states[i + 2] !== 0) return false
    return true
  }

  /** Compares the new state with what those before it foretold. */
  #compare(): void {
    const states = this.#states
    const width = this.#width
    const most = Math.min(this.#count, LAST)
    const at = this.#row(0)
    const stampMs = states[this.#noted & LAST]!
    const weight = 1 / Math.min(REMEMBERED, GUESSED + 1 + this.#noted)
    for (let back = 1; back <= most; back++) {
      const from = this.#row(back)
      const gapMs = stampMs - states[(this.#noted - back) & LAST]!
      if (gapMs > MOST_GAP_MS) return
      let missed = 0
      let way = 0
      for (let i = 0; i < width; i += 3) {
        const step = states[at + i]! - states[from + i]!
        const foretold = gapMs * (states[from + i + 1]! + (gapMs / 2) * states[from + i + 2]!)
        missed += (step - foretold) * (step - foretold)
        way += step * step
      }
      const isOff = !(missed <= Math.min(OFF_UNITS ** 2, OFF_SHARE ** 2 * way))
      states[OFF + back]! += weight * ((isOff ? 1 : 0) - states[OFF + back]!)
      // States need not come evenly: what is off belongs to the mean gap, or the code would change with each of them.
      const known = states[GAP_MS + back]!
      states[GAP_MS + back] = known > 0 ? known + weight * (gapMs - known) : gapMs
    }
  }

  /** What `#compare` and `#foretell` come to for a state that rests after none but such: nothing is off. */
  #rest(): void {
    const states = this.#states
    const most = Math.min(this.#count, LAST)
    const stampMs = states[this.#noted & LAST]!
    const weight = 1 / Math.min(REMEMBERED, GUESSED + 1 + this.#noted)
    for (let back = 1; back <= most; back++) {
      const gapMs = stampMs - states[(this.#noted - back) & LAST]!
      if (gapMs > MOST_GAP_MS) break
      states[OFF + back]! += weight * (0 - states[OFF + back]!)
      const known = states[GAP_MS + back]!
      states[GAP_MS + back] = known > 0 ? known + weight * (gapMs - known) : gapMs
    }
    const at = this.#row(0)
    for (let i = at; i < at + this.#width; i += 3) {
      states[i + 1] = 0
      states[i + 2] = 0
    }
  }

  /** Sets velocity and acceleration of the new state. */
  #foretell(): void {
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
      states[to + 2] = 0
      if (velocity < 0) {
        states[to + 1] = this.#count > 0 ? (states[to]! - states[from]!) / spanMs : 0
        continue
      }
      states[to + 1] = this.values[this.offset + velocity]! / 1000
      if (this.#count < 2) continue
      const oldest = states[before + 1 + 3 * i]! * 1000
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
    for (let back = 1; back < HELD && states[GAP_MS + back]! > 0; back++) {
      const off = states[OFF + back]!
      const gapMs = states[GAP_MS + back]!
      if (off > OFF_AT_MOST) {
        okMs += ((gapMs - okMs) * (OFF_AT_MOST - okOff)) / (off - okOff)
        break
      }
      okMs = gapMs
      okOff = off
    }
    let code = 0
    while (code + 1 < HORIZONS_MS.length && HORIZONS_MS[code + 1]! <= SAFETY * okMs) code++
    this.#code = code
    this.#isJudged = true
  }
}

/** The columns that are positions, and those of their sent velocities, or -1. */
interface Places {
  readonly positions: readonly number[]
  readonly velocities: readonly number[]
}

/** Of each list of curves, which all entities of a kind share. */
const places = /* @__PURE__ */ new WeakMap<readonly Curve[], Places>()

function placesOf(curves: readonly Curve[]): Places {
  const known = places.get(curves)
  if (known) return known
  const named = new Set(curves.map(velocityOf))
  const isPlace = (curve: Curve) => curve === 'linear' || isSmooth(curve)
  const positions = curves.flatMap((curve, i) => (isPlace(curve) && !named.has(i) ? [i] : []))
  const made = { positions, velocities: positions.map((i) => velocityOf(curves[i]!)) }
  places.set(curves, made)
  return made
}
