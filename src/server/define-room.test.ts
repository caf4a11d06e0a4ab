import { describe, expect, expectTypeOf, test } from 'vitest'
import { sharedTick } from '../client/prediction/shared-tick.ts'
import { Session } from '../client/session.ts'
import { gameEvents } from '../client/timeline/events.ts'
import { jsonMessages } from '../client/timeline/messages.ts'
import { defineGame } from '../game/define-game.ts'
import { flag, hidden, int, number, text } from '../game/field.ts'
import { fields } from '../game/infer.ts'
import { vec2 } from '../game/vectors.ts'
import { realClock } from '../net/real-clock.ts'
import { connectWebSocket, serve } from '../node.ts'
import { Simulation } from '../testing/simulation.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import {
  defineRoom,
  type GameOf,
  type NoState,
  type PlayerOf,
  type WorldOf,
} from './define-room.ts'
import { Room } from './room.ts'
import { Lobby } from './rooms/lobby.ts'
import type { ServerRooms } from './rooms/server-rooms.ts'

/** A game that gives a room's functions nothing to do. */
const still = defineGame({ name: 'still', input: {}, entities: {} })

const hopper = fields({ x: number({ max: 100 }), secret: hidden(int()) })
const hop = defineGame({
  name: 'hop',
  input: { right: flag() },
  profile: { name: text(16) },
  entities: { hopper, coin: { x: number(), worth: int({ max: 9 }) } },
  events: gameEvents({ landed: { x: number({ max: 100 }) } }),
  messages: jsonMessages(),
})

/** A room that remembers who came first. */
const hopRoom = defineRoom(hop, {
  state: () => ({ first: null as string | null, landed: 0 }),
  join(world, player) {
    expectTypeOf(player.profile).toEqualTypeOf<Readonly<{ name: string }>>()
    world.state.first ??= player.profile.name
    const made = world.spawn('hopper', player, { x: 3, secret: 7 })
    expectTypeOf(made.secret).toEqualTypeOf<number>()
    // @ts-expect-error a kind that does not exist
    const unknownKind = () => world.spawn('hoper', player)
    // @ts-expect-error a field that does not exist
    const unknownField = () => world.spawn('coin', null, { y: 3 })
    // @ts-expect-error identity is read-only
    const newId = () => (made.id = 3)
    // @ts-expect-error an event with a wrong field
    const wrongEvent = () => world.emit('landed', { y: 1 })
    // @ts-expect-error what the room does not remember
    const unknownState = () => world.state.last
    return [unknownKind, unknownField, newId, wrongEvent, unknownState]
  },
  on: {
    landed(world, { x }, by) {
      expectTypeOf(x).toEqualTypeOf<number>()
      expectTypeOf(by!.profile.name).toEqualTypeOf<string>()
      expectTypeOf(world.entities('coin')[0]!.worth).toEqualTypeOf<number>()
      world.state.landed += x
    },
  },
  onMessage(world, message, player) {
    expectTypeOf(message).toEqualTypeOf<unknown>()
    world.send(player, { heard: message, first: world.state.first })
  },
  update: countHoppers,
})

type Hop = WorldOf<typeof hop, { first: string | null; landed: number }>

/** Functions in files of their own name the game and the state, because the room's type would refer to itself. */
function countHoppers(world: Hop): void {
  expectTypeOf(world).toEqualTypeOf<WorldOf<typeof hopRoom>>()
  expectTypeOf(world.state.landed).toEqualTypeOf<number>()
}

