import { type AnyGame, GlissadeError } from 'glissade'
import { presets, Session } from 'glissade/client'
import { Lobby } from 'glissade/server'
import { Simulation, VirtualClock } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'
import { coreOf } from '../src/server/room.ts'
import { dots } from './support/dots.ts'
import { runner } from './support/runner.ts'

describe('messages', () => {
  test.each(['ordered', 'datagram'] as const)('arrive once, in order, both ways (%s)', (kind) => {
    const sim = new Simulation(runner, { kind })
    const { session } = sim.join({ conditions: presets.log, profile: { name: 'Ada' } })
    const atServer: unknown[] = []
    const atClient: unknown[] = []
    sim.room.onMessage((player, message) => {
      atServer.push(message)
      sim.room.world.send(player as never, {
        answer: message,
        to: (player.profile as { name: string }).name,
      })
    })
    session.onMessage((message) => atClient.push(message))
    sim.run(2000)
    for (let i = 0; i < 50; i++) {
      session.send(i)
      sim.run(30)
    }
    sim.run(5000)
    expect(atServer).toEqual(Array.from({ length: 50 }, (_, i) => i))
    expect(atClient).toEqual(Array.from({ length: 50 }, (_, i) => ({ answer: i, to: 'Ada' })))
  })

  test('sent before the session has joined are kept', () => {
    const sim = new Simulation(runner)
    const { session } = sim.join({ conditions: { up: { latencyMs: 100 }, down: {} } })
    const got: unknown[] = []
    sim.room.onMessage((_player, message) => got.push(message))
    session.send('early')
    expect(session.state).toBe('joining')
    sim.run(1000)
    expect(got).toEqual(['early'])
  })
})

test('a session that ends itself on a message hears none of those that were kept behind it', () => {
  const sim = new Simulation(runner, { kind: 'datagram' })
  const { session, network } = sim.join()
  const got: unknown[] = []
  session.onMessage((message) => {
    got.push(message)
    if (message === 1) session.close()
  })
  sim.run(1000)
  network.conditions = { up: {}, down: { loss: 1 } }
  sim.room.world.broadcast(1)
  sim.run(100)
  network.conditions = { up: {}, down: {} }
  sim.room.world.broadcast(2)
  sim.room.world.broadcast(3)
  sim.run(100)
  expect(got).toEqual([])
  sim.run(1000)
  expect(got).toEqual([1])
  expect(session.state).toBe('closed')
})

describe('joining and leaving', () => {
  test('a full room refuses with a code and words fit to be shown', async () => {
    const sim = new Simulation(runner, { maxPlayers: 1 })
    sim.join()
    sim.run(200)
    const { session } = sim.join()
    sim.run(200)
    await expect(session.joined).rejects.toThrow('could not join (full: the room is full)')
    await expect(session.joined).rejects.toBeInstanceOf(GlissadeError)
    expect(session.state).toBe('closed')
    expect(sim.refused.full).toBe(1)
  })

  test('a kicked player reads why, and what it owned is gone for everybody', () => {
    const sim = new Simulation(runner)
    const kicked = sim.join()
    const other = sim.join()
    sim.run(1000)
    const reasons: string[] = []
    kicked.session.onClose((reason, detail) => reasons.push(`${reason}: ${detail}`))
    sim.room.world.kick(sim.room.players[0]!, 'be nice')
    sim.run(1000)
    expect(reasons).toEqual(['kicked: be nice'])
    expect(other.session.entities('body').length).toBe(1)
    expect(coreOf(sim.room).entities.ofKind('body').length).toBe(1)
  })

  test('a loop over the players may kick them all', () => {
    const sim = new Simulation(runner)
    const sessions = [1, 2, 3, 4].map(() => sim.join().session)
    sim.run(1000)
    const { players, world } = sim.room
    for (const player of world.players) world.kick(player, 'the match is over')
    sim.run(1000)
    expect(sessions.map(({ state }) => state)).toEqual(Array(4).fill('closed'))
    expect(world.players).toEqual([])
    expect(players.length).toBe(4)
  })

  test('close tells the server at once, and can be called twice', () => {
    const sim = new Simulation(runner)
    const { session } = sim.join()
    sim.run(500)
    session.close()
    session.close()
    sim.run(10)
    expect(session.state).toBe('closed')
    expect(sim.room.players.length).toBe(0)
    expect(sim.room.stats.closed.left).toBe(1)
    expect(() => session.frame(1000)).not.toThrow()
  })

  test('a network that is gone ends the session on both sides within ten seconds or so', () => {
    const sim = new Simulation(runner, { kind: 'datagram', resumeMs: 0 })
    const { session, network } = sim.join()
    const other = sim.join()
    sim.run(1000)
    const reasons: string[] = []
    session.onClose((reason, detail) => reasons.push(`${reason}: ${detail}`))
    network.conditions = { up: { loss: 1 }, down: { loss: 1 } }
    sim.run(9000)
    expect(session.state).toBe('open')
    sim.run(2000)
    expect(reasons).toEqual(['timeout: the server sent nothing for 10 s'])
    expect(sim.room.players.length).toBe(1)
    expect(sim.room.stats.closed.timeout).toBe(1)
    expect(other.session.state).toBe('open')
  })

  test('a server that does not answer is told from one that is not there', async () => {
    const clock = new VirtualClock()
    const { client } = memoryPair(clock, 'datagram')
    const session = new Session(runner.game, client, clock)
    clock.advance(11_000)
    await expect(session.joined).rejects.toMatchObject({
      code: 'unreachable',
      message: 'could not join (timeout: the server did not answer)',
    })
  })

  test('a room that closes tells everybody', () => {
    const sim = new Simulation(runner)
    const { session } = sim.join()
    sim.run(500)
    sim.room.close()
    sim.run(10)
    expect(session.state).toBe('closed')
    const late: string[] = []
    session.onClose((reason) => late.push(reason))
    expect(late).toEqual(['server-closed'])
  })

  test('a slot that lost its entity is used again only after its leave can be missed by nobody', () => {
    const sim = new Simulation(runner)
    sim.run(100)
    const { world } = sim.room
    const first = world.spawn('ball' as never, null, { x: 1 } as never) as { id: number }
    world.despawn(first as never)
    sim.run(5000)
    const second = world.spawn('ball' as never, null, { x: 1 } as never) as { id: number }
    expect(second.id & 0xffff).not.toBe(first.id & 0xffff)
    world.despawn(second as never)
    sim.run(7000)
    const third = world.spawn('ball' as never, null, { x: 1 } as never) as { id: number }
    expect([first.id & 0xffff, second.id & 0xffff]).toContain(third.id & 0xffff)
    expect([first.id, second.id]).not.toContain(third.id)
    expect(world.get(first.id)).toBe(undefined)
  })
})

