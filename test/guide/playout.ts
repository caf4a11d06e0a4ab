import { LeastCostDelay, type Playout } from 'glissade/parts'

// Or new FixedDelay(100), new StepwiseDelay(), new TimeShift(), new PhaseLockedDelay(), new Latest().
const playout: Playout = new LeastCostDelay()
playout.begin(50) // a state every 50 ms

/** Call it for each state that comes, with the state's time on the server, and the local time. */
export function arrived(stampMs: number, nowMs: number): void {
  playout.arrived(stampMs, nowMs)
}

/** Call it once per frame. Returns the moment of the server's time to show; NaN before the first state. */
export function momentToShow(nowMs: number): number {
  return playout.advance(nowMs)
}
