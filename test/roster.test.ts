import { defineGame, flag, GlissadeError, int, number, once, oneOf, text, visible } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom, Room } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, expectTypeOf, test } from 'vitest'

const parts = {
  name: 'roster',
  stepHz: 30,
  sendHz: 30,
  input: { go: flag() },
  entities: { dot: { x: number({ max: 900 }), y: number({ max: 900 }) } },
} as const
const profile = {
  name: visible(text(16)),
  team: visible(oneOf('red', 'blue')),
  hue: visible(int({ max: 359 })),
  secret: text(16),
}
const game = defineGame({ ...parts, profile })
const room = defineRoom(game, {
  join(world, player) {
    if (player.profile.name === 'nobody') throw new GlissadeError('refused', 'go away')
    if (player.profile.team === 'red') world.spawn('dot', player, { x: 100 * player.id })
  },
  // Everybody looks from far away, and `sees` hides everything from everybody.
  interest: {
    at: { dot: ({ x, y }) => ({ x, y }) },
    from: () => ({ x: 1e6, y: 1e6 }),
    radius: 1,
    sees: () => false,
  },
  budget: { bytesPerSecond: 4000, priority: () => 0 },
})

const ada = { name: 'Ada', team: 'red', hue: 10, secret: 'a' } as const
const bob = { name: 'Bob', team: 'blue', hue: 20, secret: 'b' } as const
const seen = (id: number, own: number, isAway = false) => ({
  ...(id === 1 ? { name: 'Ada', team: 'red', hue: 10 } : { name: 'Bob', team: 'blue', hue: 20 }),
  id,
  mine: id === own,
  isAway,
})

