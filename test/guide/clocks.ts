import { PhaseLockedLoop, RoundTripClock } from 'glissade/parts'

const loop = new PhaseLockedLoop()
loop.begin(50) // an update every 50 ms
const clock = new RoundTripClock()
clock.begin()

/** Call it when update number `tick` has come. */
export function updated(tick: number, arrivedAtMs: number): void {
  loop.updated(tick, arrivedAtMs)
}

/** Call it when the server has answered a ping. The two middle times are the server's, the others are local. */
export function ponged(
  sentMs: number,
  receivedMs: number,
  repliedMs: number,
  arrivedAtMs: number,
): void {
  clock.sample(sentMs, receivedMs, repliedMs, arrivedAtMs)
}

/** Call it once per frame. Returns the server's time as far as updates have come, and the server's real time. */
export function serverTimes(nowMs: number): { arrivedMs: number; realMs: number } {
  return { arrivedMs: loop.timeMs(nowMs), realMs: clock.timeMs(nowMs) }
}
