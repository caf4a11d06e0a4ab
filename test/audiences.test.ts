import { defineGame, dense, flag, int, type Player, press, vec2 } from 'glissade'
import { type Conditions, presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import type { LinkKind } from '../src/link/link.ts'
import { viewOf } from '../src/server/view/report.ts'
import { flock, Watch } from './support/flock.ts'

const RADIUS = 100
const MARGIN = 20
const ROUGH: Conditions = {
  up: { latencyMs: 40, jitterMs: 60, loss: 0.15, duplicate: 0.05, reorder: 0.1 },
  down: { latencyMs: 40, jitterMs: 60, loss: 0.15, duplicate: 0.05, reorder: 0.1 },
}
const DEAF: Conditions = { up: presets.none.up, down: { ...presets.none.down, loss: 1 } }

interface Options {
  readonly kind?: LinkKind
  /** Whether players see what is near alone. */
  readonly interest?: boolean
  /** Whose number it is, or the number of the bird, is hidden by the game's own rule. */
  readonly hidden?: Set<number>
  readonly conditions?: Conditions
}

/** Men on a line, each where the test puts him; who has no man, or one at y 1, looks from everywhere. */
function field({ kind = 'ordered', interest = true, hidden, conditions }: Options = {}) {
  const sees = hidden && ((_: object, __: object, { id }: { id: number }) => !hidden.has(id))
  const game = defineGame({
    name: 'field',
    stepHz: 60,
    sendHz: 20,
    input: { shoot: press(), throws: press(), shout: press(), rapid: flag() },
    entities: {
      man: { at: vec2({ max: 100_000, step: 0.5 }) },
      bird: { at: vec2({ max: 100_000, step: 0.5 }) },
      flag: { n: int({ max: 9 }) },
    },
    events: { bang: { n: int({ max: 100_000 }) } },
    interest: interest
      ? {
          at: { man: ({ at }) => at, bird: ({ at }) => at },
          from: (world, player) => {
            const man = world.entities('man').find(({ owner }) => owner === player.id)
            return man && man.at.y === 0 ? man.at : null
          },
          radius: RADIUS,
          margin: MARGIN,
          sees,
        }
      : undefined,
    move: {
      man(man, input, ctx) {
        if (input.shoot || input.rapid) ctx.emit('bang', { n: 1 })
        if (input.throws) ctx.emit('bang', { n: 1000 }, { near: { x: man.at.x + 500, y: 0 } })
        if (input.shout) ctx.emit('bang', { n: 2000 }, { to: 'all' })
      },
    },
    join: (world, player) => world.spawn('man', player),
    on: { bang: (_world, { n }, by) => ran.push(`${by.id}: ${n}`) },
  })
  const ran: string[] = []
  const sim = new Simulation(game, { kind })
  const { world } = sim.room
  const heard: number[][] = []
  /** A player joins and stands at `x`. */
  const add = (x: number, weather = conditions): SimulatedClient<typeof game> => {
    const client = sim.join({ conditions: weather })
    const told: number[] = []
    heard.push(told)
    client.session.on('bang', ({ n }) => told.push(n))
    sim.run(1000)
    man(heard.length - 1).at.x = x
    return client
  }
  const man = (n: number) => world.entities('man').find(({ owner }) => owner === n + 1)!
  const player = (n: number): Player => sim.room.players[n]!
  /** Lets everybody settle where they stand, then does what a test is about, and waits until it has been heard. */
  const heardAfter = (act: () => void): number[][] => {
    sim.run(1000)
    act()
    sim.run(3000)
    return heard
  }
  return { sim, world, add, man, player, heard, heardAfter, ran }
}

const KINDS: LinkKind[] = ['ordered', 'datagram']

describe.each(KINDS)('over a link that is %s, with loss', (kind) => {
  const rough = (options: Options = {}) => field({ kind, conditions: ROUGH, ...options })

  test('an event of move is heard once by its player and by those who see the entity', () => {
    const { add, heardAfter, ran } = rough()
    const shooter = add(1000)
    for (const x of [1090, 1200, 5000]) add(x)
    const heard = heardAfter(() => {
      shooter.session.input.shoot = true
    })
    expect(heard).toEqual([[1], [1], [], []])
    expect(ran).toEqual(['1: 1'])
  })

  test('it names another place, or everybody', () => {
    const { add, heardAfter, ran } = rough()
    const one = add(1000)
    for (const x of [1050, 1600, 1630, 1400]) add(x)
    heardAfter(() => {
      one.session.input.throws = true
    })
    const heard = heardAfter(() => {
      one.session.input.shout = true
    })
    expect(heard).toEqual([[1000, 2000], [2000], [1000, 2000], [2000], [1000, 2000]])
    expect(ran).toEqual(['1: 1000', '1: 2000'])
  })

  test('an event of the room is heard by everybody, near an entity or a place, or by some players', () => {
    const { world, add, heardAfter, man, player } = rough()
    for (const x of [1000, 1090, 1110, 5000]) add(x)
    const heard = heardAfter(() => {
      world.emit('bang', { n: 1 })
      world.emit('bang', { n: 2 }, { to: 'all' })
      world.emit('bang', { n: 3 }, { near: man(0) })
      world.emit('bang', { n: 4 }, { near: { x: 1000, y: 0 } })
      world.emit('bang', { n: 5 }, { near: world.spawn('flag', null) })
      world.emit('bang', { n: 6 }, { to: player(3) })
      world.emit('bang', { n: 7 }, { to: [player(0), player(3)] })
      world.emit('bang', { n: 8 }, { to: [] })
    })
    expect(heard).toEqual([
      [1, 2, 3, 4, 5, 7],
      [1, 2, 3, 4, 5],
      [1, 2, 4, 5],
      [1, 2, 5, 6, 7],
    ])
  })

  test('who looks from everywhere hears what is near anything', () => {
    const { world, add, heardAfter, man } = rough()
    add(1000)
    add(5000)
    man(1).at.y = 1
    const heard = heardAfter(() => {
      world.emit('bang', { n: 1 }, { near: man(0) })
      world.emit('bang', { n: 2 }, { near: { x: 9000, y: 0 } })
    })
    expect(heard).toEqual([[1], [1, 2]])
  })

  test('who is hidden by the rule of the game is not heard; a place is', () => {
    const hidden = new Set<number>()
    const { world, add, heardAfter, man } = rough({ hidden })
    add(1000)
    add(1050)
    add(5000)
    man(2).at.y = 1
    hidden.add(man(0).id)
    const heard = heardAfter(() => {
      world.emit('bang', { n: 1 }, { near: man(0) })
      world.emit('bang', { n: 2 }, { near: { x: 1000, y: 0 } })
    })
    expect(heard).toEqual([[1, 2], [2], [2]])
  })

  test('who has just come near has not heard it, and who has just gone goes on being told', () => {
    const { sim, world, add, heard, man } = field({ kind })
    add(1000)
    const goes = add(1050)
    const comes = add(5000)
    sim.run(1000)
    // Nothing gets through on a link of datagrams; on an ordered one it waits.
    for (const { network } of [goes, comes]) network.conditions = DEAF
    world.emit('bang', { n: 1 }, { near: man(0) })
    sim.run(400)
    man(1).at.x = 5000
    man(2).at.x = 1050
    sim.run(400)
    for (const { network } of [goes, comes]) network.conditions = presets.none
    sim.run(3000)
    expect(heard).toEqual([[1], [1], []])
    expect(comes.session.entities('man')).toHaveLength(2)
    expect(goes.session.entities('man')).toHaveLength(1)
  })

  test('what is told to one player breaks no body that others share', () => {
    const { sim, world, add, heardAfter, player } = rough({ interest: false })
    for (const x of [1, 2, 3]) add(x)
    const { stats } = sim.room
    const views = stats.viewsCoded
    const heard = heardAfter(() => {
      for (let n = 0; n < 20; n++) {
        world.emit('bang', { n }, { to: player(n % 2) })
        world.emit('bang', { n: 100 + n })
        sim.run(170)
      }
    })
    const all = Array.from({ length: 20 }, (_, n) => n)
    const told = heard.map((list) => list.filter((n) => n < 100))
    expect(told).toEqual([all.filter((n) => n % 2 === 0), all.filter((n) => n % 2 === 1), []])
    for (const list of heard) expect(list.filter((n) => n >= 100)).toHaveLength(20)
    expect(stats.viewsCoded - views).toBeGreaterThanOrEqual(20)
    const { viewsCoded } = stats
    sim.run(2000)
    expect(stats.viewsCoded).toBe(viewsCoded)
  })

  test('more than a body has room for comes in the next ones, each once and in order', () => {
    const { sim, world, add, heardAfter, player } = rough({ interest: false })
    add(1)
    add(2)
    const all = Array.from({ length: 400 }, (_, n) => n)
    const heard = heardAfter(() => {
      for (const n of all) world.emit('bang', { n }, { to: player(0) })
      sim.run(3000)
    })
    expect(heard).toEqual([all, []])
    expect(sim.room.stats.eventsDropped).toBe(0)
  })
})

describe.each(KINDS)('in a flock over a link that is %s, with loss', (kind) => {
  test.each([1, 2])('who sees a sheep hears it, and nobody else (seed %i)', (seed) => {
    const game = flock({ hidden: 3, free: seed === 2, births: 0 })
    const { sim, heard, random } = flocked(game, kind, seed)
    const expected: string[][] = sim.clients.map(() => [])
    const unknown = sim.clients.map(() => new Set<string>())
    for (let n = 0; n < 300; n++) {
      const sheep = sim.room.world.entities('sheep')
      const one = sheep[Math.floor(random.next() * sheep.length)]!
      sim.room.world.emit('baa', { how: 0, words: `${n}` }, { near: one })
      const tick = sim.room.nextNetworkTick
      while (sim.room.nextNetworkTick === tick) sim.run(5)
      for (const [index, { session }] of sim.clients.entries()) {
        const { lastSentTick, player } = sim.room.peers.get(session.playerId)!
        const seen = viewOf(sim.room, player)?.seen
        // For want of room nothing was sent: nobody says what would have been seen.
        if (lastSentTick < tick) unknown[index]!.add(`${n}`)
        else if (seen === undefined || seen.includes(one.id & 0xffff)) expected[index]!.push(`${n}`)
      }
    }
    sim.run(3000)
    for (const [index, list] of expected.entries()) {
      expect(list.length).toBeGreaterThan(10)
      expect(list.length).toBeLessThan(200)
      expect(heard[index]!.filter((words) => !unknown[index]!.has(words))).toEqual(list)
    }
  })

  test.each([3, 4])('all hold what the room had, also who is whispered to (seed %i)', (seed) => {
    const game = flock({ interest: false, coding: seed === 4 ? dense() : undefined })
    const { sim, watch, heard, random } = flocked(game, kind, seed)
    const expected: string[][] = sim.clients.map(() => [])
    for (let n = 0; n < 30; n++) {
      const index = Math.floor(random.next() * 2)
      const to = sim.room.peers.get(sim.clients[index]!.session.playerId)!.player
      sim.room.world.emit('baa', { how: 0, words: `${n}` }, { to })
      expected[index]!.push(`${n}`)
      watch.run(random.between(20, 400))
    }
    watch.run(1500)
    expect(heard).toEqual(expected)
    const { viewsCoded, bodiesCoded } = sim.room.stats
    expect(viewsCoded).toBeGreaterThan(20)
    expect(bodiesCoded).toBeGreaterThan(20)
    expect(watch.compared).toBeGreaterThan(1000)
  })

  /** Two players among sheep. */
  function flocked(game: ReturnType<typeof flock>, kind: LinkKind, seed: number) {
    const watch = new Watch(game, kind, seed)
    const heard: string[][] = []
    for (let n = 0; n < 2; n++) {
      const { session } = watch.join(ROUGH, seed * 10 + n)
      const told: string[] = []
      heard.push(told)
      // The flock's own are words of nothing but a's.
      session.on('baa', ({ words }) => /\d/.test(words) && told.push(words))
    }
    watch.run(1500)
    return { sim: watch.sim, watch, heard, random: new Random(seed) }
  }
})

describe('an entity', () => {
  test('is heard as far as it is seen: further off by the margin only by who saw it', () => {
    const { sim, world, add, heard, man } = field()
    add(1000)
    add(1090)
    add(1000 + RADIUS + MARGIN / 2)
    sim.run(1000)
    man(1).at.x = 1000 + RADIUS + MARGIN / 2
    sim.run(1000)
    world.emit('bang', { n: 1 }, { near: man(0) })
    world.emit('bang', { n: 2 }, { near: { x: 1000, y: 0 } })
    sim.run(1000)
    man(1).at.x = 1000 + RADIUS + MARGIN + 1
    world.emit('bang', { n: 3 }, { near: man(0) })
    sim.run(1000)
    expect(heard).toEqual([[1, 2, 3], [1, 2], [2]])
  })

  test('that is removed at once is heard by those who saw it', () => {
    const { world, add, heardAfter } = field()
    for (const x of [1000, 1090, 5000]) add(x)
    const bird = world.spawn('bird', null, { at: { x: 1000, y: 0 } })
    const heard = heardAfter(() => {
      world.emit('bang', { n: 1 }, { near: bird })
      bird.at.x = 5000
      world.despawn(bird)
    })
    expect(heard).toEqual([[1], [1], []])
  })

  test('that comes and goes between two snapshots is heard by those who would have seen it', () => {
    const hidden = new Set<number>()
    const { world, add, heardAfter } = field({ hidden })
    for (const x of [1000, 1090, 5000]) add(x)
    const heard = heardAfter(() => {
      for (const n of [1, 2]) {
        const bird = world.spawn('bird', null, { at: { x: 1000, y: 0 } })
        if (n === 2) hidden.add(bird.id)
        world.emit('bang', { n }, { near: bird })
        world.despawn(bird)
      }
    })
    expect(heard).toEqual([[1], [1], []])
  })

  test('whose player leaves is heard to the last', () => {
    const { sim, add, heardAfter } = field()
    const one = add(1000)
    add(1050)
    const heard = heardAfter(() => {
      one.session.input.shoot = true
      sim.run(34)
      one.session.close()
    })
    expect(heard).toEqual([[1], [1]])
  })
})

test('who joins hears nothing of before, and what is told to it as it joins', () => {
  const { sim, world, add, player, heard } = field({ interest: false })
  add(1)
  world.emit('bang', { n: 1 })
  sim.run(100)
  const undo = sim.clients[0]!.session.onFrame(() => {
    if (sim.room.players.length < 2) return
    undo()
    world.emit('bang', { n: 2 }, { to: player(1) })
  })
  add(2)
  sim.run(1000)
  expect(heard).toEqual([[1], [2]])
})

test('without interest everybody is near, and nobody gets a body of its own for it', () => {
  const { sim, world, add, heardAfter, man } = field({ interest: false })
  const one = add(1000)
  add(9000)
  const heard = heardAfter(() => {
    one.session.input.shoot = true
    one.session.input.throws = true
    world.emit('bang', { n: 7 }, { near: man(0) })
    world.emit('bang', { n: 8 }, { near: { x: 1, y: 0 } })
  })
  expect(heard.map((list) => list.sort((a, b) => a - b))).toEqual([
    [1, 7, 8, 1000],
    [1, 7, 8, 1000],
  ])
  expect(sim.room.stats.viewsCoded).toBe(0)
})

test('on an ordered link an event for one player costs one body, and bodies are shared again', () => {
  const { sim, world, add, player } = field({ interest: false })
  for (const x of [1, 2, 3]) add(x)
  world.emit('bang', { n: 1 }, { to: player(2) })
  sim.run(1000)
  expect(sim.room.stats.viewsCoded).toBe(1)
})

test('events that shared bodies have no room for are counted, and those of one player are none of them', () => {
  const { sim, world, add, player, heard } = field({ interest: false })
  add(1)
  add(2)
  sim.run(1000)
  for (let n = 0; n < 300; n++) {
    world.emit('bang', { n })
    world.emit('bang', { n: 1000 + n }, { to: player(1) })
  }
  sim.run(2000)
  expect(sim.room.stats.eventsDropped).toBe(45)
  expect(heard[0]).toEqual(Array.from({ length: 255 }, (_, n) => 45 + n))
  expect(heard[1]).toHaveLength(600)
})

describe('who is out of sight', () => {
  /** What the second client gets byte by byte while the first one, far off, shoots in every step or does not. */
  function received(kind: LinkKind, shoots: boolean) {
    const { sim, add, heard, ran } = field({ kind, conditions: presets.wifi })
    const one = add(1000)
    const two = add(5000)
    sim.run(2000)
    const { stats } = two.session
    const bytes: number[] = []
    one.session.input.rapid = shoots
    for (let n = 0; n < 40; n++) {
      sim.run(50)
      bytes.push(stats.bytesIn)
    }
    return { bytes, heard: heard[1], shots: ran.length }
  }

  test.each(KINDS)('gets not one byte for it (%s)', (kind) => {
    const [quiet, loud] = [received(kind, false), received(kind, true)]
    expect(loud.shots).toBeGreaterThan(100)
    expect(quiet.shots).toBe(0)
    expect(loud.heard).toEqual([])
    expect(loud.bytes).toEqual(quiet.bytes)
  })

  test('gets not one byte for it, among 24 who shoot', () => {
    const bytes = [1, 24].map((shooters) => {
      const { sim, add } = field()
      for (let n = 0; n < 24; n++) add(1000 + 1000 * n)
      sim.run(1000)
      const [first] = sim.clients
      const before = first!.session.stats.bytesIn
      for (const { session } of sim.clients.slice(0, shooters)) session.input.rapid = true
      sim.run(2000)
      expect(sim.room.stats.eventsDropped).toBe(0)
      return first!.session.stats.bytesIn - before
    })
    expect(bytes[1]).toBe(bytes[0])
  })
})

test('an audience that cannot be is misuse', () => {
  const { world, add, man, player } = field({ interest: false })
  add(1)
  const emit = (audience: unknown) => () => world.emit('bang', { n: 1 }, audience as never)
  const named = "emit('bang'): "
  expect(emit({})).toThrow(`${named}name one of 'near' and 'to'`)
  expect(emit({ near: man(0), to: player(0) })).toThrow(`${named}name one of 'near' and 'to'`)
  expect(emit({ near: undefined })).toThrow(`${named}name one of 'near' and 'to'`)
  expect(emit({ near: null })).toThrow(`${named}'near' needs numbers x and y`)
  expect(emit({ near: { x: 1 } })).toThrow(`${named}'near' needs numbers x and y`)
  for (const to of ['some', null, 3, [null], man(0), [man(0)]])
    expect(emit({ to })).toThrow(`${named}'to' needs a player, players or 'all'`)
  const bird = world.spawn('bird', null)
  world.despawn(bird)
  expect(emit({ near: bird })).toThrow(`${named}'near' is a bird that has been removed`)
})
