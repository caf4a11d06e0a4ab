import { LeastCostDelay, Track } from 'glissade/parts'

const clock = new LeastCostDelay()
clock.begin(50) // a state every 50 ms
// The clock decides when to stand still: about 136 ms past the newest state at most.
const track = new Track({ curves: ['linear', 'linear', 'angle'], extrapolateMs: 400 })
const shown = new Float64Array(3)

/** For each state that arrives: the server's time of it, the local time, x, y and heading. */
export function arrived(stampMs: number, nowMs: number, state: readonly number[]): void {
  clock.arrived(stampMs, nowMs)
  track.push(stampMs, state)
}

/** Once per frame: x, y and heading as they were, as close to the present as this network allows. */
export function frame(nowMs: number): Float64Array {
  track.sample(clock.advance(nowMs), shown)
  return shown
}
