import type { Ms } from '../../base/units.ts'

/** How far a clairvoyant's rate of display may differ from 1 without a fault. */
export const FREE_RATE = 0.25
/** Steps of delay in one frame of the display: 0.4 ms at 60 Hz, and a whole number at `FREE_RATE`. */
const STEPS_PER_FRAME = 40
const FREE_STEPS = STEPS_PER_FRAME * FREE_RATE
/** A rounding error in the division by a step must not cost a whole step. */
const ROUNDING = 1e-6

/** The delay and faults of one clairvoyant over all frames: a point on the curve of delay against faults. */
export interface Clairvoyance {
  /** Sum of the delay over all frames, in ms times frames. */
  readonly delaySumMs: Ms
  /** Frames whose rate differed from 1 by more than `FREE_RATE`. */
  readonly faults: number
}

/**
 * A player that knows all arrivals beforehand. At every frame it chooses a delay of at least the frame's `leastMs`. Between two
 * frames the delay changes by at most `FREE_RATE` of the time between them. Any other change is a fault. Time must not run
 * backwards. Delays are in steps of a fortieth of a display frame, rounded down, so results are at most one step too low.
 */
export class Clairvoyant {
  /** How many frames there are. */
  readonly frames: number
  readonly #stepMs: Ms
  /** The least delay of each frame, in steps. */
  readonly #low: Int32Array
  /** The most useful delay of each frame: that of the best player without faults. More delay than that gains nothing. */
  readonly #high: Int32Array
  readonly #frameSteps: Uint16Array
  readonly #window: Int32Array

  /** `leastMs`: least delay per frame, finite. `frameSteps`: display frames since the one before. `frameHz`: of the display. */
  constructor(leastMs: Float64Array, frameSteps: Uint16Array, frameHz: number) {
    this.frames = leastMs.length
    this.#stepMs = 1000 / frameHz / STEPS_PER_FRAME
    this.#frameSteps = frameSteps
    this.#low = Int32Array.from(leastMs, (delayMs) => Math.floor(delayMs / this.#stepMs + ROUNDING))
    this.#high = envelope(this.#low, frameSteps)
    this.#window = new Int32Array(this.#states())
  }

  /** The least delay without any fault. */
  faultless(): Clairvoyance {
    return {
      delaySumMs: this.#high.reduce((sum, steps) => sum + steps, 0) * this.#stepMs,
      faults: 0,
    }
  }

  /**
   * Returns the least sum of delays and faults, where one fault costs as much as `priceMs` ms of delay in one frame, a finite
   * number from 0. It goes from the last frame to the first: a delay costs itself and the cheapest delay that may follow.
   */
  priced(priceMs: Ms): Clairvoyance {
    if (this.frames === 0) return { delaySumMs: 0, faults: 0 }
    const states = this.#states()
    const price = priceMs / this.#stepMs
    let cost = new Float64Array(states)
    let faults = new Int32Array(states)
    let nextCost = new Float64Array(states)
    let nextFaults = new Int32Array(states)
    const last = this.frames - 1
    for (let delay = this.#low[last]!; delay <= this.#high[last]!; delay++)
      cost[delay - this.#low[last]!] = delay
    for (let frame = last - 1; frame >= 0; frame--) {
      const spareCost = nextCost
      const spareFaults = nextFaults
      nextCost = cost
      nextFaults = faults
      cost = spareCost
      faults = spareFaults
      this.#stepBack(frame, price, cost, faults, nextCost, nextFaults)
    }
    const best = leastOf(cost, this.#high[0]! - this.#low[0]! + 1)
    const faultCount = faults[best]!
    return { delaySumMs: (cost[best]! - price * faultCount) * this.#stepMs, faults: faultCount }
  }

  /** Most delays that one frame can choose from. */
  #states(): number {
    let most = 0
    for (let frame = 0; frame < this.frames; frame++)
      most = Math.max(most, this.#high[frame]! - this.#low[frame]! + 1)
    return most
  }

  /** Fills `cost` and `faults` of one frame from those of the next; index 0 is the frame's least delay. */
  #stepBack(
    frame: number,
    price: number,
    cost: Float64Array,
    faults: Int32Array,
    nextCost: Float64Array,
    nextFaults: Int32Array,
  ): void {
    const low = this.#low[frame]!
    const high = this.#high[frame]!
    const nextLow = this.#low[frame + 1]!
    const nextHigh = this.#high[frame + 1]!
    const free = FREE_STEPS * this.#frameSteps[frame + 1]!
    const hold = STEPS_PER_FRAME * this.#frameSteps[frame + 1]!
    // Delays that may follow without a fault are in a queue with rising costs, whose head is the cheapest of the window.
    const queue = this.#window
    let head = 0
    let tail = 0
    let pushed = Math.max(nextLow, low - free) - nextLow
    // The cheapest delay that may follow with a fault, up to standing still.
    let reached = 0
    let cheapest = -1
    for (let delay = low; delay <= high; delay++) {
      for (const end = Math.min(nextHigh, delay + free) - nextLow; pushed <= end; pushed++) {
        while (tail > head && nextCost[queue[tail - 1]!]! >= nextCost[pushed]!) tail--
        queue[tail++] = pushed
      }
      while (head < tail && queue[head]! < delay - free - nextLow) head++
      for (const end = Math.min(nextHigh, delay + hold) - nextLow; reached <= end; reached++) {
        if (cheapest < 0 || nextCost[reached]! < nextCost[cheapest]!) cheapest = reached
      }
      const near = head < tail ? nextCost[queue[head]!]! : Infinity
      const far = cheapest < 0 ? Infinity : nextCost[cheapest]! + price
      const isFault = far < near
      cost[delay - low] = delay + (isFault ? far : near)
      faults[delay - low] = isFault
        ? nextFaults[cheapest]! + 1
        : head < tail
          ? nextFaults[queue[head]!]!
          : 0
    }
  }
}

/** Returns the least delays, in steps, that are nowhere below `low` and nowhere steeper than a free change of rate. */
function envelope(low: Int32Array, frameSteps: Uint16Array): Int32Array {
  const high = low.slice()
  for (let frame = 1; frame < high.length; frame++) {
    high[frame] = Math.max(high[frame]!, high[frame - 1]! - FREE_STEPS * frameSteps[frame]!)
  }
  for (let frame = high.length - 2; frame >= 0; frame--) {
    high[frame] = Math.max(high[frame]!, high[frame + 1]! - FREE_STEPS * frameSteps[frame + 1]!)
  }
  return high
}

function leastOf(cost: Float64Array, count: number): number {
  let best = 0
  for (let at = 1; at < count; at++) if (cost[at]! < cost[best]!) best = at
  return best
}
