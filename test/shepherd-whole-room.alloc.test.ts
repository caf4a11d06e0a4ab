import { expect, test } from 'vitest'
import { shepherd } from '../games/shepherd/game.ts'
import { herdOf } from '../games/shepherd/herd.ts'
import { STEP_HZ } from '../games/shepherd/steps.ts'
import { Room } from '../src/server/room.ts'
import { boxed, bytesPerCall } from './bytes-per-call.ts'
import { Sink } from './support/crowd.ts'

const PLAYERS = 8
const STEPS = 1300
/** So much later than it is due a step is asked for: the moment itself may be rounded to just before it. */
const AFTER_MS = 0.01

test('a step of a whole room with 1000 sheep and 8 players, and its network ticks, allocate nothing', () => {
  const room = new Room(shepherd, { nowMs: 0 })
  const { world } = room
  const herd = herdOf(world) ?? expect.fail('no herd')
  const sinks = Array.from({ length: PLAYERS }, () => new Sink())
  for (const sink of sinks) room.join(sink, shepherd.profileSchema.create(), undefined, 0)
  for (const peer of room.peerList) peer.heardAtMs = Number.POSITIVE_INFINITY
  // What happens, such as a bleat, is a new object each time.
  world.emit = () => {}
  const shepherds = world.entities('shepherd')
  const dogs = world.entities('dog')
  for (let i = 0; i < PLAYERS; i++) {
    const place = { x: 400.25 + (i % 4) * 600, y: i < 4 ? 700.25 : 1500.25 }
    Object.assign(shepherds[i]!, place)
    Object.assign(dogs[i]!, place)
  }
  const times = boxed((n) => ((n + 1) * 1000) / STEP_HZ + AFTER_MS)
  let n = 0
  const bytes = bytesPerCall(() => {
    // It stays morning.
    herd.beganAt = n
    herd.round.endsAt = n + 200 * STEP_HZ
    const side = n % 600 < 300 ? 1 : -1
    for (let i = 0; i < PLAYERS; i++) {
      const down = i % 2 === 0 ? side : -side
      shepherds[i]!.x += side * 3.25
      shepherds[i]!.y += down * 1.25
      dogs[i]!.x += side * 5.75
      dogs[i]!.y += down * 2.25
    }
    room.advance(times[n++]!)
  }, STEPS)
  expect(room.tick).toBe(n)
  expect(room.nextNetworkTick).toBeGreaterThan((n * 2) / 3)
  expect(room.stats.viewsCoded).toBeGreaterThan(PLAYERS * ((n * 2) / 3 - 2))
  expect(sinks[0]!.bytes).toBeGreaterThan(30 * n)
  expect(bytes).toBeLessThan(1)
}, 240_000)
