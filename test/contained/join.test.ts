import {
  defineGame,
  flag,
  type GlissadeError,
  jsonMessages,
  number,
  GlissadeError as Refused,
  text,
} from 'glissade'
import { defineRoom, type World } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'

const game = defineGame({
  name: 'door',
  profile: { name: text(12) },
  messages: jsonMessages(),
  input: { go: flag() },
  entities: { man: { x: number({ max: 100 }) }, flag: { x: number({ max: 100 }) } },
  move: {},
})

/** A room whose `join` does what the name of the player says. */
function door() {
  const calls: string[] = []
  const room = defineRoom(game, {
    state: () => ({ joined: [] as string[] }),
    join: (world, player) => {
      const { name } = player.profile
      world.state.joined.push(name)
      world.spawn('man', player, { x: 7 })
      world.spawn('flag', null, { x: 9 })
      world.broadcast(`${name} comes`)
      world.send(player, 'welcome')
      if (name === 'banned') throw new Refused('refused', 'you are banned until Friday')
      if (name === 'unlucky') throw new Error('the table has no such row')
      if (name === 'kicked') world.kick(player, 'no place in your team')
      if (name === 'closing') closing.close()
    },
    leave: (_world, player) => void calls.push(`leave ${player.profile.name}`),
  })
  const errors: unknown[][] = []
  const sim = new Simulation(room, { onError: (error, where) => errors.push([error, where]) })
  const closing = sim.room
  return { sim, errors, calls }
}

async function rejection(joined: PromiseLike<unknown>): Promise<GlissadeError> {
  return joined.then(
    () => expect.fail('joined'),
    (error: GlissadeError) => error,
  )
}

describe('a `join` that refuses', () => {
  test.each([
    ['banned', 'you are banned until Friday', 0],
    ['kicked', 'no place in your team', 0],
    ['unlucky', 'the server refused', 1],
  ])('rejects `connect` with its words, and undoes what it did: %s', async (name, words, count) => {
    const { sim, errors, calls } = door()
    const stays = sim.join({ profile: { name: 'Ada' } }).session
    const heard: unknown[] = []
    stays.onMessage((message) => heard.push(message))
    sim.run(500)
    heard.length = 0
    const { session } = sim.join({ profile: { name } })
    const refused = rejection(session.joined)
    sim.run(500)
    expect(await refused).toMatchObject({ code: 'refused', detail: words })
    expect(sim.refused.refused).toBe(1)
    // It never was in, so nobody has seen anything of it, and it has not left.
    expect([session.state, stays.state, calls]).toEqual(['closed', 'open', []])
    const { world } = sim.room
    expect(world.players.map((player) => player.profile.name)).toEqual(['Ada'])
    expect([world.entities('man').length, world.entities('flag').length]).toEqual([1, 1])
    expect([stays.entities('man').length, stays.entities('flag').length]).toEqual([1, 1])
    // What the game has told others, and noted for itself, stays.
    expect(heard).toEqual([`${name} comes`])
    expect(world.state.joined).toEqual(['Ada', name])
    expect(errors.length).toBe(count)
    if (count > 0)
      expect(errors[0]).toEqual([
        new Error('the table has no such row'),
        { room: '', game: 'door', player: 2, hook: 'join', tick: expect.any(Number) },
      ])
    const next = sim.join({ profile: { name: 'Bob' } }).session
    sim.run(500)
    expect([next.state, sim.room.players.length]).toEqual(['open', 2])
  })

  test('by closing the room says that the room has closed', async () => {
    const { sim } = door()
    const refused = rejection(sim.join({ profile: { name: 'closing' } }).session.joined)
    sim.run(100)
    expect((await refused).message).toContain('server-closed')
  })

  test('hides no error where nobody listens to errors', () => {
    const room = defineRoom(game, {
      join: () => {
        throw new Error('a bug')
      },
    })
    const sim = new Simulation(room)
    sim.join()
    expect(() => sim.run(100)).toThrow('a bug')
    expect(sim.room.players).toEqual([])
  })
})

test('what `join` sends comes after WELCOME, in order, and before what comes later', () => {
  const room = defineRoom(game, {
    join: (world, player) => {
      for (const word of ['one', 'two']) world.send(player, word)
      expect((world as World).players).toContain(player)
    },
  })
  const sim = new Simulation(room)
  const { session } = sim.join()
  const heard: unknown[] = []
  session.onMessage((message) => heard.push(message))
  sim.run(500)
  sim.room.world.send(sim.room.players[0]!, 'three')
  sim.run(500)
  expect([session.state, heard]).toEqual(['open', ['one', 'two', 'three']])
})
