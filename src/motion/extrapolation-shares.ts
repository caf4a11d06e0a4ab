import { HORIZON_BITS, HORIZONS_MS, WAY } from '../base/horizons.ts'
import type { Ms } from '../base/units.ts'

/** An extrapolated state is off when it misses by more than this share of the way, or by so many units; both squared. */
const MOST_MISSED_SHARE = 0.2 ** 2
const MOST_MISSED = 2 ** 2
/**
 * For entities that inputs move, a state that is off counts by the square of its miss: a miss of this many units counts as one.
 * Everybody sees a jump that was not extrapolated; nobody sees a start in the other direction.
 */
const OFF_AS_ONE = 17 ** 2
/** No state counts for more than this. */
const MOST_OFF = 16
/** Movement can be extrapolated for 0.7 of the time after which one in thirteen would be off. */
const OFF_AT_MOST = 0.076
const SAFETY = 0.7
/** What is not known yet: so many states were extrapolated, so many of them off. */
const GUESSED = 5
const GUESSED_OFF = 1.5
/** What is remembered: so many states. */
const REMEMBERED = 300
/** From this many states on, one more says little. */
const WELL_KNOWN = 100

/** States closer together than this are one. */
export const LEAST_GAP_MS: Ms = 30
/** Nothing is extrapolated over a longer gap. */
export const MOST_GAP_MS: Ms = 320
/**
 * What can be extrapolated this far has the greatest code: a state is compared with those before it until one is as
 * old.
 */
export const ENOUGH_MS: Ms = HORIZONS_MS.at(-1)! / SAFETY
/** How far back a state is compared: states `LEAST_GAP_MS` apart reach `ENOUGH_MS`. */
export const MOST_BACK: number = Math.ceil(ENOUGH_MS / LEAST_GAP_MS)

/**
 * Where what a comparison found has the time between the two states, in ms, by how much the extrapolated state missed,
 * and how far the entity went; both squared. In an array, as a server compares thousands of states a second.
 */
export const GAP = 0
export const MISSED = 1
export const GONE = 2

/**
 * What is kept of an entity and a way: how many states are known, then by how far back, from 1, the shares that were off
 * (for what inputs move, the mean of the squares). From here on its code, or -1 as long as nobody has asked for it; then, by how far back, the times.
 */
const TIMES: number = MOST_BACK + 1
const WIDTH: number = 2 * TIMES

const NONE = /* @__PURE__ */ new Float64Array(0)

/**
 * Of states of entities extrapolated from the state so many before them, the share that was off, and the time in
 * between, for each way of extrapolation. All in one typed array: one for each takes more than what is in it. An entity
 * is named by where its numbers begin, an entity's way by `at` of both.
 */
export class ExtrapolationShares {
  #values = NONE
  readonly #ways: number
  /** Whether inputs move the entities. */
  readonly #isMoved: boolean
  readonly #width: number
  #count = 0
  readonly #free: number[] = []

  /** `ways`: how many of `WAY` are measured, from the first on. Default 1: the curve alone. */
  constructor(ways = 1) {
    this.#ways = ways
    this.#isMoved = ways > WAY.move
    this.#width = ways * WIDTH
  }

  /** Adds an entity, of which nothing is known. */
  add(): number {
    const first = this.#free.pop() ?? this.#width * this.#count++
    if (first === this.#values.length) this.#grow()
    const values = this.#values
    for (let way = 0; way < this.#ways; way++) {
      const at = this.at(first, way)
      values.fill(GUESSED_OFF / GUESSED, at, at + TIMES)
      values.fill(0, at + TIMES, at + WIDTH)
      values[at] = GUESSED
    }
    return first
  }

  /** Where the numbers of an entity's way begin. */
  at(entity: number, way: number): number {
    return entity + way * WIDTH
  }

  /** Takes out an entity. */
  remove(at: number): void {
    this.#free.push(at)
  }

  /**
   * What the entity's movement allows: the extrapolation code of the way that can be trusted for longest; of equals
   * `move`, or else the one that was off least often. A way that nothing was measured of is none, but for the curve.
   */
  code(entity: number): number {
    const values = this.#values
    let best = 0
    let most = -1
    for (let way = 0; way < this.#ways; way++) {
      const at = this.at(entity, way)
      if (way > 0 && values[at]! <= GUESSED) continue
      if (values[at + TIMES]! < 0) values[at + TIMES] = this.#judge(at)
      const horizon = values[at + TIMES]! | 0
      if (
        horizon < most ||
        (horizon === most && way !== WAY.move && !this.#isBetter(at, this.at(entity, best)))
      )
        continue
      most = horizon
      best = way
    }
    return (best << HORIZON_BITS) | most
  }

  /** Whether one way was off less often than another, all times together; what has not been compared counts as a guess. */
  #isBetter(at: number, than: number): boolean {
    const values = this.#values
    let more = 0
    for (let back = 1; back <= MOST_BACK; back++) more += values[at + back]! - values[than + back]!
    return more < 0
  }

  /** Whether so much is known of an entity's way that a state more says little. */
  isWellKnown(at: number): boolean {
    return this.#values[at]! >= WELL_KNOWN
  }

  /** Begins a new state of an entity's way, which stands for so many. */
  begin(at: number, states: number): void {
    const values = this.#values
    values[at] = Math.min(REMEMBERED, values[at]! + states)
    values[at + TIMES] = -1
  }

  /** The new state, which stands for so many, was extrapolated from the one `back` before it: `found` says how well. */
  count(at: number, states: number, back: number, found: Readonly<Float64Array>): void {
    const values = this.#values
    const gapMs = found[GAP]!
    const missed = found[MISSED]!
    const way = found[GONE]!
    const weight = states / values[at]!
    const isOff = !(missed <= MOST_MISSED && missed <= MOST_MISSED_SHARE * way)
    let by = isOff ? 1 : 0
    if (isOff && this.#isMoved) by = missed < MOST_OFF * OFF_AS_ONE ? missed / OFF_AS_ONE : MOST_OFF
    const off = at + back
    values[off]! += weight * (by - values[off]!)
    // States need not come evenly: what is off belongs to the mean gap, or the code would change with each of them.
    const known = values[off + TIMES]!
    values[off + TIMES] = known > 0 ? known + weight * (gapMs - known) : gapMs
  }

  /** Finds the time after which too many are off, between the measured times around it. */
  #judge(at: number): number {
    const values = this.#values
    let okMs = 0
    let okOff = 0
    for (let back = 1; back <= MOST_BACK && values[at + TIMES + back]! > 0; back++) {
      const off = values[at + back]!
      const gapMs = values[at + TIMES + back]!
      if (off > OFF_AT_MOST) {
        okMs += (gapMs - okMs) * this.#shareBelow(okOff, off)
        break
      }
      okMs = gapMs
      okOff = off
    }
    let code = 0
    while (code + 1 < HORIZONS_MS.length && HORIZONS_MS[code + 1]! <= SAFETY * okMs) code++
    return code
  }

  /** How much of the time between two measurements passes until too many are off: in a straight line, or by the cube root. */
  #shareBelow(before: number, after: number): number {
    if (!this.#isMoved) return (OFF_AT_MOST - before) / (after - before)
    // Inputs change at an even rate, and the effect of each grows with time: the mean square grows with the cube of time.
    const least = Math.cbrt(before)
    return (Math.cbrt(OFF_AT_MOST) - least) / (Math.cbrt(after) - least)
  }

  #grow(): void {
    const values = this.#values
    this.#values = new Float64Array(Math.max(this.#width, 2 * values.length))
    this.#values.set(values)
  }
}
