import { expect, test } from 'vitest'
import { shepherd } from '../games/shepherd/game.ts'
import { herdOf } from '../games/shepherd/herd.ts'
import { STEP_HZ } from '../games/shepherd/steps.ts'
import { Room } from '../src/server/room.ts'
import { boxed, bytesPerCall } from './bytes-per-call.ts'
import { Sink } from './support/crowd.ts'

const PLAYERS = 8
const STEPS = 4000

test('the rules of a step with 1000 moving sheep, 8 shepherds, their dogs and wolves allocate nothing but what happens', () => {
  const room = new Room(shepherd, { nowMs: 0 })
  const { world } = room
  const herd = herdOf(world) ?? expect.fail('no herd')
  for (let n = 0; n < PLAYERS; n++)
    room.join(new Sink(), shepherd.profileSchema.create(), undefined, 0)
  // What happens, such as a bleat, is a new object each time, and so is the note that a sheep has left the meadow.
  world.emit = () => {}
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
  const shepherds = world.entities('shepherd')
  const dogs = world.entities('dog')
  for (let i = 0; i < PLAYERS; i++) {
    const place = { x: 400.25 + (i % 4) * 600, y: i < 4 ? 700.25 : 1500.25 }
    Object.assign(shepherds[i]!, place)
    Object.assign(dogs[i]!, place)
  }
  const { update } = shepherd.definition
  const times = boxed((n) => n)
  const ctx = { tick: 0, timeMs: Number.NaN, dtSeconds: 1 / STEP_HZ }
  let n = 0
  const bytes = bytesPerCall(() => {
    ctx.tick = times[n++]!
    // It stays the same hour of the night.
    herd.beganAt = ctx.tick - 200 * STEP_HZ
    herd.round.endsAt = ctx.tick + 40 * STEP_HZ
    herd.round.lost = 0
    const side = n % 600 < 300 ? 1 : -1
    for (let i = 0; i < PLAYERS; i++) {
      const down = i % 2 === 0 ? side : -side
      shepherds[i]!.x += side * 3.25
      shepherds[i]!.y += down * 1.25
      dogs[i]!.x += side * 5.75
      dogs[i]!.y += down * 2.25
    }
    update?.(world, ctx)
  }, STEPS)
  expect(steps).toBe(n)
  expect(caught).toBeGreaterThan(0)
  expect(new Set(herd.sheep.map((one) => one?.mood)).size).toBeGreaterThan(2)
  expect(herd.wolves.length).toBe(5)
  expect(herd.round).toMatchObject({ phase: 'herd', secondsLeft: 40, night: 255 })
  expect(bytes).toBeLessThan(1)
}, 120_000)
