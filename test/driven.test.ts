import { defineGame, flag, gameEvents, int, number, own, press, tables } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { insides } from '../src/client/inside.ts'

const raised: unknown[] = []
const game = defineGame({
  name: 'driven',
  stepHz: 60,
  input: { right: flag(), left: flag(), fire: press() },
  entities: {
    car: { x: number({ min: -4000, max: 4000 }), fuel: own(int({ max: 999 })), tag: int() },
    rock: { x: number() },
  },
  events: gameEvents({ fired: { x: number() } }),
  move: {
    car(car, { right, left, fire }, ctx) {
      car.x += 200 * ctx.dtSeconds * (+right - +left)
      if (fire) ctx.emit('fired', { x: car.x })
    },
  },
})
const driven = defineRoom(game, {
  open: (world) => world.spawn('car', null, { x: 100, tag: 7, fuel: 50 }),
  update(world, { tick }) {
    for (const car of world.entities('car'))
      if (car.owner === null) world.drive(car, { right: tick % 240 < 120, fire: tick === 90 })
  },
  on: { fired: (_world, { x }, by) => raised.push([x, by]) },
})

describe('world.drive', () => {
  test('moves an entity of the room by the very move of players, and what it raises reaches the room and the pages', () => {
    raised.length = 0
    const sim = new Simulation(driven)
    const { session } = sim.join({ conditions: presets.wifi })
    const heard: unknown[] = []
    session.on('fired', ({ x }, by) => heard.push([x, by]))
    sim.run(1900)
    const [car] = sim.room.world.entities('car')
    expect(car!.x).toBeCloseTo(100 + (200 * sim.room.tick) / 60, -1)
    sim.run(1000)
    expect(raised).toHaveLength(1)
    expect(raised[0]).toEqual([expect.any(Number), null])
    expect(heard).toEqual([[expect.any(Number), null]])
  })

  test('pages extrapolate it by move: they are told of its input', () => {
    const sim = new Simulation(driven)
    const { session } = sim.join({ conditions: presets.wifi })
    sim.run(9000)
    const remote = insides.get(session)!()!.timeline.remotes[0]!
    const { schema } = remote
    const inputs = [...schema.toldInput].map((i) => remote.row[remote.offset + schema.inputAt + i])
    expect(inputs).toHaveLength(2)
    expect(inputs.filter((held) => held === 1)).toHaveLength(1 - Number(sim.room.tick % 240 >= 120))
    expect(remote.track.foresight).not.toBeNull()
  })

  test('refuses what no input moves, what a player owns, and fields that there are not', () => {
    const sim = new Simulation(driven)
    sim.join()
    sim.run(100)
    const { world } = sim.room
    const rock = world.spawn('rock', null)
    expect(() => world.drive(rock, {})).toThrow('drive: the game has no move.rock')
    const mine = world.spawn('car', world.players[0]!)
    expect(() => world.drive(mine, {})).toThrow('belongs to player 1, whose inputs move it')
    const [car] = world.entities('car')
    // @ts-expect-error: there is no such field
    expect(() => world.drive(car!, { up: true })).toThrow(
      "no field 'up': the fields are right, left, fire",
    )
    world.despawn(rock)
    expect(() => world.drive(rock, {})).toThrow('is no longer in this room')
  })
})

describe('world.give', () => {
  test.each(['ordered', 'datagram'] as const)(
    'makes a player the owner: it stays one entity, is predicted by its driver at once, and shown to others (%s)',
    (kind) => {
      const sim = new Simulation(driven, { kind })
      const ada = sim.join({ conditions: presets.wifi })
      sim.run(500)
      const ben = sim.join({ conditions: kind === 'datagram' ? presets.log : presets.wifi })
      sim.run(1500)
      const { world } = sim.room
      const [car] = world.entities('car')
      const { id } = car!
      world.give(car!, world.players[0]!)
      let most = 0
      for (let n = 0; n < 60; n++) {
        sim.run(1000 / 60)
        for (const { session } of [ada, ben]) most = Math.max(most, session.entities('car').length)
      }
      expect(most).toBe(1)
      expect(car!.id).toBe(id)
      expect(car!.owner).toBe(1)
      const own = ada.session.entities('car')[0]!
      expect(own).toMatchObject({ id, owner: 1, mine: true, fuel: 50, tag: 7 })
      expect(ben.session.entities('car')[0]).toMatchObject({ id, owner: 1, mine: false, tag: 7 })
      const before = own.x
      ada.session.input.right = true
      sim.run(100)
      expect(own.x).toBeGreaterThan(before + 5)
      sim.run(2000)
      expect(ada.session.stats.corrections).toBe(0)
      expect(ben.session.entities('car')[0]!.x).toBeGreaterThan(before + 100)
      world.give(car!, null)
      sim.run(1500)
      expect(ada.session.entities('car')).toHaveLength(1)
      expect(ada.session.entities('car')[0]).toMatchObject({
        id,
        owner: null,
        mine: false,
        fuel: 0,
      })
      expect(ben.session.entities('car')[0]).toMatchObject({ id, owner: null })
      const shown = ada.session.entities('car')[0]!
      expect(Math.abs(shown.x - car!.x)).toBeLessThan(60)
    },
  )

  test('what a player was given goes when the player leaves', () => {
    const sim = new Simulation(driven, { resumeMs: 0 })
    const ada = sim.join()
    sim.run(300)
    const { world } = sim.room
    world.give(world.entities('car')[0]!, world.players[0]!)
    sim.run(300)
    ada.session.close()
    sim.run(300)
    expect(world.entities('car')).toHaveLength(0)
  })

  test('throws for an entity or a player that is gone, and does nothing for the same owner', () => {
    const sim = new Simulation(driven, { resumeMs: 0 })
    const ada = sim.join()
    sim.run(300)
    const { world } = sim.room
    const [player] = world.players
    const [car] = world.entities('car')
    world.give(car!, null)
    expect(car!.owner).toBeNull()
    ada.session.close()
    sim.run(300)
    expect(() => world.give(car!, player!)).toThrow('player 1 is not in this room')
    world.despawn(car!)
    expect(() => world.give(car!, null)).toThrow('is no longer in this room')
  })

  test.each([
    ['with a view of its own', { near: true, coding: undefined }],
    ['with tables', { near: false, coding: tables() }],
  ])(
    'needs no complete snapshot %s, nor given away and back in one tick',
    (_, { near, coding }) => {
      const coded = defineGame({ ...game.definition, coding })
      const seen = defineRoom(coded, {
        ...driven.definition,
        ...(near && {
          interest: {
            at: { car: (car) => ({ x: car.x, y: 0 }) },
            from: () => ({ x: 0, y: 0 }),
            radius: 9000,
          },
        }),
      } as typeof driven.definition)
      const sim = new Simulation(seen)
      const pages = [sim.join({ conditions: presets.wifi }), sim.join({ conditions: presets.wifi })]
      sim.run(1500)
      const { world } = sim.room
      for (let n = 0; n < 8; n++) {
        const [car] = world.entities('car')
        const player = world.players[n % 2]!
        world.give(car!, n % 3 === 0 ? null : player)
        if (n % 2 === 0) world.give(car!, player)
        sim.run(300)
      }
      sim.run(1000)
      for (const { session } of pages) {
        expect(session.stats.resyncs).toBe(0)
        expect(session.entities('car')).toHaveLength(1)
      }
    },
  )
})