describe('session.players', () => {
  test('lists everybody with the visible fields, whatever interest hides, and is one array', () => {
    const sim = new Simulation(room)
    const a = sim.join({ profile: ada })
    const { players } = a.session
    sim.run(200)
    expect(players).toEqual([seen(1, 1)])
    const [first] = players
    const b = sim.join({ profile: bob })
    sim.run(200)
    expect(players).toEqual([seen(1, 1), seen(2, 1)])
    expect(a.session.players).toBe(players)
    expect(players[0]).toBe(first)
    expect(b.session.players).toEqual([seen(1, 2), seen(2, 2)])
    expect(Object.keys(players[0]!)).not.toContain('secret')
    expectTypeOf(players[0]!.team).toEqualTypeOf<'red' | 'blue'>()
    expectTypeOf(players[0]!).not.toHaveProperty('secret')
    b.session.close()
    sim.run(200)
    expect(players).toEqual([seen(1, 1)])
  })

  test('is no entity: neither the room nor a page meets it as one', () => {
    const sim = new Simulation(room)
    const { session } = sim.join({ profile: bob })
    const entered: unknown[] = []
    session.onEnter('dot', (view) => entered.push(view))
    sim.run(200)
    expect(entered).toEqual([])
    expect(() => session.entities('the players' as never)).toThrow(
      "there is no kind 'the players'; kinds: dot",
    )
    expect(() => sim.room.world.spawn('toy' as never, null)).toThrow(
      "there is no kind 'toy'; kinds: dot",
    )
    for (let slot = 0; slot < 10; slot++)
      expect(sim.room.world.get((1 << 16) | slot)?.kind ?? 'dot').toBe('dot')
  })

  test('tells who is away, and who has come back', () => {
    const sim = new Simulation(room, { resumeMs: 3000 })
    const a = sim.join({ profile: ada, reopens: true })
    const b = sim.join({ profile: bob })
    sim.run(200)
    a.cut(1000)
    sim.run(500)
    expect(b.session.players).toEqual([seen(1, 2, true), seen(2, 2)])
    sim.run(4000)
    expect(a.session.state).toBe('open')
    expect(b.session.players).toEqual([seen(1, 2), seen(2, 2)])
    expect(a.session.players).toEqual([seen(1, 1), seen(2, 1)])
    b.cut()
    sim.run(2500)
    expect(a.session.players).toEqual([seen(1, 1), seen(2, 1, true)])
    sim.run(2000)
    expect(a.session.players).toEqual([seen(1, 1)])
  })

  test('does not name a player who was refused in `join`', () => {
    const sim = new Simulation(room)
    const a = sim.join({ profile: ada })
    sim.run(200)
    const refused = sim.join({ profile: { ...bob, name: 'nobody' } })
    for (let n = 0; n < 10; n++) {
      sim.run(20)
      expect(a.session.players).toEqual([seen(1, 1)])
    }
    expect(refused.session.state).toBe('closed')
    expect(refused.session.players).toEqual([])
  })

  test('outlives a move to another process, on the pages and in the room', () => {
    const sim = new Simulation(room)
    const a = sim.join({ profile: ada, reopens: true })
    const b = sim.join({ profile: bob, reopens: true })
    sim.run(300)
    sim.moveRoom()
    sim.run(3000)
    expect(a.session.players).toEqual([seen(1, 1), seen(2, 1)])
    expect(b.session.players).toEqual([seen(1, 2), seen(2, 2)])
    a.session.close()
    sim.run(300)
    expect(b.session.players).toEqual([seen(2, 2)])
    expect(sim.room.world.entities('dot')).toEqual([])
  })

  test('is made anew when another version of the game restores the room', () => {
    const sim = new Simulation(room)
    sim.join({ profile: ada })
    sim.run(300)
    const more = defineGame({ ...parts, profile: { ...profile, level: visible(int({ max: 9 })) } })
    const kinds: string[] = []
    const restored = Room.restore(defineRoom(more), sim.room.save(), {
      nowMs: 0,
      migrate: (saved) => {
        kinds.push(...saved.entities.map(({ kind }) => kind))
        for (const player of saved.players) Object.assign(player.profile, { level: 3 })
        return saved
      },
    })
    expect(kinds).toEqual(['dot'])
    for (let n = 1; n < 20; n++) restored.advance(n * 20)
    expect(restored.players).toMatchObject([{ id: 1, profile: { name: 'Ada', level: 3 } }])
  })

  test('costs nothing without a visible field, and no visible field may have a taken name', () => {
    const plain = defineGame({ ...parts, profile: { name: text(16) } })
    expect(plain.kinds.map(({ name }) => name)).toEqual(['dot'])
    const sim = new Simulation(defineRoom(plain))
    const { session } = sim.join({ profile: { name: 'Ada' } })
    sim.run(300)
    expect(session.players).toEqual([])
    const taken = defineGame({ ...parts, profile: { name: visible(text(16)), isAway: flag() } })
    expect(() => defineRoom(taken)).toThrow('profile.isAway: id, mine and isAway are reserved')
  })

  test('takes its fields from a profile alone, and each without another wrapper', () => {
    const words = 'visible(...) is for fields of a profile, and takes no other wrapper'
    const entities = { dot: { name: visible(text(16)) } }
    expect(() => defineRoom(defineGame({ ...parts, entities }))).toThrow(`name: ${words}`)
    const owned = { name: visible(once(text(16)) as never) }
    expect(() => defineRoom(defineGame({ ...parts, profile: owned }))).toThrow(`name: ${words}`)
  })
})

describe('the time on display', () => {
  test('is that of the entities of the room, and seconds until a tick go by it', () => {
    const sim = new Simulation(room)
    const { session } = sim.join({ profile: bob, conditions: presets.wifi })
    expect(session.displayTick).toBeNaN()
    expect(session.secondsUntil(5)).toBeNaN()
    sim.run(3000)
    const { displayTick } = session
    expect(displayTick).toBeCloseTo((session.renderTimeMs * 30) / 1000, 6)
    expect(displayTick).toBeLessThan(sim.room.tick)
    expect(session.secondsUntil(displayTick + 45)).toBeCloseTo(1.5)
    expect(session.secondsUntil(displayTick - 30)).toBeCloseTo(-1)
    sim.run(1000)
    expect(session.displayTick - displayTick).toBeCloseTo(30, -0.5)
  })
})
