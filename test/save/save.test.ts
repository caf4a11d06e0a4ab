import { defineGame, flag, int, jsonMessages, list, number, oneOf, ref, text, vec2 } from 'glissade'
import { defineRoom, Room } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

const game = defineGame({
  name: 'kept',
  messages: jsonMessages(),
  profile: { name: text(8) },
  input: { right: flag() },
  room: { round: int({ max: 99 }) },
  entities: {
    pip: { x: number({ max: 1000 }), at: vec2({ max: 100 }), cards: list(int({ max: 51 }), 5) },
    rock: { mood: oneOf('calm', 'wild'), friend: ref() },
  },
  move: { pip: (pip, input) => void (pip.x += +input.right) },
})

interface State {
  anything: unknown
}

const calls: string[] = []
const kept = defineRoom(game, {
  state: (): State => ({ anything: null }),
  open(world) {
    calls.push('open')
    world.spawn('rock', null, { mood: 'wild' })
  },
  join(world, player) {
    calls.push('join')
    world.spawn('pip', player, { x: 5, at: { x: 1, y: 2 }, cards: [1, 2, 3] })
  },
  onMessage: (world, message, player) => world.send(player, ['heard', message]),
})

const restored = (room: Room<typeof kept>, nowMs = 0) => Room.restore(kept, room.save(), { nowMs })

describe('the state of a room', () => {
  test('is restored with everything that a structured clone holds, and with references to itself', () => {
    const cycle: Record<string, unknown> = { name: 'cycle' }
    cycle['self'] = cycle
    const holes: (number | undefined)[] = [1, 2, 3]
    Reflect.deleteProperty(holes, 1)
    const values = {
      cycle,
      list: [1, -0, Number.NaN, Infinity, 2 ** 60, 0.1, 'é\u0000', undefined, null, true],
      holes,
      map: new Map<unknown, unknown>([
        ['a', 1],
        [{ k: 1 }, new Set([1, 'b'])],
      ]),
      date: new Date(12345),
      pattern: /a+/gi,
      big: -(2n ** 80n),
      bytes: new Uint8Array([0, 255, 7]),
      floats: new Float64Array([0.1, -1e300]),
      buffer: new Uint16Array([1, 65535]).buffer,
      error: new RangeError('too far'),
      ['__proto__x']: 1,
    }
    const room = new Room(kept, { nowMs: 0 })
    room.world.state.anything = values
    const again = restored(room).world.state.anything as typeof values
    expect(again).toEqual(values)
    expect((again.cycle as { self: unknown }).self).toBe(again.cycle)
    expect(Object.keys(again.holes)).toEqual(['0', '2'])
    expect(Object.is(again.list[1], -0)).toBe(true)
  })

  test('keeps the identity of entities and players, living and gone', () => {
    const sim = new Simulation(kept)
    sim.join({ profile: { name: 'Ann' } })
    sim.run(500)
    const { world } = sim.room
    const [pip] = world.entities('pip')
    const gone = world.spawn('rock', null, { mood: 'wild' })
    world.state.anything = { pip, player: world.players[0], pips: new Map([[pip, 1]]), gone }
    world.despawn(gone)
    const next = restored(sim.room).world
    const state = next.state.anything as Record<string, unknown>
    expect(state['pip']).toBe(next.entities('pip')[0])
    expect(state['player']).toBe(next.players[0])
    expect([...(state['pips'] as Map<unknown, unknown>).keys()][0]).toBe(state['pip'])
    expect(state['gone']).toMatchObject({ id: gone.id, kind: 'rock', mood: 'wild' })
    expect(() => next.teleport(state['gone'] as never)).toThrow('is no longer in this room')
    expect(next.players[0]!.profile).toEqual({ name: 'Ann' })
  })

  test.each([
    [
      'a function',
      { deep: [{ call: () => 1 }] },
      'world.state.anything.deep[0].call is a function',
    ],
    ['a symbol', { s: Symbol('s') }, 'world.state.anything.s is a symbol'],
    ['an instance', new Map([['a', new URL('http://x')]]), 'world.state.anything.get(a) is a URL'],
    ['a weak map', [new WeakMap()], 'world.state.anything[0] is a WeakMap'],
    ['a promise', new Set([Promise.resolve()]), 'that is an object is a Promise'],
  ])('with %s is refused, with the path to it', (_, anything, words) => {
    const room = new Room(kept, { nowMs: 0 })
    room.world.state.anything = anything
    expect(() => room.save()).toThrow(words)
  })

  test('that is no plain data is saved as the room says', () => {
    class Herd {
      readonly size: number
      constructor(size: number) {
        this.size = size
      }
    }
    const herded = defineRoom(game, {
      state: () => new Herd(3),
      save: ({ size }) => ({ size }),
      restore: (saved: { size: number }) => new Herd(saved.size + 1),
    })
    const room = Room.restore(herded, new Room(herded, { nowMs: 0 }).save(), { nowMs: 0 })
    expect(room.world.state).toBeInstanceOf(Herd)
    expect(room.world.state.size).toBe(4)
    expect(() => defineRoom(game, { save: () => 1 })).toThrow('save and restore go together')
  })
})

