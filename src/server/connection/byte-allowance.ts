/** Packets' worth that may be saved up, and owed. */
const MOST_PACKETS = 2

/** What a client may still be sent: fills up with each network tick (token bucket), in whole bytes. */
export class ByteAllowance {
  /** Bytes for one network tick. */
  readonly perTick: number
  #bytes: number
  #tick = -1

  /** `bytesPerTick`: at least 1. */
  constructor(bytesPerTick: number) {
    this.perTick = Math.floor(bytesPerTick)
    this.#bytes = this.perTick
  }

  /** The bytes that network tick `tick` has; below 0 while it owes some. */
  at(tick: number): number {
    if (this.#tick >= 0) {
      const ticks = Math.min(tick - this.#tick, 2 * MOST_PACKETS)
      this.#bytes = Math.min(this.most, this.#bytes + ticks * this.perTick)
    }
    this.#tick = tick
    return this.#bytes
  }

  /** The most that a network tick can have. */
  get most(): number {
    return this.perTick * MOST_PACKETS
  }

  /** Takes what was sent. What is owed beyond two packets is let off: else a large thing would silence all after it. */
  spend(bytes: number): void {
    this.#bytes = Math.max(-this.most, this.#bytes - bytes)
  }
}
