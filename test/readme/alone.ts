import { FixedDelay, Track } from 'glissade'

const clock = new FixedDelay(100)
const track = new Track({ curves: ['linear', 'linear', 'angle'] })
const shown = new Float64Array(3)

/** For each state that arrives: the server's time of it, the local time, x, y and heading. */
export function arrived(stampMs: number, nowMs: number, state: readonly number[]): void {
  clock.arrived(stampMs, nowMs)
  track.push(stampMs, state)
}

/** Once per frame: x, y and heading as they were 100 ms ago. */
export function frame(nowMs: number): Float64Array {
  track.sample(clock.advance(nowMs), shown)
  return shown
}
