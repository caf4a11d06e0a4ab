import type { Ms } from '../../base/units.ts'
import { InputArrivals } from './input-arrivals.ts'
import { Repeats } from './repeats.ts'

/** What 100 % of ticks without their input cost: 20 ms of waiting for each per cent, as a faulty frame does in `Lane`. */
const MISSING_PRICE_MS = 2000
/** So many of them cost nothing: the input before is taken again, which is nearly always the same. */
const FREE_SHARE = 0.004
/**
 * What it costs besides if 100 % of ticks repeat an input that differs from their own: 150 ms of waiting for each per cent.
 * Each such tick corrects the player's own picture, and a correction is seen for about as long as seven of these ticks.
 */
const WRONG_PRICE_MS = 15_000
/** What happened so long ago counts 1/e. */
const MEMORY_MS = 30_000
/** Waits are told apart in these parts of a step, as the server's reports are, up to 32 steps. */
const PARTS = 16
const CELLS = 512
/** One input stands for so many at most that were held back and came with it. And of so many it is remembered for how many. */
const MOST_HELD_BACK = 16
const INPUTS = 256
/** No wait is longer, as the server gives inputs that all wait over 750 ms new ticks. */
const MOST_WAIT_MS = 500

/**
 * What every wait before the tick would have cost of late, counted from the fastest way of the last `windowMs`: how many
 * inputs would have come too late, and how many ticks would have repeated a wrong input instead. What counts is the fastest
 * way that was known when the input was sent, as the clock can follow no other; so a way that gets longer and longer shows
 * as lateness. Free of allocation.
 */
export class InputWaits {
  readonly arrivals: InputArrivals
  /** The wait that costs least, in steps with their fraction. */
  bestSteps: number = Number.NaN
  /** What that costs in steps, from the mean way on, and the share of inputs that it leaves late. */
  costSteps: number = Number.NaN
  missingShare: number = Number.NaN
  /** How many inputs are remembered, what is old counting less. */
  known = 0
  #stepMs: Ms = Number.NaN
  #news = 0
  /** The sum of what ways were longer than the fastest. */
  #excessSteps = 0
  /** By the wait that would have been enough: how many inputs. */
  readonly #inputs = new Float64Array(CELLS)
  /** The same, counting a tick as in time if it repeats the right input. */
  readonly #repeated = new Float64Array(CELLS)
  readonly #repeats = new Repeats()
  /** By input: how many it stands for; and the newest that was sent. */
  readonly #counts = new Uint8Array(INPUTS)
  /** By input: the fastest way that was known when it was sent. */
  readonly #fastestSteps = new Float64Array(INPUTS)
  #newestSent = 0

  /** `windowMs`: how long the fastest way counts, above 0. */
  constructor(windowMs: Ms) {
    this.arrivals = new InputArrivals(windowMs)
  }

  /** Forgets everything; from now on steps are `stepMs` long. */
  begin(stepMs: Ms): void {
    this.#stepMs = stepMs
    this.arrivals.begin(stepMs)
    this.#inputs.fill(0)
    this.#repeated.fill(0)
    this.#repeats.begin()
    this.#newestSent = 0
    this.#excessSteps = 0
    this.#news = 0
    this.known = 0
    this.bestSteps = Number.NaN
    this.costSteps = Number.NaN
    this.missingShare = Number.NaN
  }

  /**
   * Notes that input `inputId` is sent at `nowMs`; `isChanged`: it is not like the one before. It stands for those since the one
   * that was noted last.
   */
  sent(inputId: number, nowMs: Ms, isChanged: boolean): void {
    this.arrivals.sent(inputId, nowMs)
    this.#fastestSteps[inputId & (INPUTS - 1)] = this.arrivals.fastestSteps
    this.#counts[inputId & (INPUTS - 1)] = Math.min(inputId - this.#newestSent, MOST_HELD_BACK)
    this.#newestSent = inputId
    this.#repeats.made(inputId, isChanged)
  }

  /** Takes the server's word that input `inputId` came at `arrivalSteps`. */
  came(inputId: number, arrivalSteps: number): void {
    const waySteps = this.arrivals.came(inputId, arrivalSteps)
    const excessSteps = waySteps - this.#fastestSteps[inputId & (INPUTS - 1)]!
    if (Number.isNaN(excessSteps)) return
    const parts = Math.min(excessSteps * PARTS + 1, CELLS - 1)
    const cell = Math.max(0, Math.floor(parts))
    const count = this.#counts[inputId & (INPUTS - 1)]!
    this.#inputs[cell] = this.#inputs[cell]! + count
    const enough = this.#repeats.enough(inputId, cell)
    this.#repeated[enough] = this.#repeated[enough]! + count
    this.#excessSteps += (count * parts) / PARTS
    this.#news += count
  }

  /**
   * Chooses the wait anew, when there is news. `frameSteps`: the length of a frame. An input is made up to so much after its
   * time.
   */
  aim(frameSteps: number): void {
    const inputs = this.#inputs
    const repeated = this.#repeated
    if (this.#news === 0) return
    const kept = Math.exp((-this.#news * this.#stepMs) / MEMORY_MS)
    const price = MISSING_PRICE_MS / this.#stepMs
    const wrongPrice = WRONG_PRICE_MS / this.#stepMs
    // The later an input is made, the less it waits: each wait stands for all down to a frame less.
    const frame = Math.max(1, Math.round(frameSteps * PARTS))
    const all = this.known + this.#news
    let within = 0
    let missing = 0
    let wrongWithin = 0
    let wrong = 0
    let least = Infinity
    for (let cell = CELLS - 1; cell >= 0; cell--) {
      const cost = cell / PARTS + price * Math.max(0, missing - FREE_SHARE) + wrongPrice * wrong
      if (cost < least && cell * this.#stepMs <= MOST_WAIT_MS * PARTS) {
        least = cost
        this.bestSteps = cell / PARTS
        this.missingShare = missing
      }
      within += inputs[cell]!
      wrongWithin += repeated[cell]!
      if (cell + frame < CELLS) {
        within -= inputs[cell + frame]!
        wrongWithin -= repeated[cell + frame]!
      }
      missing += within / (frame * all)
      wrong += wrongWithin / (frame * all)
    }
    this.costSteps = least - this.#excessSteps / all
    for (let cell = 0; cell < CELLS; cell++) {
      inputs[cell] = inputs[cell]! * kept
      repeated[cell] = repeated[cell]! * kept
    }
    this.#excessSteps *= kept
    this.known = all * kept
    this.#news = 0
  }
}
