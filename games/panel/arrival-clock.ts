import { intervalsToDelayMs, type Playout } from 'glissade/parts'

/**
 * A clock that moves further than this beyond the time that passed has jumped. A larger step also counts as a new local
 * clock.
 */
const JUMP_MS = 250
/** How far the clock runs past the newest stamp before it waits for data. */
const LEAD_MS = 1000

/**
 * What a game without a render clock does: it shows each snapshot a fixed delay after its own arrival. The delay is
 * that of a `FixedDelay`, two send intervals, so that only one thing differs: here every packet sets the time anew. Its
 * jitter therefore shows as motion, which stands still for a late packet and rushes after an early one. This clock is
 * made to be looked at. Like every playout, it never runs backwards.
 */
export class ArrivalClock implements Playout {
  #delayMs = 100
  #newestStampMs = Number.NaN
  #newestArrivedAtMs = Number.NaN
  #lastMs = Number.NaN
  #renderTimeMs = Number.NaN
  #rate = 1
  #jumps = 0

  begin(intervalMs: number): void {
    this.#delayMs = intervalsToDelayMs(1000 / intervalMs)
    this.#newestStampMs = Number.NaN
    this.#newestArrivedAtMs = Number.NaN
    this.#lastMs = Number.NaN
    this.#renderTimeMs = Number.NaN
    this.#rate = 1
  }

  arrived(stampMs: number, arrivedAtMs: number): void {
    if (Number.isNaN(stampMs) || Number.isNaN(arrivedAtMs) || stampMs <= this.#newestStampMs) return
    this.#newestStampMs = stampMs
    this.#newestArrivedAtMs = arrivedAtMs
  }

  advance(nowMs: number): number {
    const frameMs = nowMs - this.#lastMs
    if (Number.isNaN(nowMs)) return this.#renderTimeMs
    if (frameMs < -JUMP_MS) this.#lastMs = nowMs
    if (frameMs <= 0) return this.#renderTimeMs
    this.#lastMs = nowMs
    const movedMs = this.#moveTo(nowMs)
    const isJump = movedMs > frameMs + JUMP_MS
    this.#rate = isJump || Number.isNaN(movedMs) ? 1 : movedMs / frameMs
    if (isJump) this.#jumps++
    return this.#renderTimeMs
  }

  jump(nowMs: number): void {
    if (Number.isNaN(nowMs)) return
    this.#lastMs = nowMs
    if (!(this.#moveTo(nowMs) > 0)) return
    this.#rate = 1
    this.#jumps++
  }

  get renderTimeMs(): number {
    return this.#renderTimeMs
  }

  get delayMs(): number {
    return this.#delayMs
  }

  get rate(): number {
    return this.#rate
  }

  get jumps(): number {
    return this.#jumps
  }

  /**
   * Goes where the newest arrival says, unless that is further back. Returns how far it went, or NaN for the first
   * moment.
   */
  #moveTo(nowMs: number): number {
    const sinceMs = Math.min(nowMs - this.#newestArrivedAtMs - this.#delayMs, LEAD_MS)
    const targetMs = this.#newestStampMs + sinceMs
    const fromMs = this.#renderTimeMs
    if (targetMs <= fromMs) return 0
    // Before any data, the target is NaN and stays NaN.
    this.#renderTimeMs = targetMs
    return targetMs - fromMs
  }
}
