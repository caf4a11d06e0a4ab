import type { Ms } from './units.ts'

/**
 * What a part that must wait for time is handed: the present, and a way to be called later. The real one is in
 * `net/real-clock.ts`, a hand-turned one in `testing/virtual-clock.ts`. Nothing else in the engine has a timer.
 */
export interface Clock {
  /** Milliseconds since an arbitrary start; never runs backwards. */
  nowMs(): Ms
  /** Calls `run` once, `delayMs` (>= 0) from now. Returns its undo. */
  after(delayMs: Ms, run: () => void): () => void
}
