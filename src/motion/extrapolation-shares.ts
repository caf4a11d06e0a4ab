import { HORIZON_BITS, HORIZONS_MS, WAY } from '../base/horizons.ts'
import type { Ms } from '../base/units.ts'

/** An extrapolated state is off when it misses by more than this share of the way, or this many units; both squared. */
const MOST_MISSED_SHARE = 0.2 ** 2
const MOST_MISSED = 2 ** 2
/**
 * For entities that inputs move, a state that is off counts by the square of its miss: a miss of this many units counts as 1.
 * Everybody sees a jump that was not extrapolated. Nobody sees a start in another direction.
 */
const OFF_AS_ONE = 17 ** 2
/** A state counts for at most this much. */
const MOST_OFF = 16
/** Movement can be extrapolated for 0.7 of the time after which one state in thirteen would be off. */
const OFF_AT_MOST = 0.076
const SAFETY = 0.7
/** The initial guess: this many states were extrapolated, and this many of them were off. */
const GUESSED = 5
const GUESSED_OFF = 1.5
/** How many states are remembered. */
const REMEMBERED = 300
/** With this many states, another one makes little difference. */
const WELL_KNOWN = 100

/** States closer together than this count as one. */
export const LEAST_GAP_MS: Ms = 30
/** Nothing is extrapolated over a longer gap. */
export const MOST_GAP_MS: Ms = 320
/** Movement that can be extrapolated this far has the greatest code. States are compared until one is this old. */
export const ENOUGH_MS: Ms = HORIZONS_MS.at(-1)! / SAFETY
/** How many states back a state is compared. States `LEAST_GAP_MS` apart then reach `ENOUGH_MS`. */
export const MOST_BACK: number = Math.ceil(ENOUGH_MS / LEAST_GAP_MS)

/**
 * Indices into the result of a comparison: the time between the two states in ms, the miss of the extrapolated state, and the
 * distance that the entity went; both squared. It is an array because a server compares thousands of states per second.
 */
export const GAP = 0
export const MISSED = 1
export const GONE = 2

/**
 * The numbers of an entity and a way: how many states are known, and the share that was off by how many states back, from 1 on
 * (for entities that inputs move, the mean of the squares). From here on: the code, -1 until someone asks for it, and the times
 * by how many states back.
 */
const TIMES: number = MOST_BACK + 1
const WIDTH: number = 2 * TIMES

const NONE = /* @__PURE__ */ new Float64Array(0)

/**
 * The share of extrapolated states that were off, and the time between the two states, by how many states back and for each way
 * of extrapolation. All numbers share one typed array, because an array each would take more memory than its contents. An
 * entity is named by the index of its numbers, and an entity's way by `at` of both.
 */
export class ExtrapolationShares {
  #values = NONE
  readonly #ways: number
  /** Whether inputs move the entities. */
  readonly #isMoved: boolean
  readonly #width: number
  #count = 0
  readonly #free: number[] = []

  /** `ways` is how many of `WAY` are measured, from the first on. Default 1: only the curve. */
  constructor(ways = 1) {
    this.#ways = ways
    this.#isMoved = ways > WAY.move
    this.#width = ways * WIDTH
  }

  /** Adds an entity without any measurements. */
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

  /** The index at which the numbers of an entity's way begin. */
  at(entity: number, way: number): number {
    return entity + way * WIDTH
  }

  remove(at: number): void {
    this.#free.push(at)
  }

  /**
   * The extrapolation code that the entity's movement allows: that of the way that is accurate for longest. Of equal ways it is
   * `move`, or else the one that was off least often. Ways without measurements are ignored, except the curve.
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

  /** Whether one way was off less often than another over all times together. Times without comparisons count as the guess. */
  #isBetter(at: number, than: number): boolean {
    const values = this.#values
    let more = 0
    for (let back = 1; back <= MOST_BACK; back++) more += values[at + back]! - values[than + back]!
    return more < 0
  }

  /** Whether so much is known about an entity's way that another state makes little difference. */
  isWellKnown(at: number): boolean {
    return this.#values[at]! >= WELL_KNOWN
  }

  /** Begins a new state of an entity's way. It stands for `states` states. */
  begin(at: number, states: number): void {
    const values = this.#values
    values[at] = Math.min(REMEMBERED, values[at]! + states)
    values[at + TIMES] = -1
  }

  /** Counts how well the new state was extrapolated from the one `back` states before, as `found` says. */
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
    // States need not come evenly. The share belongs to the mean gap; otherwise the code would change with each state.
    const known = values[off + TIMES]!
    values[off + TIMES] = known > 0 ? known + weight * (gapMs - known) : gapMs
  }

  /** Computes the horizon from the time after which too many states are off, between the measured times around it. */
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

  /** The share of the time between two measurements that passes until too many states are off: linear, or by the cube root. */
  #shareBelow(before: number, after: number): number {
    if (!this.#isMoved) return (OFF_AT_MOST - before) / (after - before)
    // Inputs change at an even rate, and the effect of each grows with time, so the mean square grows with the cube of time.
    const least = Math.cbrt(before)
    return (Math.cbrt(OFF_AT_MOST) - least) / (Math.cbrt(after) - least)
  }

  #grow(): void {
    const values = this.#values
    this.#values = new Float64Array(Math.max(this.#width, 2 * values.length))
    this.#values.set(values)
  }
}
