import type { Ms } from '../../base/units.ts'

/** Repeats begin when this many of 32 packets are lost. At 1 % loss, that happens about once in two minutes. */
const BEGINS = 3
/** Repeats end when this many of 32 are lost in spite of them: they do not help, or cause the loss themselves. */
const ENDS = 6
/** How long repeats continue after the last loss of `BEGINS` packets, and how long they pause if they did not help. */
const HELD_MS: Ms = 30_000
/** After this time, the counted losses are those of packets that were sent while repeats were on. */
const SETTLED_MS: Ms = 3000

/**
 * Decides whether the server sends the snapshots of one client twice. A second copy is worth its bytes only if packets are lost
 * at random: two copies that are sent a step apart are both lost far less often than one. If a router drops packets because it
 * gets too many, a second copy makes the loss worse. Repeats therefore end if many packets are lost in spite of them.
 */
export class Repeating {
  #beganMs: Ms = 0
  #untilMs: Ms = Number.NEGATIVE_INFINITY
  #barredUntilMs: Ms = Number.NEGATIVE_INFINITY

  /** Returns whether to repeat a snapshot that is sent now. `lost`: how many of the 32 packets before the newest were lost. */
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
