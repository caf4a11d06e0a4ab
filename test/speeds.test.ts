import { angle, cos, defineGame, flag, hidden, int, number, own, quat, sin, vec2 } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

const SPEEDS = [0.05, 0.2, 0.9, 1.4, 5, 40, 500]
const RATES = [20, 30, 60, 128]
/** Every 7 degrees, so that no heading lies on a grid. */
const HEADINGS = Array.from({ length: 52 }, (_, n) => (n * 7 * Math.PI) / 180)
const DEGREE = Math.PI / 180

interface Walker {
  at: { x: number; y: number }
}

/** Expects that somebody who set out from the middle has walked for `steps` steps at `speed` towards `heading`. */
function expectWalked({ at }: Walker, speed: number, heading: number, seconds: number): void {
  const [x, y] = [at.x - 400, at.y - 400]
  const turned = Math.atan2(y, x) - heading
  expect(Math.hypot(x, y) / (speed * seconds)).toBeGreaterThan(0.995)
  expect(Math.hypot(x, y) / (speed * seconds)).toBeLessThan(1.005)
  expect(Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned)))).toBeLessThan(0.5 * DEGREE)
}

describe.each(RATES)('at %i steps a second, what the room moves in its `update`', (stepHz) => {
  test.each(SPEEDS)('walks %d units a second in any direction', (speed) => {
    const game = defineGame({
      name: 'walk',
      stepHz,
      input: { go: flag() },
      entities: { walker: { at: vec2({ max: 800 }), heading: hidden(number()) } },
    })
    const seconds = Math.min(5, 300 / speed)
    const steps = Math.ceil(seconds * stepHz)
    let left = steps
    const room = defineRoom(game, {
      open(world) {
        for (const heading of HEADINGS)
          world.spawn('walker', null, { at: { x: 400, y: 400 }, heading })
      },
      update(world, { dtSeconds }) {
        if (left-- <= 0) return
        for (const { at, heading } of world.entities('walker')) {
          at.x += speed * cos(heading) * dtSeconds
          at.y += speed * sin(heading) * dtSeconds
        }
      },
    })
    const sim = new Simulation(room)
    const { session } = sim.join()
    sim.run((steps / stepHz) * 1000 + 2000)
    const walkers = sim.room.world.entities('walker')
    const shown = session.entities('walker')
    expect(shown.length).toBe(HEADINGS.length)
    walkers.forEach((walker, n) => {
      expectWalked(walker, speed, HEADINGS[n]!, steps / stepHz)
      // Pages see it on the grid of the field.
      expect(Math.abs(shown[n]!.at.x - walker.at.x)).toBeLessThanOrEqual(1 / 128)
    })
  })

  test('a timer of 5 seconds ends after 5 seconds, in an entity and in the room', () => {
    const game = defineGame({
      name: 'timers',
      stepHz,
      input: { go: flag() },
      entities: {
        bomb: { left: number({ max: 10 }), secret: hidden(number({ max: 10 })) },
        player: { x: number() },
      },
      room: { left: number({ max: 10 }), wind: number() },
      move: {
        player(player, _, ctx) {
          player.x += ctx.room.wind
        },
      },
    })
    const ended: Record<string, number> = {}
    const room = defineRoom(game, {
      open(world) {
        world.spawn('bomb', null, { left: 5, secret: 5 })
        world.room.left = 5
        world.room.wind = 0.3337
      },
      join: (world, player) => world.spawn('player', player),
      update(world, { dtSeconds }) {
        const [bomb] = world.entities('bomb')
        const clocks = { left: bomb!, secret: bomb!, room: world.room } as const
        const count = (name: string, holder: Record<string, number>, field: string) => {
          holder[field] = Math.max(0, holder[field]! - dtSeconds)
          if (holder[field] === 0) ended[name] ??= world.tick
        }
        count('left', clocks.left as never, 'left')
        count('secret', clocks.secret as never, 'secret')
        count('room', clocks.room as never, 'left')
      },
    })
    const sim = new Simulation(room)
    const { session } = sim.join()
    sim.run(8000)
    for (const name of ['left', 'secret', 'room'])
      expect(Math.abs(ended[name]! - 5 * stepHz)).toBeLessThanOrEqual(1)
    // `move` reads the same of the room on both sides, though only the server knows it exactly.
    expect(session.stats.corrections).toBe(0)
  })

  test('turns as slowly as it is turned', () => {
    const game = defineGame({
      name: 'turns',
      stepHz,
      input: { go: flag() },
      entities: { door: { facing: angle({ bits: 8 }), turn: quat({ bits: 6 }) } },
    })
    const speed = 2 * DEGREE
    const room = defineRoom(game, {
      open: (world) => void world.spawn('door', null),
      update(world, { dtSeconds }) {
        const half = (speed * dtSeconds) / 2
        for (const { turn } of world.entities('door')) {
          const { z, w } = turn
          turn.z = z * cos(half) + w * sin(half)
          turn.w = w * cos(half) - z * sin(half)
        }
        for (const door of world.entities('door')) door.facing += speed * dtSeconds
      },
    })
    const sim = new Simulation(room)
    sim.join()
    sim.run(20_000)
    const { facing, turn } = sim.room.world.entities('door')[0]!
    const turned = speed * (sim.room.tick / stepHz)
    expect(facing).toBeCloseTo(turned, 6)
    expect(2 * Math.atan2((turn as { z: number }).z, (turn as { w: number }).w)).toBeCloseTo(
      turned,
      6,
    )
  })
})

