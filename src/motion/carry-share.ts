import { HORIZONS_MS } from '../base/horizons.ts'
import type { Ms } from '../base/units.ts'

/** What was foretold is off when it misses by more than this share of the way, or by so many units; both squared. */
const MOST_MISSED_SHARE = 0.2 ** 2
const MOST_MISSED = 2 ** 2
/** Movement can be foretold for 0.7 of the time after which one in twelve would be off. */
const OFF_AT_MOST = 0.08
const SAFETY = 0.7
/** What is not known yet: so many states were foretold, so many of them off. */
const GUESSED = 5
const GUESSED_OFF = 1.5
/** What is remembered: so many states. */
const REMEMBERED = 300

/** States closer together than this are one. */
export const LEAST_GAP_MS: Ms = 30
/** Nothing is foretold over a longer gap. */
export const MOST_GAP_MS: Ms = 320
/** Who can be foretold for so long has the greatest code: a state is compared with those before it until one is as old. */
export const ENOUGH_MS: Ms = HORIZONS_MS.at(-1)! / SAFETY
/** How far back a state is compared: states `LEAST_GAP_MS` apart reach `ENOUGH_MS`. */
export const MOST_BACK: number = Math.ceil(ENOUGH_MS / LEAST_GAP_MS)

/** Of states foretold from the state so many before them, the share that was off, and the time in between. */
export class CarryShare {
  /** By how far back, from 1: the shares, and behind these the times. */
  readonly #off = new Float64Array(2 * (MOST_BACK + 1)).fill(
    GUESSED_OFF / GUESSED,
    0,
    MOST_BACK + 1,
  )
  #known = GUESSED
  #weight = 0
  #code = 0
  #isJudged = true

  /** What the entity's movement allows: an index into `HORIZONS_MS`, 0 at first. */
  get code(): number {
    if (!this.#isJudged) this.#judge()
    return this.#code
  }

  /** Begins a new state, which stands for so many. */
  begin(states = 1): void {
    this.#known = Math.min(REMEMBERED, this.#known + states)
    this.#weight = states / this.#known
    this.#isJudged = false
  }

  /** The new state was foretold from the one `back` before it, `gapMs` ago: by how much it missed and how far it went, squared. */
  count(back: number, gapMs: Ms, missed: number, way: number): void {
    const off = this.#off
    const weight = this.#weight
    const isOff = !(missed <= MOST_MISSED && missed <= MOST_MISSED_SHARE * way)
    off[back]! += weight * ((isOff ? 1 : 0) - off[back]!)
    // States need not come evenly: what is off belongs to the mean gap, or the code would change with each of them.
    const at = MOST_BACK + 1 + back
    const known = off[at]!
    off[at] = known > 0 ? known + weight * (gapMs - known) : gapMs
  }

  /** Finds the time after which too many are off, in a straight line between those that were measured. */
  #judge(): void {
    const offs = this.#off
    let okMs = 0
    let okOff = 0
    for (let back = 1; back <= MOST_BACK && offs[MOST_BACK + 1 + back]! > 0; back++) {
      const off = offs[back]!
      const gapMs = offs[MOST_BACK + 1 + back]!
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
