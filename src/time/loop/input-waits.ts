import type { Ms } from '../../base/units.ts'
import { InputArrivals } from './input-arrivals.ts'
import { Repeats } from './repeats.ts'

/** What 100 % of ticks without their input cost: 20 ms of waiting for each per cent, like faulty frames in `Lane`. */
const MISSING_PRICE_MS = 2000
/** The share of such ticks that costs nothing. They repeat the input before, which is nearly always the same. */
const FREE_SHARE = 0.004
/**
 * The additional cost of 100 % of ticks that repeat an input that differs from their own: 150 ms of waiting for each per cent.
 * Each such tick corrects the player's own picture, and a correction is seen for about as long as seven such ticks.
 */
const WRONG_PRICE_MS = 15_000
/** What happened this long ago counts for 1/e. */
const MEMORY_MS = 30_000
/** How many cells of waits there are in a step, as fine as the server's reports. All cells together hold 32 steps. */
const PARTS = 16
const CELLS = 512
/** An input stands for at most this many inputs held back and sent with it. `INPUTS` is how many inputs are remembered. */
const MOST_HELD_BACK = 16
const INPUTS = 256
/** The longest wait. If all inputs wait for over 750 ms, the server gives them new ticks. */
const MOST_WAIT_MS = 500

/**
 * What every wait would have cost lately: how many inputs would have arrived too late, and how many ticks would have repeated a
 * wrong input instead. Waits are counted from the shortest way of the last `windowMs`, as it was known when the input was sent,
 * because the clock cannot follow any other. So a way that keeps getting longer shows as lateness. Free of allocation.
 */
export class InputWaits {
  readonly arrivals: InputArrivals
  /** The wait that costs least, in fractional steps. */
  bestSteps: number = Number.NaN
  /** The cost of that wait in steps, counted from the mean way, and the share of inputs that would be late. */
  costSteps: number = Number.NaN
  missingShare: number = Number.NaN
  /** How many inputs are remembered. Old ones count less. */
  known = 0
  #stepMs: Ms = Number.NaN
  #news = 0
  /** The sum of the excess of ways over the shortest way. */
  #excessSteps = 0
  /** How many inputs needed each wait. */
  readonly #inputs = new Float64Array(CELLS)
  /** How many inputs needed each wait if a tick also counts as in time when it repeats the right input. */
  readonly #repeated = new Float64Array(CELLS)
  readonly #repeats = new Repeats()
  /** How many inputs each input stands for, by input; and the newest input sent. */
  readonly #counts = new Uint8Array(INPUTS)
  /** The shortest way known when an input was sent, by input. */
  readonly #fastestSteps = new Float64Array(INPUTS)
  #newestSent = 0

  /** `windowMs` is how long a short way counts, above 0. */
  constructor(windowMs: Ms) {
    this.arrivals = new InputArrivals(windowMs)
  }

  /** Forgets everything and sets the length of a step. */
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
   * Notes that input `inputId` is sent at `nowMs`. It stands for all inputs since the one noted last. `isChanged`: it differs
   * from the input before.
   */
  sent(inputId: number, nowMs: Ms, isChanged: boolean): void {
    this.arrivals.sent(inputId, nowMs)
    this.#fastestSteps[inputId & (INPUTS - 1)] = this.arrivals.fastestSteps
    this.#counts[inputId & (INPUTS - 1)] = Math.min(inputId - this.#newestSent, MOST_HELD_BACK)
    this.#newestSent = inputId
    this.#repeats.made(inputId, isChanged)
  }

  /** Reads the server's report that input `inputId` arrived at `arrivalSteps`. */
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
   * Chooses the wait again if there are new reports. `frameSteps` is the length of a frame, because an input is made up to a
   * frame after its time.
   */
  aim(frameSteps: number): void {
    const inputs = this.#inputs
    const repeated = this.#repeated
    if (this.#news === 0) return
    const kept = Math.exp((-this.#news * this.#stepMs) / MEMORY_MS)
    const price = MISSING_PRICE_MS / this.#stepMs
    const wrongPrice = WRONG_PRICE_MS / this.#stepMs
    // The later an input is made, the less it waits. So each wait stands for all waits down to a frame less.
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
