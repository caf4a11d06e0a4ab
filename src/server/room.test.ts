import { describe, expect, test } from 'vitest'
import { Session } from '../client/session.ts'
import { gameEvents } from '../client/timeline/events.ts'
import { jsonMessages } from '../client/timeline/messages.ts'
import { defineGame } from '../game/define-game.ts'
import { flag, number, text } from '../game/field.ts'
import { memoryPair } from '../link/memory.ts'
import { Simulation } from '../testing/simulation.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { type AnyRoom, defineRoom, type RoomLimits, type WorldOf } from './define-room.ts'
import { Room } from './room.ts'
import { Lobby } from './rooms/lobby.ts'

const bells = defineGame({
  name: 'bells',
  stepHz: 20,
  sendHz: 20,
  messages: jsonMessages(),
  input: { ring: flag() },
  profile: { name: text(8) },
  entities: { bell: { x: number({ max: 800 }) } },
  events: gameEvents({ rang: { x: number({ max: 800 }) } }),
  move: {
    bell(bell, { ring }, ctx) {
      if (ring) ctx.emit('rang', { x: bell.x })
    },
  },
})

/** Rooms without any rules. */
const silent = defineRoom(bells)

/** A lobby in virtual time, and a way into it. */
function lobbyOf(rooms: readonly AnyRoom[], options: RoomLimits = {}) {
  const clock = new VirtualClock()
  const errors: string[] = []
  const onError = (error: unknown) => errors.push((error as Error).message)
  const lobby = new Lobby({ ...options, rooms, clock, seed: () => 1, onError })
  const join = () => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server)
    const session = new Session(bells, client, clock)
    clock.advance(100)
    return session
  }
  return { lobby, clock, errors, join }
}

const throwing = (text: string) => (): never => {
  throw new Error(text)
}

/** Lets a player in by a link of its own. */
const enter = (room: Room<typeof silent>) =>
  room.join(memoryPair(new VirtualClock()).server, { profile: { name: 'Ada' } }, 0)

describe('the state of a room', () => {
  test('is made once for each room, before `open`', () => {
    const calls: string[] = []
    const counting = defineRoom(bells, {
      state() {
        calls.push('state')
        return { joined: 0 }
      },
      open(world) {
        calls.push(`open with ${world.state.joined}`)
        world.state.joined = 10
      },
      join: (world) => void world.state.joined++,
    })
    expect(calls).toEqual([])
    const sims = [1, 2].map(() => new Simulation(counting))
    expect(calls).toEqual(['state', 'open with 0', 'state', 'open with 0'])
    for (const count of [1, 2]) {
      sims[0]!.join()
      sims[0]!.run(500)
      expect(sims.map(({ room }) => room.world.state.joined)).toEqual([10 + count, 10])
    }
    expect(calls.length).toBe(4)
  })

  test('is an empty object of its own where none is defined', () => {
    const rooms = [1, 2].map(() => new Room(silent, { nowMs: 0 }))
    expect(rooms.map(({ world }) => world.state)).toEqual([{}, {}])
    expect(rooms[0]!.world.state).not.toBe(rooms[1]!.world.state)
  })

  test('is the same in every function, as is the world', () => {
    const worlds: [string, unknown][] = []
    const note = (name: string, world: unknown) => void worlds.push([name, world])
    const noted = defineRoom(bells, {
      state: () => ({}),
      open: (world) => note('open', world),
      join(world, player) {
        note('join', world)
        world.spawn('bell', player, { x: 3 })
        world.spawn('bell', null, { x: 4 })
      },
      leave: (world) => note('leave', world),
      close: (world) => note('close', world),
      on: { rang: (world) => note('on', world) },
      onMessage: (world) => note('onMessage', world),
      update: (world) => note('update', world),
      interest: {
        at: { bell: (bell) => ({ x: bell.x, y: 0 }) },
        from(world) {
          note('from', world)
          return { x: 0, y: 0 }
        },
        radius: 100,
        sees(world) {
          note('sees', world)
          return true
        },
      },
    })
    const sim = new Simulation(noted)
    const { session } = sim.join()
    sim.run(500)
    session.send('ding')
    session.input.ring = true
    sim.run(500)
    session.close()
    sim.run(500)
    sim.room.close()
    const names = ['close', 'from', 'join', 'leave', 'on', 'onMessage', 'open', 'sees', 'update']
    expect([...new Set(worlds.map(([name]) => name))].sort()).toEqual(names)
    expect(new Set(worlds.map(([, world]) => world))).toEqual(new Set([sim.room.world]))
  })

  test('keeps a room from opening if it cannot be made', async () => {
    const broken = defineRoom(bells, { state: (): object => throwing('no map')() })
    expect(() => new Room(broken, { nowMs: 0, onError: () => {} })).toThrow('no map')
    const { lobby, errors, join } = lobbyOf([broken])
    await expect(join().joined).rejects.toThrow('the room could not be opened')
    expect([errors, lobby.rooms.size]).toEqual([['no map'], 0])
  })
})