describe('a restored room', () => {
  test('calls neither open nor join, and keeps names, fields, ids and time', () => {
    const sim = new Simulation(kept)
    sim.join({ script: ({ input }) => void (input.right = true) })
    sim.run(1000)
    const { world } = sim.room
    world.room.round = 7
    world.entities('rock')[0]!.friend = world.entities('pip')[0]!.id
    calls.length = 0
    const next = restored(sim.room, 123)
    expect(calls).toEqual([])
    expect(next.tick).toBe(sim.room.tick)
    expect(next.world.room.round).toBe(7)
    for (const kind of ['pip', 'rock'] as const)
      expect(next.world.entities(kind)).toEqual(world.entities(kind))
    const ids = [next.world.spawn('rock', null), world.spawn('rock', null)].map(({ id }) => id)
    expect(ids[0]).toBe(ids[1])
    expect(next.world.random()).toBe(world.random())
    expect(next.players.map(({ id }) => id)).toEqual([1])
  })

  test('delivers every message once and in order, and applies every input once', () => {
    for (const kind of ['ordered', 'datagram'] as const) {
      const sim = new Simulation(kept, { kind })
      const way = { latencyMs: 60 }
      const client = sim.join({ conditions: { up: way, down: way }, reopens: true })
      sim.run(500)
      const heard: unknown[] = []
      client.session.onMessage((message) => heard.push(message))
      let left = 0
      client.session.onLeave('pip', () => left++)
      client.session.input.right = true
      const sent: unknown[] = []
      for (let n = 0; n < 60; n++) {
        if (n % 15 === 7) sim.moveRoom()
        // A checkpoint changes nothing.
        if (n % 4 === 0) sim.room.save()
        client.session.send(n)
        sent.push(['heard', n])
        sim.run(40)
      }
      client.session.input.right = false
      sim.run(3000)
      expect(heard).toEqual(sent)
      const { inputsDropped, inputsApplied, resumes } = sim.room.stats
      expect(resumes).toBeGreaterThan(2)
      expect(inputsDropped).toBe(0)
      expect(inputsApplied).toBeGreaterThan(100)
      expect(left).toBe(0)
      const [own] = client.session.entities('pip')
      expect(sim.room.world.entities('pip')[0]!.x).toBe(own!.x)
      expect(client.session.stats.corrections).toBeLessThan(6)
    }
  })

  test('does not let a client go on that has seen more than it knows', () => {
    const sim = new Simulation(kept)
    const client = sim.join({ reopens: true })
    sim.run(1000)
    const checkpoint = sim.room.save()
    const newest = client.session.stats.snapshots
    sim.run(2000)
    expect(client.session.stats.snapshots).toBeGreaterThan(newest)
    const entered: number[] = []
    client.session.onLeave('pip', ({ id }) => entered.push(id))
    sim.moveRoom(checkpoint)
    sim.run(2000)
    expect(client.session.state).toBe('open')
    expect(client.session.playerId).toBe(1)
    // It began anew, so the old view has left.
    expect(entered.length).toBe(1)
    expect(client.session.entities('pip').length).toBe(1)
  })
})

describe('bytes that are no saved room', () => {
  const bytes = new Room(kept, { nowMs: 0 }).save()
  const restore = (wrong: Uint8Array) => () => Room.restore(kept, wrong, { nowMs: 0 })

  test('are refused wherever they end, and whichever bit is wrong', () => {
    for (let end = 0; end < bytes.length; end++)
      expect(restore(bytes.subarray(0, end)), `${end} bytes`).toThrow('restore:')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const wrong = bytes.slice()
      wrong[bit >> 3]! ^= 1 << (bit & 7)
      expect(restore(wrong), `bit ${bit}`).toThrow('restore:')
    }
  })

  test('of another game, or another version of it, are refused by name', () => {
    const other = defineRoom(defineGame({ name: 'other', input: {}, entities: {} }))
    expect(() => Room.restore(other, bytes, { nowMs: 0 })).toThrow("of 'other'")
    const newer = defineRoom(defineGame({ ...game.definition, input: { left: flag() }, move: {} }))
    expect(() => Room.restore(newer, bytes, { nowMs: 0 })).toThrow('pass migrate')
  })
})

test('a newer game restores the rooms of an older one through migrate', () => {
  const sim = new Simulation(kept)
  sim.join({ profile: { name: 'Ann' } })
  sim.run(500)
  const { world } = sim.room
  world.state.anything = { king: world.entities('pip')[0], by: world.players[0] }
  world.room.round = 4
  const newer = defineRoom(
    defineGame({
      name: 'kept',
      input: { up: flag() },
      profile: { name: text(8), level: int({ max: 9 }) },
      room: { round: int({ max: 99 }), isLate: flag() },
      entities: { hero: { x: number({ max: 1000 }), at: vec2({ max: 100 }), hp: int({ max: 9 }) } },
    }),
    { state: () => ({ king: null as object | null, age: 0 }) },
  )
  const room = Room.restore(newer, sim.room.save(), {
    nowMs: 5,
    migrate(saved) {
      saved.entities = saved.entities.filter(({ kind }) => kind === 'pip')
      for (const entity of saved.entities) {
        entity.kind = 'hero'
        const { x, at } = entity.fields
        entity.fields = { x, at, hp: 9 }
      }
      for (const player of saved.players) player.profile = { ...player.profile, level: 2 }
      const { king } = (saved.state as State).anything as { king: object }
      saved.state = { king, age: saved.tick }
      return saved
    },
  })
  const [hero] = room.world.entities('hero')
  expect(hero).toMatchObject({ x: 5, at: { x: 1, y: 2 }, hp: 9, owner: 1 })
  expect(room.world.state).toEqual({ king: hero, age: sim.room.tick })
  expect(room.world.state.king).toBe(hero)
  expect(room.world.room).toMatchObject({ round: 4, isLate: false })
  expect(room.players[0]!.profile).toEqual({ name: 'Ann', level: 2 })
  expect(room.tick).toBe(sim.room.tick)
  const before = room.tick
  room.advance(1005)
  expect(room.tick).toBeGreaterThan(before)
})
