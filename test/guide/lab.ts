import { AdaptiveSmoothing, FixedDelay } from 'glissade/parts'

/** x and y, in pixels. */
const smoothing = new AdaptiveSmoothing({ curves: ['linear', 'linear'], snapUnits: 300 })
/** The time that the picture should show: that of the fastest arrivals. */
const clock = new FixedDelay(0)
clock.begin(50) // a state every 50 ms
const newest = new Float64Array(2)
const shown = new Float64Array(2)

/** Call it for each state that comes, with the state's time on the server, and the local time. */
export function came(stampMs: number, nowMs: number, x: number, y: number): void {
  newest[0] = x
  newest[1] = y
  clock.arrived(stampMs, nowMs)
  smoothing.arrived(stampMs, newest)
}

/** Call it once per frame. Returns what to draw, and what the smoothing has learnt so far. */
export function look(
  nowMs: number,
  dtSeconds: number,
): { x: number; y: number; factor: number; errorPx: number } {
  smoothing.follow(clock.advance(nowMs), newest, dtSeconds, shown)
  return { x: shown[0]!, y: shown[1]!, factor: smoothing.factor, errorPx: smoothing.meanUnits }
}