describe('the call of `close`', () => {
  /** A room that notes which functions are called, and how many players it has then. */
  function noting(more: (typeof silent)['definition'] = {}) {
    const calls: string[] = []
    const note = (name: string) => (world: WorldOf<typeof bells>) =>
      void calls.push(`${name} ${world.players.length}`)
    const room = defineRoom(bells, {
      leave: note('leave'),
      close: note('close'),
      ...more,
    })
    return { calls, room }
  }

  test('is the last one, once everybody has left, away players included', () => {
    const { calls, room } = noting()
    const sim = new Simulation(room)
    const [first] = [sim.join(), sim.join(), sim.join()]
    sim.run(500)
    first!.cut()
    sim.run(500)
    expect([sim.room.players.length, calls]).toEqual([3, []])
    sim.room.close()
    expect(calls).toEqual(['leave 2', 'leave 1', 'leave 0', 'close 0'])
    sim.room.close()
    sim.run(500)
    expect(calls.length).toBe(4)
  })

  test('comes when a lobby closes a room that stands empty, and when the lobby is closed', () => {
    const { calls, room } = noting()
    const { lobby, clock, join } = lobbyOf([room], { resumeMs: 0 })
    const session = join()
    session.close()
    clock.advance(100)
    lobby.advance(clock.nowMs())
    expect(calls).toEqual(['leave 0'])
    clock.advance(11_000)
    lobby.advance(clock.nowMs())
    expect([calls, lobby.rooms.size]).toEqual([['leave 0', 'close 0'], 0])
    join()
    lobby.close()
    expect(calls).toEqual(['leave 0', 'close 0', 'leave 0', 'close 0'])
  })

  test('comes before `onError` where the room fails in `update`', () => {
    const { calls, room } = noting({ update: throwing('no update') })
    const onError = (error: unknown) => calls.push((error as Error).message)
    const opened = new Room(room, { nowMs: 0, onError })
    enter(opened)
    opened.advance(50)
    expect([opened.isClosed, opened.players]).toEqual([true, []])
    expect(calls).toEqual(['leave 0', 'close 0', 'no update'])
  })

  test('comes once where the last player cannot leave', () => {
    const { calls, room } = noting({ leave: throwing('no way') })
    const onError = (error: unknown) => calls.push((error as Error).message)
    const opened = new Room(room, { nowMs: 0, onError })
    enter(opened)
    opened.close()
    expect(calls).toEqual(['close 0', 'no way'])
  })

  test('throws to `onError`, or to the caller that closes the room', () => {
    const close = throwing('no lock')
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const { room } = noting({ close })
    const told = new Room(room, { nowMs: 0, onError })
    told.close()
    expect(errors).toEqual([new Error('no lock')])
    const untold = new Room(room, { nowMs: 0 })
    expect(() => untold.close()).toThrow('no lock')
    expect([told.isClosed, untold.isClosed]).toEqual([true, true])
  })

  test('that throws in a room that fails hides no error: the cause comes first', () => {
    const errors: unknown[] = []
    const { room } = noting({ update: throwing('no wind'), close: throwing('no lock') })
    new Room(room, { nowMs: 0, onError: (error) => errors.push(error) }).advance(50)
    expect(errors).toEqual([new Error('no wind'), new Error('no lock')])
  })
})