describe('the types of a room', () => {
  test('follow from the game and from what the room remembers', () => {
    const { room } = new Simulation(hopRoom)
    expectTypeOf(room.world.state).toEqualTypeOf<{ first: string | null; landed: number }>()
    expectTypeOf(room.world).toEqualTypeOf<WorldOf<typeof hopRoom>>()
    expectTypeOf(room.players).toEqualTypeOf<readonly PlayerOf<typeof hopRoom>[]>()
    expectTypeOf(room.definition).toEqualTypeOf<typeof hopRoom>()
    expectTypeOf<GameOf<typeof hopRoom>>().toEqualTypeOf<typeof hop>()
    expectTypeOf<PlayerOf<typeof hopRoom>>().toEqualTypeOf<PlayerOf<typeof hop>>()
    expectTypeOf<PlayerOf<typeof hop>['profile']>().toEqualTypeOf<Readonly<{ name: string }>>()
    expectTypeOf<WorldOf<typeof hop>['state']>().toEqualTypeOf<unknown>()
    // @ts-expect-error what the room does not remember
    const unknown = () => room.world.state.last
    // @ts-expect-error a text is no number
    const wrong = () => (room.world.state.landed = 'far')
    // @ts-expect-error what a room remembers is written, not replaced
    const other = () => (room.world.state = { first: null, landed: 0 })
    expect([unknown, wrong, other].length).toBe(3)
    expect(room.world.state).toEqual({ first: null, landed: 0 })
  })

  test('have an empty state where none is defined', () => {
    const { world } = new Simulation(defineRoom(hop, { join: () => {} })).room
    expectTypeOf(world.state).toEqualTypeOf<NoState>()
    expectTypeOf(new Simulation(defineRoom(hop)).room.world.state).toEqualTypeOf<NoState>()
    // @ts-expect-error there is nothing in it
    expect(world.state.first).toBeUndefined()
  })

  test('accept no function that a room does not have', () => {
    const state = () => ({ n: 0 })
    // @ts-expect-error no such event
    expect(() => defineRoom(still, { on: { boom() {} } })).toThrow("there is no event 'boom'")
    // @ts-expect-error no such function
    defineRoom(hop, { state, jump() {} })
    // @ts-expect-error `state` takes no parameters, because their types could not be known
    defineRoom(hop, { state: (world) => ({ n: world }) })
    // @ts-expect-error a state of another type
    defineRoom(hop, { state, update: (world: WorldOf<typeof hop, { n: string }>) => void world })
    // @ts-expect-error a place has x and y
    defineRoom(hop, { interest: { at: { coin: () => 3 }, from: () => null, radius: 1 } })
    // @ts-expect-error a priority is a number
    defineRoom(hop, { budget: { bytesPerSecond: 5000, priority: ({ kind }) => kind } })
  })

  test('let `interest` and `budget` use kinds and fields', () => {
    const game = defineGame({
      name: 'meadow',
      input: {},
      profile: { team: int({ max: 3 }) },
      entities: { sheep: { at: vec2(), wool: int() }, wolf: { x: number(), y: number() } },
    })
    const made = defineRoom(game, {
      state: () => ({ isNight: false }),
      interest: {
        at: { sheep: ({ at }) => at, wolf: (wolf) => wolf },
        from: (world, player) => world.entities('wolf')[player.id] ?? null,
        radius: 100,
        sees(world, player, entity) {
          // @ts-expect-error wolves have no wool
          const wool = () => entity.wool
          void wool
          if (world.state.isNight) return false
          return entity.kind === 'sheep' ? entity.wool > player.profile.team : true
        },
      },
      budget: { bytesPerSecond: 1000, priority: (entity) => (entity.kind === 'wolf' ? 2 : 1) },
    })
    expect(made.definition.interest?.radius).toBe(100)
    expect(made.game).toBe(game)
    expect(made.game.hash).toBe(defineGame(game.definition).hash)
  })

  test('reach the code that serves it: profiles and the state are known', async () => {
    const heard: unknown[] = []
    const server = await serve(hopRoom, {
      port: 0,
      onRoom(room) {
        expectTypeOf(room).toEqualTypeOf<Room<typeof hopRoom>>()
        room.onMessage((player, message) => {
          expectTypeOf(player).toEqualTypeOf<PlayerOf<typeof hopRoom>>()
          heard.push([player.profile.name, message, room.world.state.first])
        })
      },
    })
    expectTypeOf(server.rooms).toEqualTypeOf<ServerRooms<typeof hopRoom>>()
    const link = await connectWebSocket(`${server.url.replace('http', 'ws')}/glissade`)
    const session = new Session(hop, link, realClock, { profile: { name: 'Ada' } })
    await session.joined
    session.send('hello')
    const frame = () => session.frame(performance.now())
    await expect.poll(() => [frame(), heard].at(-1)).toEqual([['Ada', 'hello', 'Ada']])
    const [room] = server.rooms.values()
    const [player] = room!.players
    expectTypeOf(player!.profile.name).toEqualTypeOf<string>()
    expect([player!.profile.name, room!.world.state.first]).toEqual(['Ada', 'Ada'])
    session.close()
    await server.close()
  })
})

