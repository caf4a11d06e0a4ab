import type { Ms } from './units.ts'

/**
 * The present, and a way to be called later, for parts that wait for time. `net/real-clock.ts` has the real clock and
 * `testing/virtual-clock.ts` one that is advanced by hand. Nothing else in the engine has a timer.
 */
export interface Clock {
  /** Milliseconds since an arbitrary start. It never runs backwards. */
  nowMs(): Ms
  /** Calls `run` once, `delayMs` (>= 0) from now. Returns a function that cancels the call. */
  after(delayMs: Ms, run: () => void): () => void
}