describe('messages of players', () => {
  test('go to `onMessage` in order, each before it goes to the listeners of the room', () => {
    const heard: unknown[] = []
    const listening = defineRoom(bells, {
      onMessage(world, message, player) {
        heard.push([player.profile.name, message])
        world.send(player, { heard: message })
      },
    })
    const sim = new Simulation(listening)
    const { session } = sim.join({ profile: { name: 'Ada' } })
    const answers: unknown[] = []
    session.onMessage((message) => answers.push(message))
    sim.room.onMessage((player, message) => heard.push([player.id, message]))
    for (const n of [1, 2]) session.send(n)
    sim.run(1000)
    expect(heard).toEqual([
      ['Ada', 1],
      [1, 1],
      ['Ada', 2],
      [1, 2],
    ])
    expect(answers).toEqual([{ heard: 1 }, { heard: 2 }])
  })

  test('that make `onMessage` throw send the error to `onError`, and the room goes on', () => {
    const picky = defineRoom(bells, {
      onMessage(_world, message) {
        throw new Error(`no ${message}`)
      },
    })
    const { lobby, clock, errors, join } = lobbyOf([picky])
    const session = join()
    session.send('thanks')
    session.send('please')
    session.frame(clock.nowMs())
    clock.advance(100)
    expect(errors).toEqual(['no thanks', 'no please'])
    expect([session.state, lobby.rooms.size]).toEqual(['open', 1])
  })
})

describe('limits of a room', () => {
  const small = (limits: RoomLimits) => defineRoom(bells, { limits })

  test('apply where the options of the room set none', () => {
    const room = small({ maxPlayers: 2 })
    expect(new Room(room, { nowMs: 0 }).maxPlayers).toBe(2)
    expect(new Room(room, { nowMs: 0, maxPlayers: undefined }).maxPlayers).toBe(2)
    expect(new Room(room, { nowMs: 0, maxPlayers: 3 }).maxPlayers).toBe(3)
    expect(new Room(silent, { nowMs: 0 }).maxPlayers).toBe(64)
  })

  test.each([
    [undefined, 2],
    [3, 3],
  ])('hold in a lobby whose `maxPlayers` is %s: %i may play', async (maxPlayers, places) => {
    const { join } = lobbyOf([small({ maxPlayers: 2 })], { maxPlayers })
    const sessions = Array.from({ length: places + 1 }, join)
    expect(sessions.map(({ state }) => state)).toEqual([
      ...Array.from({ length: places }, () => 'open'),
      'closed',
    ])
    await expect(sessions.at(-1)!.joined).rejects.toThrow('full: the room is full')
  })

  test.each([
    [{}, 5, 0],
    [{ resumeMs: 2000 }, 5, 1],
    [{ resumeMs: undefined, quietHz: 10 }, 10, 0],
  ])('with %o a room at rest sends %i times a second, and keeps %i places', (options, hz, kept) => {
    const sim = new Simulation(small({ resumeMs: 0, quietHz: 5 }), options)
    const client = sim.join()
    sim.run(10_000)
    const { snapshots } = client.session.stats
    sim.run(4000)
    expect((client.session.stats.snapshots - snapshots) / 4).toBeCloseTo(hz, 0)
    client.cut()
    sim.run(500)
    expect(sim.room.players.length).toBe(kept)
  })

  test('apply in a lobby, which may send less often than a room asks for', () => {
    const { join, clock, lobby } = lobbyOf([small({ quietHz: 10 })])
    const session = join()
    const pass = (ms: number) => {
      for (let left = ms; left > 0; left -= 10) {
        clock.advance(10)
        lobby.advance(clock.nowMs())
        session.frame(clock.nowMs())
      }
    }
    pass(5000)
    const { snapshots } = session.stats
    pass(4000)
    expect((session.stats.snapshots - snapshots) / 4).toBeCloseTo(10, 0)
  })

  test('that are invalid keep the room from opening', () => {
    const open = (limits: RoomLimits) => () => new Room(small(limits), { nowMs: 0 })
    expect(open({ maxPlayers: 0 })).toThrow('maxPlayers')
    expect(open({ resumeMs: -1 })).toThrow('resumeMs')
    expect(open({ quietHz: 21 })).toThrow('quietHz')
  })
})
