import type { Ms } from '../../base/units.ts'

/** So many packets lost of 32 begin the repeats. Where 1 % get lost, that happens once in several minutes. */
const BEGINS = 3
/** So many lost although each is sent twice: repeats do not help, or cause the loss themselves. */
const ENDS = 6
/** How long repeats go on after the last sign of loss, and how long none are tried after they did not help. */
const HELD_MS: Ms = 30_000
/** How long it takes until the losses that are counted are those of packets that were sent twice. */
const SETTLED_MS: Ms = 3000

/**
 * Decides whether the snapshots of one client are sent twice. That is worth its bytes only where packets get lost by chance:
 * of two copies that are sent a step apart, both get lost far less often. Where a router drops what is too much for it, a
 * second copy makes things worse, so repeats end when as much gets lost with them.
 */
export class Repeating {
  #beganMs: Ms = 0
  #untilMs: Ms = Number.NEGATIVE_INFINITY
  #barredUntilMs: Ms = Number.NEGATIVE_INFINITY

  /** Returns whether a snapshot that is sent now is to be repeated. `lost`: how many of 32 packets before the newest were lost. */
  judge(lost: number, nowMs: Ms): boolean {
    const isOn = nowMs < this.#untilMs
    if (isOn && lost >= ENDS && nowMs - this.#beganMs >= SETTLED_MS) {
      this.#untilMs = nowMs
      this.#barredUntilMs = nowMs + HELD_MS
    } else if (lost >= BEGINS && nowMs >= this.#barredUntilMs) {
      if (!isOn) this.#beganMs = nowMs
      this.#untilMs = nowMs + HELD_MS
    }
    return nowMs < this.#untilMs
  }
}
