import { LeastCostDelay, type Playout } from 'glissade/parts'

// Or new FixedDelay(100), new StepwiseDelay(), new TimeShift(), new PhaseLockedDelay(), new Latest().
const playout: Playout = new LeastCostDelay()
playout.begin(50) // a state every 50 ms

/** For each state that comes: the server's time of it, and the local time. */
export function arrived(stampMs: number, nowMs: number): void {
  playout.arrived(stampMs, nowMs)
}

/** Once per frame: which moment of the server's time to show; NaN before the first state. */
export function momentToShow(nowMs: number): number {
  return playout.advance(nowMs)
}
