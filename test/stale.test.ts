import {
  defineGame,
  flag,
  type GlissadeError,
  gameEvents,
  jsonMessages,
  number,
  press,
} from 'glissade'
import { Session } from 'glissade/client'
import { type AnyRoom, defineRoom, Lobby } from 'glissade/server'
import { Simulation, VirtualClock } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'

const CALLERS = ['open', 'leave', 'on', 'move', 'update', 'onMessage'] as const
type Caller = (typeof CALLERS)[number] | 'join'

/** A game in which one function names an entity that is gone, as often as it is called; `isCaught`: and catches the error. */
function careless(caller: Caller | null, isCaught = false) {
  let teleport = (): void => {}
  /** Whether it is the client that runs `move`. */
  const client = { isRunning: false }
  const slip = (from: Caller) => {
    if (from !== caller || client.isRunning) return
    try {
      teleport()
    } catch (error) {
      if (!isCaught) throw error
    }
  }
  const definition = defineRoom(
    defineGame({
      name: 'careless',
      messages: jsonMessages(),
      stepHz: 30,
      input: { right: flag(), ring: press() },
      entities: { man: { x: number({ max: 10_000 }) }, coin: { x: number({ max: 99 }) } },
      events: gameEvents({ rang: {} }),
      move: {
        man: (man, input, ctx) => {
          man.x += Number(input.right)
          if (input.ring) ctx.emit('rang', {})
          if (!ctx.replaying) slip('move')
        },
      },
    }),
    {
      open: (world) => {
        const coin = world.spawn('coin', null)
        world.despawn(coin)
        world.despawn(coin)
        teleport = () => world.teleport(coin)
        slip('open')
      },
      join: (world, player) => {
        world.spawn('man', player)
        slip('join')
      },
      leave: () => slip('leave'),
      on: { rang: () => slip('on') },
      update: () => slip('update'),
    },
  )
  return { definition, slip, client }
}

/** Two players in a room of a lobby; the second one leaves after a second. */
function play(caller: Caller | null, isCaught = false) {
  const { definition, slip, client: page } = careless(caller, isCaught)
  const clock = new VirtualClock()
  const errors: GlissadeError[] = []
  const lobby = new Lobby({
    rooms: [definition],
    clock,
    seed: () => 1,
    onError: (error) => errors.push(error as GlissadeError),
    onRoom: (room) => room.onMessage(() => slip('onMessage')),
  })
  const sessions = [0, 1].map(() => {
    const { client, server } = memoryPair(clock)
    lobby.accept(server)
    return new Session(definition.game, client, clock)
  })
  const run = (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 10) {
      clock.advance(10)
      lobby.advance(clock.nowMs())
      page.isRunning = true
      for (const session of sessions) session.frame(clock.nowMs())
      page.isRunning = false
    }
  }
  run(500)
  const [a, b] = sessions as [(typeof sessions)[0], (typeof sessions)[0]]
  const heard: number[] = []
  a.on('rang', (_, by) => heard.push(by ?? 0))
  b.input.right = true
  b.input.ring = true
  b.send('a message')
  run(500)
  const room = lobby.rooms.get('careless/')!
  const { tick } = room
  b.close()
  run(1000)
  return { a, room, lobby, errors, heard, steps: room.tick - tick }
}

/** A session in a room of `definition` after the first steps, and what the lobby was told of. */
function joined(definition: AnyRoom) {
  const clock = new VirtualClock()
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const lobby = new Lobby({ rooms: [definition], clock, seed: () => 1, onError })
  const { client, server } = memoryPair(clock)
  lobby.accept(server)
  const session = new Session(definition.game, client, clock)
  clock.advance(100)
  lobby.advance(clock.nowMs())
  clock.advance(10)
  const [room] = lobby.rooms.values()
  return { session, errors, room: room! }
}

