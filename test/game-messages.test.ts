import {
  angle,
  defineGame,
  flag,
  gameMessages,
  int,
  jsonMessages,
  list,
  oneOf,
  text,
  vec2,
} from 'glissade'
import { Session } from 'glissade/client'
import { defineRoom, type PlayerOf } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, expectTypeOf, test } from 'vitest'

const game = defineGame({
  name: 'talk',
  input: { a: flag() },
  entities: {},
  profile: { name: text(8) },
  messages: gameMessages({
    chat: { text: text(20) },
    vote: { map: int({ max: 3 }), at: vec2({ max: 100 }), ranks: list(int({ max: 9 }), 3) },
    go: { way: angle(), mode: oneOf('walk', 'run') },
  }),
})
const heard: unknown[] = []
const talk = defineRoom(game, {
  state: () => ({ votes: [] as number[] }),
  onMessage: {
    chat(world, data, player) {
      expectTypeOf(data).toEqualTypeOf<Readonly<{ text: string }>>()
      world.broadcast('chat', { text: `${player.profile.name}: ${data.text}` })
    },
    vote(world, { map, at, ranks }, player) {
      world.state.votes.push(map)
      heard.push({ map, at: { ...at }, ranks })
      world.send(player, 'vote', { map, at, ranks: [1, 2] }, { at: 'display' })
    },
  },
})

