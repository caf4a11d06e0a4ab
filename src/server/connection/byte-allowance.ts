/** How many ticks' worth of bytes may be saved up, and owed. */
const MOST_PACKETS = 2

/** How many bytes a client may still be sent, in whole bytes: a token bucket that fills up with each network tick. */
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

  /** Returns the bytes that network tick `tick` has; below 0 while some are owed. */
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

  /** Subtracts bytes that were sent. A debt beyond `most` is forgiven, or a large packet would silence all after it. */
  spend(bytes: number): void {
    this.#bytes = Math.max(-this.most, this.#bytes - bytes)
  }
}