describe('an invalid room is refused with the reason', () => {
  const ticking = defineGame({ ...hop.definition, authority: sharedTick() })
  const interest = { at: {}, from: () => null, radius: 1 }

  test.each<[string, () => unknown, string]>([
    [
      'no game',
      () => defineRoom(undefined as never),
      'defineRoom: the first argument must be a game: defineGame({ ... })',
    ],
    [
      'a room for a game',
      () => defineRoom(hopRoom as never),
      'defineRoom: the first argument must be a game: defineGame({ ... })',
    ],
    [
      'a game that is not sound',
      () => defineRoom(defineGame({ ...hop.definition, stepHz: 0 })),
      'defineGame: stepHz is 0, but must be a number from 1 to 128',
    ],
    [
      'a handler for nothing',
      () => defineRoom(still, { on: { boom: (() => {}) as never } }),
      "defineRoom: on.boom: there is no event 'boom'; events: none",
    ],
    [
      'no such way to do without an input',
      () => defineRoom(ticking, { missingInput: 'wait' as never }),
      "defineRoom: missingInput is 'wait', but must be one of repeat, idle, skip",
    ],
    [
      'inputs that are missed where nobody waits for them',
      () => defineRoom(hop, { missingInput: 'idle' }),
      'defineRoom: missingInput needs a game with authority: sharedTick()',
    ],
    [
      'a state that all rooms would share',
      () => defineRoom(hop, { state: 3 as never }),
      'defineRoom: state is 3, but must be a function that returns the state of a room',
    ],
    [
      'messages that nobody can send',
      () => defineRoom(still, { onMessage: () => {} }),
      'defineRoom: onMessage needs a game with messages: gameMessages({ ... }) or jsonMessages()',
    ],
    [
      'a place of nothing',
      () => defineRoom(hop, { interest: { ...interest, at: { bull: () => null } as never } }),
      "defineRoom: interest.at.bull: there is no entity kind 'bull'; entity kinds: hopper, coin",
    ],
    [
      'no place to look from',
      () => defineRoom(hop, { interest: { ...interest, from: null as never } }),
      'defineRoom: interest.from is null, but must be a function',
    ],
    [
      'no radius',
      () => defineRoom(hop, { interest: { ...interest, radius: 0 } }),
      'defineRoom: interest.radius is 0, but must be a finite number above 0',
    ],
    [
      'a radius that is no number',
      () => defineRoom(hop, { interest: { ...interest, radius: Number.NaN } }),
      'defineRoom: interest.radius is NaN, but must be a finite number above 0',
    ],
    [
      'a margin below 0',
      () => defineRoom(hop, { interest: { ...interest, margin: -1 } }),
      'defineRoom: interest.margin is -1, but must be a finite number, at least 0',
    ],
    [
      'a budget that no snapshot fits into',
      () => defineRoom(hop, { budget: { bytesPerSecond: 999 } }),
      'defineRoom: budget.bytesPerSecond is 999, but must be at least 1000, 50 for each packet',
    ],
  ])('%s', (_what, define, message) => {
    expect(define).toThrow(expect.objectContaining({ code: 'schema-definition', message }))
  })

  test('each `missingInput` is accepted', () => {
    for (const missingInput of ['repeat', 'idle', 'skip'] as const)
      expect(defineRoom(ticking, { missingInput }).definition.missingInput).toBe(missingInput)
  })

  test('a game in place of a room is refused with the way to make one', async () => {
    const refusal = expect.objectContaining({
      code: 'misuse',
      message: expect.stringMatching(
        /needs a room: defineRoom\(game, \{ join, update, \.\.\. \}\)$/,
      ),
    })
    // @ts-expect-error a game is no room
    expect(() => new Room(hop, { nowMs: 0 })).toThrow(refusal)
    // @ts-expect-error nor are its simulations
    expect(() => new Simulation(hop)).toThrow(refusal)
    // @ts-expect-error nor those of a lobby
    expect(() => new Lobby({ rooms: [hop], clock: new VirtualClock(), seed: () => 1 })).toThrow(
      refusal,
    )
    // @ts-expect-error nor those of a server
    await expect(serve(hop, { port: 0 })).rejects.toThrow(refusal)
    // @ts-expect-error nor one of several
    await expect(serve([hopRoom, hop], { port: 0 })).rejects.toThrow(refusal)
    expect(() => new Room(undefined as never, { nowMs: 0 })).toThrow(refusal)
  })
})
