import { defineGame, flag, gameEvents, jsonMessages, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { describe, expect, test } from 'vitest'

const game = defineGame({
  name: 'sync',
  messages: jsonMessages(),
  input: { go: flag() },
  entities: { man: { x: number({ max: 9 }) } },
  events: gameEvents({ rang: {} }),
})

// Each line below also is a test of types: it compiles only because the promise does not.
describe('an `async` function where nobody waits', () => {
  test.each<[string, () => unknown]>([
    // @ts-expect-error nobody waits for a promise
    ['state', () => defineRoom(game, { state: async () => ({}) })],
    // @ts-expect-error nobody waits for a promise
    ['join', () => defineRoom(game, { join: async () => {} })],
    // @ts-expect-error nobody waits for a promise
    ['leave', () => defineRoom(game, { leave: async () => {} })],
    // @ts-expect-error nobody waits for a promise
    ['close', () => defineRoom(game, { close: async () => {} })],
    // @ts-expect-error nobody waits for a promise
    ['update', () => defineRoom(game, { update: async () => {} })],
    // @ts-expect-error nobody waits for a promise
    ['onMessage', () => defineRoom(game, { onMessage: async () => {} })],
    // @ts-expect-error nobody waits for a promise
    ['on.rang', () => defineRoom(game, { on: { rang: async () => {} } })],
    ['save', () => defineRoom(game, { save: async () => 1, restore: () => ({}) })],
    [
      'interest.from',
      // @ts-expect-error nobody waits for a promise
      () => defineRoom(game, { interest: { at: {}, radius: 1, from: async () => null } }),
    ],
    // @ts-expect-error nobody waits for a promise
    ['budget.priority', () => defineRoom(game, { budget: { priority: async () => 1 } })],
  ])('is refused: %s', (name, define) => {
    expect(define).toThrow(`defineRoom: ${name} is an async function, and nothing waits for it`)
  })

  test.each<[string, object]>([
    ['move.man', { move: { man: async () => {} } }],
    ['path.man', { path: { man: async () => {} } }],
    ['clamp.man', { clamp: { man: async () => {} } }],
  ])('is refused where both sides run it: %s', (name, part) => {
    const definition = { name: 'a', input: {}, entities: { man: { x: number({ max: 9 }) } } }
    const define = () => defineRoom(defineGame({ ...definition, ...part } as never))
    expect(define).toThrow(`defineGame: ${name} is an async function`)
  })

  test('does not type-check in `move` either', () => {
    const parts = { name: 'a', input: {}, entities: { man: { x: number({ max: 9 }) } } }
    // @ts-expect-error nobody waits for a promise
    expect(defineGame({ ...parts, move: { man: async () => {} } }).name).toBe('a')
  })

  test('is told apart from a function that returns something else', () => {
    const list: number[] = []
    const room = defineRoom(game, {
      join: (world, player) => world.spawn('man', player),
      leave: (_world, player) => list.push(player.id),
      update: () => list.length > 0 && 'a text',
      on: { rang: () => undefined },
    })
    expect(room.game).toBe(game)
  })

  test('names the function that may be one', () => {
    const named = (part: object) => () => defineRoom(game, part as never)
    expect(named({ join: async () => {} })).toThrow('authenticate of serve, which may be async')
    expect(named({ state: async () => ({}) })).toThrow('in open, which may be async')
    expect(named({ leave: async () => {} })).toThrow('without waiting for it')
    expect(named({ update: function* () {} })).toThrow('update is a generator')
  })
})
