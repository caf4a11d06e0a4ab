import { type Playout, StepwiseDelay } from 'glissade'

// Or new FixedDelay(100), new PhaseLockedDelay(), new TimeShift(), new Latest().
const playout: Playout = new StepwiseDelay({ mostMs: 300 })
playout.begin(50) // a state every 50 ms

/** For each state that comes: the server's time of it, and the local time. */
export function arrived(stampMs: number, nowMs: number): void {
  playout.arrived(stampMs, nowMs)
}

/** Once per frame: which moment of the server's time to show; NaN before the first state. */
export function momentToShow(nowMs: number): number {
  return playout.advance(nowMs)
}
