import { mixSeed, Random } from '../base/random.ts'
import type { Ms } from '../base/units.ts'
import type { Flight } from './flight.ts'
import { type CheckedImpairment, delayVariationMs, meanDelayMs } from './impairment.ts'
import type { Path } from './path.ts'

/** The least retransmission timeout, as in Linux; RFC 6298 asks for a second. */
const LEAST_RTO_MS = 200
/** The most repeats of a packet. The last one always passes, so that 100 % loss becomes a delay of seconds. */
const MOST_REPEATS = 7

/**
 * Computes when TCP repairs a lost packet. The model, as in RFC 8985 (RACK) and RFC 6298 (timeout):
 *
 * - The sender learns of the loss from the acknowledgement of the first later packet that gets through. It sends the lost
 *   packet again a quarter round trip (RACK's reordering window) after that. In a steady stream a lost packet is therefore
 *   late by one send interval + 1.25 round trips.
 * - Without such an acknowledgement the timeout fires: RTO = max(200 ms, srtt + 4 var), counted from the newest
 *   acknowledgement (or from the sending, if later). `srtt` and `var` follow from the impairments of both directions.
 * - A repeat that is lost too is repeated after RTO, then 2 RTO, 4 RTO, ... (from 2 RTO on after a timeout).
 *
 * The model leaves out congestion windows, tail loss probes, lost acknowledgements (the next one covers them), and the
 * bottleneck's queue for repeats.
 */
export class Retransmission {
  readonly #path: Path
  readonly #seed: number
  /** Starts anew from each packet's own seed, so that the outcome of a repeat does not depend on when it is computed. */
  readonly #random = new Random()
  #backMs: Ms = 0
  #windowMs: Ms = 0
  #rtoMs: Ms = LEAST_RTO_MS
  #newestAckMs: Ms = Number.NEGATIVE_INFINITY

  constructor(path: Path, seed: number) {
    this.#path = path
    this.#seed = seed
  }

  /** Sets the round trip from the impairments of both directions. Repeats not sent yet meet the new impairments. */
  setRoundTrip(
    own: CheckedImpairment,
    back: CheckedImpairment,
    queue: readonly Flight[],
    nowMs: Ms,
  ): void {
    this.#backMs = meanDelayMs(back)
    const srttMs = meanDelayMs(own) + this.#backMs
    this.#windowMs = srttMs / 4
    const variationMs = delayVariationMs(own) + delayVariationMs(back)
    this.#rtoMs = Math.max(LEAST_RTO_MS, srttMs + 4 * variationMs)
    for (const flight of queue) {
      if (flight.isLost && flight.leavesAtMs > nowMs) this.#repeat(flight, nowMs)
    }
  }

  /**
   * Call it when the last flight of the queue was just sent. It repairs that flight if it is lost; otherwise its
   * acknowledgement reveals the lost flights before it.
   */
  sent(queue: readonly Flight[]): void {
    const flight = queue.at(-1)
    if (flight === undefined) return
    if (flight.isLost) {
      flight.firstRepeatAtMs = Math.max(flight.leavesAtMs, this.#newestAckMs) + this.#rtoMs
      flight.isTimeout = true
      this.#repeat(flight, flight.leavesAtMs)
      return
    }
    const ackAtMs = flight.arrivesAtMs + this.#backMs
    this.#newestAckMs = Math.max(this.#newestAckMs, ackAtMs)
    // Goes back to the last flight that got through. The losses before that flight are known already.
    for (let i = queue.length - 2; i >= 0; i--) {
      const earlier = queue[i]
      if (earlier === undefined || !earlier.isLost) return
      if (ackAtMs + this.#windowMs >= earlier.firstRepeatAtMs) continue
      earlier.firstRepeatAtMs = ackAtMs + this.#windowMs
      earlier.isTimeout = false
      this.#repeat(earlier, flight.leavesAtMs)
    }
  }

  /** Finds the first repeat that gets through. Repeats due before `fromMs` were lost already. */
  #repeat(flight: Flight, fromMs: Ms): void {
    this.#random.reseed(mixSeed(this.#seed, flight.index))
    let leavesAtMs = flight.firstRepeatAtMs
    let waitMs = flight.isTimeout ? 2 * this.#rtoMs : this.#rtoMs
    for (let repeats = 1; ; repeats++) {
      let arrivesAtMs = this.#path.again(leavesAtMs, this.#random)
      if (repeats >= MOST_REPEATS && Number.isNaN(arrivesAtMs)) {
        arrivesAtMs = leavesAtMs + meanDelayMs(this.#path.impairment)
      }
      if (leavesAtMs >= fromMs && !Number.isNaN(arrivesAtMs)) {
        flight.leavesAtMs = leavesAtMs
        flight.arrivesAtMs = arrivesAtMs
        return
      }
      leavesAtMs += waitMs
      waitMs *= 2
    }
  }
}