describe('messages with names', () => {
  test('arrive with their fields, each in its range, both ways', () => {
    const sim = new Simulation(talk)
    const ada = sim.join({ profile: { name: 'Ada' } })
    const ben = sim.join({ profile: { name: 'Ben' } })
    const said: string[] = []
    const votes: unknown[] = []
    const undo = ben.session.onMessage('chat', (data) => {
      expectTypeOf(data).toEqualTypeOf<Readonly<{ text: string }>>()
      said.push(data.text)
    })
    ada.session.onMessage('vote', ({ map, at, ranks }) => votes.push({ map, x: at.x, ranks }))
    sim.run(300)
    ada.session.send('chat', { text: 'hello' })
    ada.session.send('vote', { map: 3.2, at: { x: 0, y: 7.25 }, ranks: [7, 9, 3, 4] })
    sim.run(1000)
    expect(said).toEqual(['Ada: hello'])
    expect(heard).toEqual([{ map: 3, at: { x: 0, y: 7.25 }, ranks: [7, 9, 3] }])
    expect(sim.room.world.state.votes).toEqual([3])
    expect(votes).toEqual([{ map: 3, x: 0, ranks: [1, 2] }])
    undo()
    ada.session.send('chat', { text: 'again' })
    sim.run(300)
    expect(said).toHaveLength(1)
  })

  test('reach listeners of the room with their name, typed by player', () => {
    const sim = new Simulation(talk)
    const ada = sim.join({ profile: { name: 'Ada' } })
    const seen: unknown[] = []
    sim.room.onMessage((player, message, name) => {
      expectTypeOf(player).toEqualTypeOf<PlayerOf<typeof talk>>()
      seen.push([player.profile.name, name, { ...(message as object) }])
    })
    sim.run(300)
    ada.session.send('chat', { text: 'hi' })
    sim.run(300)
    expect(seen).toEqual([['Ada', 'chat', { text: 'hi' }]])
  })

  test.each<['vote' | 'go', object, string]>([
    ['vote', { map: Number.NaN }, 'map is NaN, but must be from 0 to 3'],
    ['vote', { map: 99 }, 'map is 99, but must be from 0 to 3'],
    ['vote', { map: '2' }, 'map is 2, but must be from 0 to 3'],
    ['vote', { map: 5n }, 'map is 5, but must be from 0 to 3'],
    ['vote', { map: null }, 'map is null, but must be from 0 to 3'],
    ['vote', { at: { x: -4, y: 0 } }, 'at.x is -4, but must be from 0 to 100'],
    ['vote', { at: { x: 0, y: Symbol('s') } }, 'at.y is Symbol(s), but must be from 0 to 100'],
    ['vote', { ranks: [7, 12] }, 'ranks[1] is 12, but must be from 0 to 9'],
    ['vote', { ranks: 7 }, 'ranks is 7, but must be what its field takes'],
    ['go', { way: Number.POSITIVE_INFINITY }, 'way is Infinity, but must be what its field takes'],
    ['go', { mode: 'fly' }, 'mode is fly, but must be what its field takes'],
  ])('%s with %o is refused on the side that sends, with the path', (name, data, words) => {
    const sim = new Simulation(talk)
    const { session } = sim.join()
    sim.run(300)
    const error = { code: 'misuse', message: `send('${name}'): ${words}` }
    expect(() => session.send(name, data as never)).toThrow(expect.objectContaining(error))
    const { world } = sim.room
    expect(() => world.broadcast(name, data as never)).toThrow(expect.objectContaining(error))
  })

  test('a name or a field that there is not throws on the side that sends', () => {
    const sim = new Simulation(talk)
    const { session } = sim.join()
    sim.run(300)
    // @ts-expect-error: there is no such message
    expect(() => session.send('shout', {})).toThrow("no message 'shout'; messages: chat, vote, go")
    // @ts-expect-error: there is no such field
    expect(() => session.send('chat', { words: '' })).toThrow(
      "no field 'words': the fields are text",
    )
    // @ts-expect-error: messages have names here
    expect(() => session.send({ text: 'free' })).toThrow('there is no message')
    expect(() => session.send('chat', null as never)).toThrow('must be an object with fields')
    // @ts-expect-error: there is no such message
    expect(() => session.onMessage('shout', () => {})).toThrow("no message 'shout'")
    // @ts-expect-error: messages have names here
    expect(() => sim.room.world.broadcast({ text: 'free' })).toThrow('there is no message')
  })

  test.each([
    ['no list', { text: 'x' }],
    ['a number that there is not', [3, {}]],
    ['a field that there is not', [0, { texts: 'x' }]],
    ['no fields', [0, 7, 8]],
    ['a number for fields', [0, 5]],
    ['a list for fields', [0, []]],
    ['a text for a number', ['0', {}]],
  ])('%s ends the connection of whoever sends it', (_, message) => {
    // The same game but for its messages, so that its client may say anything.
    const sim = new Simulation(talk)
    const loose = defineGame({ ...game.definition, messages: jsonMessages() })
    Object.assign(loose, { hash: game.hash })
    const good = sim.join({ profile: { name: 'Ada' } })
    const bad = new Session(loose, sim.rawLink(), sim.clock, { profile: { name: 'Eve' } })
    sim.run(300)
    bad.send(message)
    sim.run(300)
    expect(bad.state).toBe('closed')
    expect(sim.room.stats.closed['bad-packet']).toBe(1)
    expect(good.session.state).toBe('open')
  })

  test('whatever types a client sends, each field has its own', () => {
    const got: unknown[] = []
    const sim = new Simulation(
      defineRoom(game, {
        onMessage: { vote: (_world, data) => got.push(JSON.parse(JSON.stringify(data)), data.at) },
      }),
    )
    const loose = defineGame({ ...game.definition, messages: jsonMessages() })
    Object.assign(loose, { hash: game.hash })
    const odd = new Session(loose, sim.rawLink(), sim.clock)
    sim.run(300)
    odd.send(
      JSON.parse('[1,{"map":"2","at":{"x":null,"y":"7","__proto__":{"evil":1}},"ranks":"no"}]'),
    )
    sim.run(300)
    expect(got[0]).toEqual({ map: 2, at: { x: 0, y: 7 }, ranks: [] })
    expect((got[1] as { evil?: number }).evil).toBeUndefined()
  })

  test('games that differ in their messages do not meet', () => {
    const other = defineGame({ ...game.definition, messages: gameMessages({ chat: {} }) })
    expect(other.hash).not.toBe(game.hash)
  })

  test('a room takes functions by name, and one function where messages have none', () => {
    expect(() => defineRoom(game, { onMessage: (() => {}) as never })).toThrow(
      'an object of functions',
    )
    expect(() => defineRoom(game, { onMessage: { shout() {} } as never })).toThrow(
      "onMessage.shout: there is no message 'shout'",
    )
    const free = defineGame({ ...game.definition, messages: jsonMessages() })
    expect(() => defineRoom(free, { onMessage: {} as never })).toThrow(
      'a function with jsonMessages',
    )
    const sim = new Simulation(
      defineRoom(free, { onMessage: (world, message, player) => world.send(player, [message]) }),
    )
    const { session } = sim.join()
    const got: unknown[] = []
    session.onMessage((message) => got.push(message))
    sim.run(300)
    session.send({ free: true })
    sim.run(300)
    expect(got).toEqual([[{ free: true }]])
  })
})
