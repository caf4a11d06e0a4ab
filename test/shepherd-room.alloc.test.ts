import { expect, test } from 'vitest'
import { shepherdRoom } from '../games/shepherd/room.ts'
import { STEP_HZ } from '../games/shepherd/rules/steps.ts'
import { boxed, bytesPerCall } from './bytes-per-call.ts'
import { Herding } from './support/herding.ts'

const STEPS = 4000

test('the rules of a step with 1000 moving sheep, 8 shepherds, their dogs and wolves allocate nothing but what happens', () => {
  const herding = new Herding()
  const { herd } = herding
  const { world } = herding.room
  // The note that a sheep has left the meadow is a new object each time.
  world.despawn = () => {}
  // What the boids themselves take has a test of its own: here all of them trot to and fro, and fear now more, now less.
  const { flock } = herd
  const sheep = [...herd.sheep]
  let caught = 0
  let steps = 0
  flock.step = () => {
    steps++
    for (let i = 0; i < flock.count; i++) {
      flock.x[i] = flock.x[i]! + (steps % 60 < 30 ? 1.3 : -1.3)
      flock.fear[i] = ((i * 7 + steps) % 100) / 100
      if (flock.alive[i] !== 0) continue
      flock.alive[i] = 1
      herd.sheep[i] = sheep[i]!
      caught++
    }
  }
  const { update } = shepherdRoom.definition
  const times = boxed((n) => n)
  const ctx = { tick: 0, timeMs: Number.NaN, dtSeconds: 1 / STEP_HZ }
  let n = 0
  const bytes = bytesPerCall(() => {
    ctx.tick = times[n++]!
    // It stays the same hour of the night.
    herd.beganAt = ctx.tick - 200 * STEP_HZ
    herd.round.endsAt = ctx.tick + 40 * STEP_HZ
    herd.round.lost = 0
    herding.sway(n)
    update?.(world, ctx)
  }, STEPS)
  expect(steps).toBe(n)
  expect(caught).toBeGreaterThan(0)
  expect(new Set(herd.sheep.map((one) => one?.mood)).size).toBeGreaterThan(2)
  expect(herd.wolves.length).toBe(5)
  expect(herd.round).toMatchObject({ phase: 'herd', secondsLeft: 40, night: 255 })
  expect(bytes).toBeLessThan(1)
})
