import { defineGame, gameEvents, number } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { DEAF, type FieldOptions, field, MARGIN, RADIUS, ROUGH } from './support/field.ts'

describe.each(['ordered', 'datagram'] as const)('over a link that is %s, with loss', (kind) => {
  const rough = (options: FieldOptions = {}) => field({ kind, conditions: ROUGH, ...options })

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

test('an audience that cannot be is misuse', () => {
  const { world, add, man, player } = field({ interest: false })
  add(1)
  // @ts-expect-error either of the two, not both
  const both = () => world.emit('bang', { n: 1 }, { near: man(0), to: player(0) })
  // @ts-expect-error an entity that may be gone
  const gone = () => world.emit('bang', { n: 1 }, { near: world.get(null) })
  for (const wrong of [both, gone]) expect(wrong).toThrow("name exactly one of 'near' and 'to'")
  const emit = (audience: unknown) => () => world.emit('bang', { n: 1 }, audience as never)
  const named = "emit('bang'): "
  expect(emit({})).toThrow(`${named}name exactly one of 'near' and 'to'`)
  expect(emit({ near: man(0), to: player(0) })).toThrow(
    `${named}name exactly one of 'near' and 'to'`,
  )
  expect(emit({ near: undefined })).toThrow(`${named}name exactly one of 'near' and 'to'`)
  expect(emit({ near: null })).toThrow(`${named}'near' needs numbers x and y`)
  expect(emit({ near: { x: 1 } })).toThrow(`${named}'near' needs numbers x and y`)
  for (const to of ['some', null, 3, [null], man(0), [man(0)]])
    expect(emit({ to })).toThrow(`${named}'to' needs a player, players or 'all'`)
  const bird = world.spawn('bird', null)
  world.despawn(bird)
  expect(emit({ near: bird })).toThrow(
    `${named}'near' is bird ${bird.id}, which is no longer in this room: say where it was`,
  )
})

test.each([
  [{ near: { y: 1 } }, "'near' needs numbers x and y"],
  [{ to: 1 }, "in 'move', 'to' can only be 'all'"],
  [{}, "name exactly one of 'near' and 'to'"],
])('so it is in move, on the server: %o', (audience, what) => {
  const room = defineRoom(
    defineGame({
      name: 'lost',
      input: {},
      entities: { man: { x: number() } },
      events: gameEvents({ bang: {} }),
      move: { man: (_man, _input, ctx) => ctx.emit('bang', {}, audience as never) },
    }),
    {
      join: (world, player) => world.spawn('man', player),
    },
  )
  const sim = new Simulation(room)
  sim.join()
  expect(() => sim.run(1000)).toThrow(`emit('bang'): ${what}`)
})
