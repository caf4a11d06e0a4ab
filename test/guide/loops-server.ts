import { FixedTimestep, isDue } from 'glissade/parts'

const STEP_HZ = 60
const SEND_HZ = 20
const clock = new FixedTimestep({ stepMs: 1000 / STEP_HZ })
let steps = 0

/** Call it on the server from a timer: `setInterval(() => turn(performance.now(), step, send), 5)`. */
export function turn(nowMs: number, step: () => void, send: (timeMs: number) => void): void {
  for (let due = clock.advance(nowMs); due > 0; due--) {
    step()
    if (isDue(++steps, STEP_HZ, SEND_HZ)) send(steps * clock.stepMs)
  }
}
