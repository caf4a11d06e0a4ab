import type { Ms } from '../../base/units.ts'

/** The upper bounds of the classes into which tick times are counted. A 60 Hz game has 16.7 ms for the ticks of all rooms. */
export const TICK_BOUNDS_MS: readonly Ms[] = [
  0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 33, 50, 100, 250, 1000,
]

/** How long the ticks of a game's rooms have taken, and how many ran late. Free of allocation. */
export class TickTimes {
  /** How many ticks took at most as long as each of `TICK_BOUNDS_MS`, and longer than the bound before. The last: longer. */
  readonly counts: Float64Array = new Float64Array(TICK_BOUNDS_MS.length + 1)
  /** The time of all ticks together. */
  sumMs: Ms = 0
  /** Ticks that ran a whole step too late or later, because the process was busy. */
  late = 0

  /**
   * Notes one call into a room that ran `ticks` (> 0) ticks, with their snapshots, in `ms`. Each counts with the same share.
   * All but the last of them were due a step earlier or more.
   */
  note(ms: Ms, ticks: number): void {
    const each = ms / ticks
    let place = 0
    while (place < TICK_BOUNDS_MS.length && each > TICK_BOUNDS_MS[place]!) place++
    this.counts[place]! += ticks
    this.sumMs += ms
    this.late += ticks - 1
  }
}
