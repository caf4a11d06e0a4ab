import type { Ms } from '../base/units.ts'

/** Most that a player's entities are drawn behind everybody else's. */
const MOST_MS = 250
/** The lag changes only if another one would have cost this much less: each change is news for everybody. */
const LEAST_GAIN_MS = 4
/** What a per cent of the time is worth in delay: movement carried on past the newest state, and carried on too far. */
const CARRIED_COST_MS = 2
const DRY_COST_MS = 15
/** For how long ages count: soon enough for a queue that fills, long enough that one bad moment is no habit. */
const MEMORY_MS: Ms = 4000

/** Ages are counted in classes of so many ms, rounded up; all that follows counts in classes. */
const CLASS_MS: Ms = 4
const LAGS = Math.ceil(MOST_MS / CLASS_MS)
/** The age that is ordinary: inputs come a step apart, and wait for a frame. Interpolation hides it. */
const HIDDEN_STEPS = 1.25
const MOST_HIDDEN = 25
/** The age up to which movement that is carried on may pass for true: 100 ms. */
const CARRIED = 25
/** What of the time between two ticks a tick can say, at most. */
const MOST_BETWEEN = 64
/** How often the lag is chosen anew. */
const CHOOSE_EVERY_MS: Ms = 200

/** Of `Lag`, by class: the sum of the time at ages above it, each by how many classes above. The last is always 0. */
const aboveMs = new Float64Array(LAGS + CARRIED + MOST_BETWEEN + 1)

/** Places of what changes: arguments and result of `take`, */
const LAG = 0
const AGE = 1
const NOW = 2
/** when the lag is chosen anew, */
const CHOOSE_AT = 3
/** the time between two ticks, all time that counts, the scale and its growth in a tick; */
const INTERVAL = 4
const TOTAL = 5
const SCALE = 6
const GROWTH = 7
/**
 * by class of age, the time of late spent at it, times the scale: older time counts less because newer time is made to count
 * more, so that a tick touches one class. Class 0 is every age that is hidden.
 */
const TIMES = 8
/** Room for so many classes more: pushing them one by one would make room for many. */
const MORE: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0]
/** Newer time counts more by at most this much before all is divided by it. */
const MOST_SCALE = 1e9

/**
 * How far behind the render time a player's entities are drawn, because that player's inputs come late: the lag with the
 * least cost over how late they came recently. Delay costs what it is; a per cent of the time in which a picture would be
 * carried on past the newest state costs 2 ms, and one in which it would be so for over 100 ms costs 15 ms. So rare gaps are
 * left to extrapolation, and what is always late is waited for. So a bad uplink delays only its owner, for everybody alike.
 * Free of allocation in steady state.
 */
export class Lag {
  /**
   * All that changes in one stretch of memory, with the classes up to the highest age so far: a server with many players
   * waits for memory most of the time.
   */
  #is: number[]
  /** The highest class of age so far. */
  #highest = 0
  readonly #hidden: number
  /** Classes between two ticks. */
  readonly #between: number

  /** `stepMs`: how far the player's inputs are apart. `intervalMs`: how far network ticks are. */
  constructor(stepMs: Ms, intervalMs: Ms) {
    this.#hidden = Math.min(MOST_HIDDEN, Math.round((HIDDEN_STEPS * stepMs) / CLASS_MS))
    this.#between = Math.min(MOST_BETWEEN, Math.max(1, Math.round(intervalMs / CLASS_MS)))
    const growth = Math.exp(intervalMs / MEMORY_MS)
    this.#is = [0, 0, 0, Number.NEGATIVE_INFINITY, intervalMs, 0, 1, growth, 0]
  }

  /** 0 to 250. */
  get lagMs(): Ms {
    return this.#is[LAG]!
  }

  // What `take` works on: V8 boxes the fractional arguments of calls that it does not inline.
  set ageMs(ageMs: Ms) {
    this.#is[AGE] = ageMs
  }

  set nowMs(nowMs: Ms) {
    this.#is[NOW] = nowMs
  }

  /** Takes how late the player's newest input is at a network tick, `ageMs`, at `nowMs`. */
  take(): void {
    // Beyond this age no lag that may be chosen makes a difference.
    const most = LAGS + CARRIED + this.#between - this.#hidden
    const at = Math.min(most, Math.max(0, Math.ceil(this.#is[AGE]! / CLASS_MS) - this.#hidden))
    if (at > this.#highest) this.#reach(at)
    const is = this.#is
    is[SCALE]! *= is[GROWTH]!
    if (is[SCALE]! > MOST_SCALE) this.#rescale()
    is[TIMES + at]! += is[INTERVAL]! * is[SCALE]!
    is[TOTAL] = is[TOTAL]! / is[GROWTH]! + is[INTERVAL]!
    if (is[NOW]! >= is[CHOOSE_AT]!) this.#choose()
  }

  #reach(highest: number): void {
    while (this.#is.length <= TIMES + highest) this.#is = this.#is.concat(MORE)
    this.#highest = highest
  }

  #rescale(): void {
    const is = this.#is
    for (let i = 0; i <= this.#highest; i++) is[TIMES + i]! /= is[SCALE]!
    is[SCALE] = 1
  }

  /** Sets the lag with the least cost, unless it is hardly less. A moment's cost ends when the next tick says more of it. */
  #choose(): void {
    const is = this.#is
    is[CHOOSE_AT] = is[NOW]! + CHOOSE_EVERY_MS
    this.#sum()
    const between = this.#between
    const dryAfter = CARRIED - this.#hidden
    // At the start little is known, and nothing much is concluded from it.
    const perCent = 100 / (Math.max(is[TOTAL]!, MEMORY_MS) * between)
    let cheapest = 0
    let leastMs = Number.POSITIVE_INFINITY
    let currentMs = Number.POSITIVE_INFINITY
    for (let lag = 0; lag <= LAGS; lag++) {
      const carried = aboveMs[lag]! - aboveMs[lag + between]!
      const dry = aboveMs[lag + dryAfter]! - aboveMs[lag + dryAfter + between]!
      const costMs = lag * CLASS_MS + (CARRIED_COST_MS * carried + DRY_COST_MS * dry) * perCent
      const lagMs = Math.min(MOST_MS, lag * CLASS_MS)
      if (lagMs === is[LAG]) currentMs = costMs
      if (costMs >= leastMs) continue
      leastMs = costMs
      cheapest = lagMs
    }
    if (currentMs - leastMs >= LEAST_GAIN_MS) is[LAG] = cheapest
  }

  #sum(): void {
    const is = this.#is
    let longerMs = 0
    aboveMs.fill(0, this.#highest)
    for (let i = this.#highest - 1; i >= 0; i--) {
      longerMs += is[TIMES + i + 1]! / is[SCALE]!
      aboveMs[i] = aboveMs[i + 1]! + longerMs
    }
  }
}
