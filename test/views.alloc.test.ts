import { defineGame, flag, vec2 } from 'glissade'
import { defineRoom } from 'glissade/server'
import { expect, test } from 'vitest'
import { Room } from '../src/server/room.ts'
import { BOXED_NUMBER_BYTES, boxed, bytesPerCall } from './bytes-per-call.ts'
import { acknowledgeAll, Sink } from './support/crowd.ts'

const CLIENTS = 50

/** 300 sheep that walk to and fro, seen from here and there; more of them than a packet has room for. */
const meadow = defineRoom(
  defineGame({
    name: 'meadow',
    stepHz: 60,
    sendHz: 20,
    input: { right: flag() },
    entities: {
      eye: { at: vec2({ max: 1000, step: 0.5 }) },
      sheep: { at: vec2({ max: 1000, step: 0.5 }) },
    },
  }),
  {
    interest: {
      at: { sheep: (one) => one.at },
      from: (world, player) => world.entities('eye')[player.id - 1]!.at,
      radius: 250,
      sees: (_world, player, entity) => entity.owner === null || entity.owner === player.id,
    },
    budget: { bytesPerSecond: 3000, priority: (entity) => (entity.kind === 'sheep' ? 1 : 3) },
    open(world) {
      for (let n = 0; n < 300; n++)
        world.spawn('sheep', null, { at: { x: (n * 37) % 1000, y: (n * 91) % 1000 } })
    },
    join: (world, player) => {
      const at = { x: (player.id * 119) % 1000, y: (player.id * 61) % 1000 }
      world.spawn('eye', player, { at })
    },
    update(world, ctx) {
      const flock = world.entities('sheep')
      for (let n = 0; n < flock.length; n++) {
        const { at } = flock[n]!
        at.x += (n % 2 === 0 ? 30 : -30) * ctx.dtSeconds
        if (at.x <= 0 || at.x >= 1000) at.x = at.x <= 0 ? 1000 : 0
      }
    },
  },
)

test('a network tick of a room with 50 views of 300 moving entities creates no object, and at most 52 boxed numbers', () => {
  const room = new Room(meadow, { nowMs: 0 })
  const sinks = Array.from({ length: CLIENTS }, () => new Sink())
  for (const sink of sinks) room.join(sink, { profile: {} }, 0)
  const times = boxed((n) => (n + 1) * 50)
  let n = 0
  const bytes = bytesPerCall(
    () => {
      const now = times[n++]!
      acknowledgeAll(room, now)
      room.advance(now)
    },
    300,
    52 * BOXED_NUMBER_BYTES,
  )
  expect(room.stats.snapshotsSkipped).toBe(0)
  expect(room.stats.viewsCoded).toBeGreaterThan(CLIENTS * (n - 2))
  expect(room.stats.entitiesDeferred).toBeGreaterThan(n)
  expect(bytes).toBeLessThan(52 * BOXED_NUMBER_BYTES + 1)
})