describe('the lobby', () => {
  const open = (options: Partial<ConstructorParameters<typeof Lobby>[0]> = {}) => {
    const clock = new VirtualClock()
    const lobby = new Lobby({ rooms: [dots, runner], clock, seed: () => 1, ...options })
    const join = <G extends AnyGame>({ game }: { game: G }, room = '', token = '') => {
      const { client, server } = memoryPair(clock)
      lobby.accept(server, 'a request')
      return new Session(game, client, clock, { room, token })
    }
    const run = (ms: number) => {
      for (let t = 0; t < ms; t += 10) {
        clock.advance(10)
        lobby.advance(clock.nowMs())
      }
    }
    return { clock, lobby, join, run }
  }

  test('opens rooms by game and id, and closes them some time after the last one has left', () => {
    const { lobby, join, run } = open()
    const a = join(dots)
    const b = join(dots, 'blue')
    const c = join(runner, 'blue')
    run(100)
    expect([a.state, b.state, c.state]).toEqual(['open', 'open', 'open'])
    expect([...lobby.rooms.keys()].sort()).toEqual(['dots/', 'dots/blue', 'runner/blue'])
    b.close()
    run(9000)
    expect(lobby.rooms.size).toBe(3)
    run(2000)
    expect([...lobby.rooms.keys()].sort()).toEqual(['dots/', 'runner/blue'])
  })

  test('authenticate sees who it is, makes the account, and refuses with its own words', async () => {
    const seen: unknown[] = []
    const { lobby, join, run } = open({
      authenticate: async ({ token, game, room, request }) => {
        seen.push({ token, game, room, request })
        if (token !== 'sesame') throw new GlissadeError('refused', 'the password is wrong')
        return { name: 'Ali' }
      },
    })
    const good = join(dots, 'cave', 'sesame')
    const bad = join(dots, 'cave', 'barley')
    run(20)
    await new Promise(setImmediate)
    run(20)
    await expect(bad.joined).rejects.toMatchObject({
      code: 'refused',
      message: 'could not join (refused: the password is wrong)',
    })
    await expect(good.joined).resolves.toBe(good)
    expect(lobby.rooms.get('dots/cave')!.players[0]!.account).toEqual({ name: 'Ali' })
    expect(seen).toContainEqual({
      token: 'sesame',
      game: 'dots',
      room: 'cave',
      request: 'a request',
    })
    expect(lobby.refused.refused).toBe(1)
  })

  test('a game that throws loses its room, not the others', () => {
    const errors: unknown[] = []
    const { lobby, join, run } = open({ onError: (error) => errors.push(error) })
    const a = join(dots)
    const b = join(runner)
    run(100)
    const room = lobby.rooms.get('runner/')!
    Object.defineProperty(room.world, 'entities', {
      value: () => {
        throw new Error('a bug in the game')
      },
    })
    run(100)
    expect(String(errors[0])).toContain('a bug in the game')
    expect(b.state).toBe('closed')
    expect(a.state).toBe('open')
    expect([...lobby.rooms.keys()]).toEqual(['dots/'])
  })

  test('no more rooms than allowed', async () => {
    const { join, run } = open({ maxRooms: 1 })
    join(dots)
    const second = join(dots, 'other')
    run(100)
    await expect(second.joined).rejects.toMatchObject({ code: 'full' })
  })
})

test('a game without messages says so to whoever sends one', () => {
  const sim = new Simulation(dots)
  const { session } = sim.join()
  sim.run(500)
  const message = 'send: the game needs messages: gameMessages({ ... }) or jsonMessages()'
  // @ts-expect-error: it has no messages
  expect(() => session.send('hello')).toThrow(message)
  // @ts-expect-error: it has no messages
  expect(() => sim.room.world.broadcast('hello')).toThrow(message)
  expect(session.state).toBe('open')
})
