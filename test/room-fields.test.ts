import { defineGame, flag, int, list, number, oneOf, text } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, expectTypeOf, test } from 'vitest'

const game = defineGame({
  name: 'arena',
  input: { right: flag() },
  room: {
    map: oneOf('ice', 'sand'),
    speed: int({ max: 20 }),
    title: text(12),
    order: list(int({ max: 9 }), 4),
  },
  entities: { dot: { x: number({ max: 8000 }) } },
  move: {
    dot(dot, { right }, { room, dtSeconds }) {
      if (right) dot.x += 60 * room.speed * dtSeconds
    },
  },
})

const arena = defineRoom(game, {
  open(world) {
    Object.assign(world.room, { map: 'sand', speed: 2, title: 'first', order: [3, 1] })
  },
  join: (world, player) => world.spawn('dot', player),
  update(world, { tick }) {
    if (tick !== 90) return
    world.room.speed = 5
    world.room.title = 'second'
    world.room.order = [9]
  },
})

test('every client hears the fields of the room, and its changes', () => {
  const sim = new Simulation(arena)
  const { session } = sim.join({ conditions: presets.wifi })
  expectTypeOf(session.room.map).toEqualTypeOf<'ice' | 'sand'>()
  expectTypeOf(session.room).not.toBeAny()
  expect(session.room).toMatchObject({ map: 'ice', speed: 0, title: '', order: [] })
  sim.run(2000)
  expect(session.room).toMatchObject({ map: 'sand', speed: 2, title: 'first', order: [3, 1] })
  sim.run(2000)
  expect(session.room).toMatchObject({ map: 'sand', speed: 5, title: 'second', order: [9] })
  const late = sim.join()
  sim.run(500)
  expect(late.session.room).toMatchObject({ speed: 5, title: 'second', order: [9] })
})

test('move reads them on both sides: a change costs one correction at most, and both ends agree after it', () => {
  const sim = new Simulation(arena)
  const { session } = sim.join({
    conditions: presets.wifi,
    script: ({ input }) => {
      input.right = true
    },
  })
  sim.run(2800)
  const { corrections } = session.stats
  expect(corrections).toBe(0)
  sim.run(1200)
  expect(session.stats.corrections).toBeLessThanOrEqual(1)
  session.releaseInput()
  sim.run(4000)
  const after = session.stats.corrections
  sim.run(2000)
  expect(session.stats.corrections).toBe(after)
  expect(sim.room.world.entities('dot')[0]!.x).toBeGreaterThan(60 * 2)
})

test('they reach players who see nothing else, and are sent before anything that has to wait', () => {
  const hidden = defineRoom(game, {
    open: (world) => {
      world.room.title = 'seen'
      for (let i = 0; i < 400; i++) world.spawn('dot', null, { x: i })
    },
    join: (world, player) => world.spawn('dot', player),
    update(world) {
      for (const dot of world.entities('dot')) dot.x = (dot.x + 1.5) % 8000
    },
    interest: {
      at: { dot: (dot) => ({ x: dot.x, y: 0 }) },
      from: () => ({ x: -5000, y: -5000 }),
      radius: 1,
      sees: () => false,
    },
    budget: { bytesPerSecond: 2000, priority: () => 1 },
  })
  const sim = new Simulation(hidden)
  const { session } = sim.join({ conditions: presets.wifi })
  sim.run(1000)
  expect(session.room.title).toBe('seen')
  expect(session.entities('dot')).toHaveLength(1)
})

test('they are no entity to the game: neither its lists nor its rules meet them', () => {
  const sim = new Simulation(arena)
  sim.run(100)
  expect(sim.room.world.entities('dot')).toHaveLength(0)
  expect(Object.keys(sim.room.world.room)).toEqual(['map', 'speed', 'title', 'order'])
})

test('a game without any has empty ones', () => {
  const plain = defineGame({ name: 'plain', input: { a: flag() }, entities: { dot: { x: int() } } })
  const sim = new Simulation(defineRoom(plain, {}))
  const { session } = sim.join()
  sim.run(200)
  expect(session.room).toEqual({})
  expect(sim.room.world.room).toEqual({})
})

test('a page that comes back after its connection broke hears them anew', () => {
  const sim = new Simulation(arena)
  const client = sim.join({ reopens: true })
  sim.run(1000)
  client.cut(200)
  sim.room.world.room.title = 'meanwhile'
  sim.run(3000)
  expect(client.session.state).toBe('open')
  expect(client.session.room.title).toBe('second')
  expect(client.session.room.speed).toBe(5)
})

test('world.room is no entity: it cannot be spawned again, listed or despawned', () => {
  const failures: unknown[] = []
  const strange = defineRoom(game, {
    open(world) {
      for (const tried of [
        () => world.spawn('the room' as 'dot', null),
        () => world.entities('the room' as 'dot'),
        () => world.despawn(world.room as never),
      ])
        try {
          failures.push(tried())
        } catch (error) {
          failures.push((error as Error).message)
        }
    },
    join: (world, player) => world.spawn('dot', player),
  })
  new Simulation(strange)
  expect(failures).toEqual([
    "there is no kind 'the room'; kinds: dot",
    "there is no kind 'the room'; kinds: dot",
    undefined,
  ])
})
