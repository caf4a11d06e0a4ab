import { FixedTimestep, lerp, type TimestepMode } from 'glissade/parts'
import { drawChart, type Point } from '../plot/chart.ts'

/** Radians per second: about 3.5 swings a second, stable up to steps of 90 ms. */
const STIFFNESS = 22
const STEP_MS = 1000 / 60
const SLOW_FROM_MS = 800
const SLOW_TO_MS = 1500
const END_MS = 3000

/** The same weight on the same spring, moved by the four loops, while the frame rate breaks in for a moment. */
export function loopsPlot(): string {
  return drawChart({
    title: 'A weight on a stiff spring, moved by four loops',
    x: { label: 'time (s)', from: 0, to: END_MS / 1000, every: 0.5 },
    y: { label: 'displacement (cm)', from: -30, to: 30, every: 10 },
    stretches: [
      { from: SLOW_FROM_MS / 1000, to: SLOW_TO_MS / 1000, label: '10 frames per second' },
    ],
    series: [
      { name: 'accumulated', points: swing('accumulated'), colour: 'blue' },
      { name: 'semi-fixed', points: swing('semi-fixed'), colour: 'green', dashed: true },
      { name: 'fixed', points: swing('fixed'), colour: 'purple' },
      { name: 'variable', points: swing('variable'), colour: 'orange' },
    ],
  })
}

function swing(mode: TimestepMode): Point[] {
  const clock = new FixedTimestep({ stepMs: STEP_MS, mode })
  const shown: Point[] = []
  let [position, velocity, before] = [10, 0, 10]
  for (const nowMs of frames()) {
    const steps = clock.advance(nowMs)
    for (let i = 0; i < steps; i++) {
      const dtSeconds = clock.stepLengthMs(i) / 1000
      before = position
      velocity -= STIFFNESS * STIFFNESS * position * dtSeconds
      position += velocity * dtSeconds
    }
    // Once it has exploded there is nothing left to see.
    if (Math.abs(position) > 100) break
    shown.push([nowMs / 1000, lerp(before, position, clock.alpha)])
  }
  return shown
}

/** 75 Hz, and 10 Hz for 0.7 s. */
function* frames(): Generator<number> {
  for (let nowMs = 0; nowMs <= END_MS; ) {
    yield nowMs
    nowMs += nowMs >= SLOW_FROM_MS && nowMs < SLOW_TO_MS ? 100 : 1000 / 75
  }
}