describe.each(RATES)('at %i steps a second, what a player moves by `move`', (stepHz) => {
  test.each(SPEEDS)('walks %d units a second in any direction', (speed) => {
    const game = defineGame({
      name: 'walk',
      stepHz,
      input: { go: flag() },
      entities: {
        walker: {
          at: vec2({ max: 800 }),
          heading: number({ step: 2 ** -14, max: 8 }),
          steps: own(int()),
        },
      },
      move: {
        walker(walker, { go }, { dtSeconds }) {
          if (!go) return
          const { at, heading } = walker
          walker.steps++
          at.x += speed * cos(heading) * dtSeconds
          at.y += speed * sin(heading) * dtSeconds
        },
      },
    })
    const headings = HEADINGS.filter((_, n) => n % 3 === 0)
    const room = defineRoom(game, {
      join(world, player) {
        for (const heading of headings)
          world.spawn('walker', player, { at: { x: 400, y: 400 }, heading })
      },
    })
    const sim = new Simulation(room)
    const { session } = sim.join({ conditions: presets.none })
    const witness = sim.join({ conditions: presets.none }).session
    sim.run(500)
    session.input.go = true
    sim.run(Math.min(5000, 300_000 / speed))
    session.input.go = false
    sim.run(1000)
    const isTheirs = ({ owner }: { owner: number | null }) => owner === session.playerId
    const walkers = sim.room.world.entities('walker').filter(isTheirs)
    expect(walkers.length).toBe(headings.length)
    for (const [n, walker] of walkers.entries()) {
      expectWalked(walker, speed, headings[n]!, walker.steps / stepHz)
      const isThis = ({ id }: { id: number }) => id === walker.id
      // The owner's page has the very same, and others have the nearest step of the wire.
      expect(session.entities('walker').find(isThis)!.at).toEqual(walker.at)
      const seen = witness.entities('walker').find(isThis)!
      expect(seen.at.x).toBe(Math.round(walker.at.x * 64) / 64)
      expect(seen.at.y).toBe(Math.round(walker.at.y * 64) / 64)
    }
    expect(session.stats.corrections).toBe(0)
  })

  test('a timer of 5 seconds ends after 5 seconds, and a damped velocity comes to rest', () => {
    const game = defineGame({
      name: 'timers',
      stepHz,
      input: { go: flag() },
      entities: {
        player: {
          left: number({ max: 10 }),
          wait: own(number({ max: 10 })),
          v: number({ min: -100, max: 100 }),
          facing: angle({ bits: 8 }),
          steps: int(),
          ended: int(),
          waited: int(),
        },
      },
      move: {
        player(player, _, { dtSeconds }) {
          player.steps++
          player.left = Math.max(0, player.left - dtSeconds)
          if (player.left === 0 && player.ended === 0) player.ended = player.steps
          player.wait = Math.max(0, player.wait - dtSeconds)
          if (player.wait === 0 && player.waited === 0) player.waited = player.steps
          player.v *= 0.99
          player.facing += 2 * DEGREE * dtSeconds
        },
      },
    })
    const room = defineRoom(game, {
      join: (world, player) => world.spawn('player', player, { left: 5, wait: 5, v: 50 }),
    })
    const sim = new Simulation(room)
    const { session } = sim.join({ conditions: presets.none })
    sim.run(8000)
    const player = sim.room.world.entities('player')[0]!
    for (const ended of [player.ended, player.waited])
      expect(Math.abs(ended - 5 * stepHz)).toBeLessThanOrEqual(1)
    expect(player.facing / (2 * DEGREE * (player.steps / stepHz))).toBeCloseTo(1, 2)
    sim.run(70_000)
    expect(player.v).toBeLessThan(0.001)
    expect(session.stats.corrections).toBe(0)
  })
})
