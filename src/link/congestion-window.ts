/** The window that a connection begins with, in packets (RFC 6928). */
const FIRST_WINDOW = 10
/** How much of the window is left after a loss (RFC 9438). */
const AFTER_LOSS = 0.7
const LEAST_THRESHOLD = 2
/** How many windows of packets have to arrive for one packet of growth: (1 + 0.7) / (3 (1 - 0.7)), from RFC 9438. */
const WINDOWS_PER_GROWTH = (1 + AFTER_LOSS) / (3 * (1 - AFTER_LOSS))

/**
 * How many packets may be under way: slow start, and then CUBIC (RFC 9438) in its Reno-friendly region, which the small windows
 * of games never leave. During a recovery, Proportional Rate Reduction (RFC 6937) lets as many packets go as arrive.
 */
export class CongestionWindow {
  packets: number = FIRST_WINDOW
  /** Slow start ends here. */
  #threshold = Number.POSITIVE_INFINITY
  /** Packets that have arrived towards the next growth. */
  #counted = 0
  // Of the recovery that began last.
  #packetsBefore = FIRST_WINDOW
  #thresholdBefore = Number.POSITIVE_INFINITY
  #delivered = 0
  #repeated = 0
  // Whether the window or the game limits what is under way, since everything before `#roundEnd` was sent.
  #isLimiting = false
  #mostInFlight = 0
  #roundEnd = 0

  /**
   * Takes note of what is under way after sending: `inFlight` packets, and `unacked` with those that have arrived. All bytes
   * before `sentTo` were sent, and all before `ackedTo` acknowledged.
   */
  use(inFlight: number, unacked: number, sentTo: number, ackedTo: number): void {
    const isLimiting = inFlight >= this.packets
    if (ackedTo < this.#roundEnd && !isLimiting) {
      if (this.#isLimiting || unacked <= this.#mostInFlight) return
    }
    this.#isLimiting = isLimiting
    this.#mostInFlight = unacked
    this.#roundEnd = sentTo
  }

  /** Grows the window because of `arrived` packets, unless it is larger than what the game needs. */
  grow(arrived: number): void {
    const isSlowStart = this.packets < this.#threshold
    if (!this.#isLimiting && !(isSlowStart && this.packets < 2 * this.#mostInFlight)) return
    if (isSlowStart) {
      this.packets = Math.min(this.packets + arrived, this.#threshold)
      return
    }
    this.#counted += arrived
    if (this.#counted < WINDOWS_PER_GROWTH * this.packets) return
    this.#counted = 0
    this.packets++
  }

  /** Lowers the threshold because of a loss, and begins a recovery. */
  reduce(): void {
    this.#packetsBefore = this.packets
    this.#thresholdBefore = this.#threshold
    this.#threshold = Math.max(Math.floor(AFTER_LOSS * this.packets), LEAST_THRESHOLD)
    this.#counted = this.#delivered = this.#repeated = 0
  }

  /** Sets the window in a recovery: `arrived` more packets have arrived, and `inFlight` are under way. */
  recover(arrived: number, inFlight: number, isProgress: boolean): void {
    if (arrived === 0) return
    this.#delivered += arrived
    let more = this.#threshold - inFlight
    if (more < 0) {
      const share = this.#threshold / this.#packetsBefore
      more = Math.ceil(share * this.#delivered) - this.#repeated
    } else {
      const due = Math.max(this.#delivered - this.#repeated, arrived)
      more = Math.min(more, isProgress ? due + 1 : due)
    }
    // The first repeat goes in any case.
    this.packets = inFlight + Math.max(more, this.#repeated > 0 ? 0 : 1)
  }

  /** Counts a repeat sent in a recovery. */
  repeat(): void {
    this.#repeated++
  }

  /** Takes the last reduction back, because nothing was lost. */
  undo(): void {
    this.packets = Math.max(this.packets, this.#packetsBefore)
    this.#threshold = Math.max(this.#threshold, this.#thresholdBefore)
  }

  /** Ends a recovery. */
  settle(): void {
    this.packets = this.#threshold
  }
}
