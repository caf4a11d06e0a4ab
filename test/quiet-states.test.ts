import { defineGame, flag, int, number, sharedTick, tables } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { expectToldStates, keepTold } from './support/told-states.ts'

/** Carts that the room pushes now and then, and walkers: much rests, then much moves. */
const base = defineRoom(
  defineGame({
    name: 'carts',
    stepHz: 30,
    input: { left: flag(), right: flag() },
    entities: {
      walker: { x: number({ max: 2000, step: 1 / 16 }), y: number({ max: 2000, step: 1 / 16 }) },
      cart: {
        x: number({ max: 2000, step: 1 / 16 }),
        load: int({ max: 9 }),
        left: int({ max: 60 }),
      },
    },
    move: {
      walker(walker, { left, right }) {
        walker.x += 5 * (+right - +left)
      },
    },
  }),
  {
    join: (world, player) => world.spawn('walker', player, { x: 1000, y: 50 }),
    open(world) {
      for (let n = 0; n < 30; n++) world.spawn('cart', null, { x: 60 * n })
    },
    update(world, { tick }) {
      for (const cart of world.entities('cart')) {
        if (tick % 120 < 20 && world.random() < 0.05)
          Object.assign(cart, { left: 20, load: (cart.load + 1) % 10 })
        if (cart.left === 0) continue
        cart.left--
        cart.x = (cart.x + 3) % 2000
      }
      if (world.random() > 0.005) return
      const carts = world.entities('cart')
      world.despawn(carts[Math.floor(world.random() * carts.length)]!)
      world.spawn('cart', null, { x: 2000 * world.random() })
    },
  },
)

type Carts = typeof base

const cartsOf = (
  more: Partial<Carts['game']['definition']>,
  rules: Carts['definition'] = {},
): Carts =>
  defineRoom(defineGame({ ...base.game.definition, ...more }), { ...base.definition, ...rules })

const rooms: Record<string, Carts> = {
  packed: base,
  tables: cartsOf({ coding: tables() }),
  'tables, one tick for all': cartsOf({ coding: tables(), authority: sharedTick() }),
  'tables, in sight': cartsOf(
    { coding: tables() },
    {
      interest: {
        at: { cart: ({ x }) => ({ x, y: 0 }) },
        from: (world) => world.entities('walker')[0] ?? null,
        radius: 500,
      },
    },
  ),
  'tables, on a budget': cartsOf({ coding: tables() }, { budget: { bytesPerSecond: 1200 } }),
}

test.each(
  Object.keys(rooms).flatMap((name) =>
    (['ordered', 'datagram'] as const).map((kind) => [name, kind] as const),
  ),
)('quiet or not, and come back or not, clients hold what they were told: %s, %s', (name, kind) => {
  const isPartial = /sight|budget/.test(name)
  const simulation = new Simulation(rooms[name]!, { kind, seed: 1 })
  const told = keepTold(simulation)
  const impairment = { latencyMs: 50, jitterMs: 20, loss: 0.2 }
  for (let n = 0; n < 3; n++)
    simulation.join({
      conditions: { up: impairment, down: impairment },
      reopens: true,
      script: ({ input }, timeMs) => {
        input.right = (timeMs + 900 * n) % 5000 < 700
      },
    })
  let compared = 0
  let quiet = 0
  for (let ms = 0; ms < 20_000; ms += 50) {
    if (ms % 7000 === 6950) simulation.clients[ms % 3]!.cut(700)
    simulation.run(50)
    quiet += coreOf(simulation.room).peerList.filter(({ quietTick }) => quietTick >= 0).length
    compared += expectToldStates(simulation, told, isPartial)
  }
  expect(compared).toBeGreaterThan(3000)
  expect(quiet).toBeGreaterThan(50)
  expect(simulation.room.tables.length > 0).toBe(name.includes('tables'))
  expect(simulation.room.stats.resumes).toBe(2)
  for (const { session } of simulation.clients) {
    expect(session.state).toBe('open')
    expect(session.stats.resyncs).toBe(0)
  }
})