describe('a call that names an entity which is gone', () => {
  test('refuses the player, thrown out of join: nobody is in whom the game has let in by half', async () => {
    const { session, room, errors } = joined(careless('join').definition)
    await expect(session.joined).rejects.toMatchObject({ code: 'refused' })
    expect([room.isClosed, room.players, room.world.entities('man')]).toEqual([false, [], []])
    expect(errors).toEqual([expect.objectContaining({ code: 'stale' })])
    expect(room.stats.staleReferences).toBe(1)
  })

  test.each(CALLERS)('is an error of that call and ends no room, thrown out of %s', (caller) => {
    const { a, lobby, room, errors, heard, steps } = play(caller)
    expect(a.state).toBe('open')
    expect([lobby.rooms.size, room.isClosed]).toEqual([1, false])
    expect(errors[0]).toMatchObject({
      name: 'GlissadeError',
      code: 'stale',
      message: 'coin 65536 is no longer in this room',
    })
    expect(room.stats.staleReferences).toBeGreaterThanOrEqual(errors.length)
    // Everything else goes on: steps and snapshots, who is gone, events, what is moved.
    expect(steps).toBe(30)
    expect(a.entities('man').length).toBe(1)
    expect(room.world.entities('man' as never).length).toBe(1)
    expect(heard).toEqual([2])
    expect(room.players.map(({ id }) => id)).toEqual([1])
  })

  test('is reported once a second, however often it is made, and counted each time', () => {
    const { room, errors } = play('update')
    expect(errors.length).toBe(2)
    expect(room.stats.staleReferences).toBe(room.tick)
  })

  test('can be caught where it is made', () => {
    const { a, room, errors } = play('update', true)
    expect([a.state, errors, room.stats.staleReferences]).toEqual(['open', [], 0])
  })

  test.each(['join', 'update'] as const)(
    'is thrown on by a room without `onError` (%s)',
    (caller) => {
      const sim = new Simulation(careless(caller).definition)
      sim.join()
      expect(() => sim.run(500)).toThrow('coin 65536 is no longer in this room')
    },
  )

  test('ends the room as ever when it is another mistake', () => {
    const mistaken = defineRoom(
      defineGame({
        name: 'mistaken',
        input: { go: flag() },
        entities: { man: { x: number({ max: 9 }) } },
      }),
      {
        update: (world) => world.teleport({} as never),
      },
    )
    const { session, errors } = joined(mistaken)
    expect(session.state).toBe('closed')
    expect(errors.map(String)).toEqual(['GlissadeError: this object is not an entity of this room'])
  })
})

test('an event near an entity which is gone is the same mistake, also where everybody hears everything', () => {
  const { world } = new Simulation(careless(null).definition).room
  const coin = world.spawn('coin', null)
  world.despawn(coin)
  expect(() => world.emit('rang', {}, { near: coin })).toThrow(
    expect.objectContaining({
      code: 'stale',
      message: `emit('rang'): 'near' is coin ${coin.id}, which is no longer in this room: say where it was`,
    }),
  )
})

test('in a rule of `interest` it is reported, and the room goes on', () => {
  const hunters = defineRoom(
    defineGame({
      name: 'hunters',
      input: { go: flag() },
      entities: { man: { x: number({ max: 9 }), y: number({ max: 9 }) } },
    }),
    {
      interest: {
        at: { man: (man) => man },
        radius: 5,
        from: (world) => {
          const man = world.spawn('man', null)
          world.despawn(man)
          world.teleport(man)
          return man
        },
      },
    },
  )
  const { session, errors } = joined(hunters)
  expect(session.state).toBe('open')
  expect(errors).toMatchObject([{ code: 'stale' }])
})

test('to spawn for a player who has left is the same mistake', () => {
  const sim = new Simulation(careless(null).definition)
  sim.join().session.close()
  sim.run(100)
  const gone = sim.join()
  sim.run(100)
  const [player] = sim.room.players
  gone.session.close()
  sim.run(100)
  expect(() => sim.room.world.spawn('man', player as never)).toThrow(
    expect.objectContaining({
      code: 'stale',
      message: `spawn('man'): player ${player!.id} is not in this room`,
    }),
  )
})
