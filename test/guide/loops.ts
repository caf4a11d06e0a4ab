import { FixedTimestep, isDue, lerp } from 'glissade/parts'

const STEP_HZ = 60
const clock = new FixedTimestep({ stepMs: 1000 / STEP_HZ })
const spring = { x: 100, velocity: 0, before: 100 }
export const counts = { steps: 0, thoughts: 0 }

/** Call it once per frame, with the time that `requestAnimationFrame` gives. Returns where to draw the weight. */
export function frame(nowMs: number): number {
  const steps = clock.advance(nowMs)
  for (let i = 0; i < steps; i++) {
    const dtSeconds = clock.stepLengthMs(i) / 1000
    spring.before = spring.x
    spring.velocity -= 200 * spring.x * dtSeconds
    spring.x += spring.velocity * dtSeconds
    if (isDue(counts.steps++, STEP_HZ, 5)) counts.thoughts++
  }
  return lerp(spring.before, spring.x, clock.alpha)
}
