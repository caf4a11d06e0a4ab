import { describe, expect, expectTypeOf, test } from 'vitest'
import { gameEvents } from '../client/timeline/events.ts'
import { quat } from '../motion/quat.ts'
import { riders } from '../motion/riders.ts'
import { checkGame } from './check-game.ts'
import { defineGame, type GameDefinition } from './define-game.ts'
import { flag, hidden, int, number, once, oneOf, ref, text } from './field.ts'
import { fields, type Infer } from './infer.ts'
import type { EventData, EventOf, InputOf, KindOf, ProfileOf, View } from './parts.ts'
import { vec2 } from './vectors.ts'
import type { MoveContext } from './world.ts'

/** Checks a definition as a server does at set-up. */
const checked: typeof defineGame = (definition) => {
  const game = defineGame(definition)
  checkGame(game)
  return game
}

const hopper = fields({
  x: number({ max: 100 }),
  pose: oneOf('idle', 'run'),
  secret: hidden(int()),
})
type Hopper = Infer<typeof hopper>

function moveHopper(self: Hopper, input: { right: boolean }, ctx: MoveContext): void {
  self.x += +input.right * ctx.dtSeconds
  self.pose = input.right ? 'run' : 'idle'
}

const game = defineGame({
  name: 'hop',
  stepHz: 60,
  sendHz: 20,
  input: { right: flag(), aim: vec2() },
  profile: { name: text(16) },
  entities: { hopper, coin: { x: number(), worth: int({ max: 9 }) } },
  events: gameEvents({ landed: { x: number({ max: 100 }) } }),
  move: {
    hopper: moveHopper,
    coin(coin, input, ctx) {
      expectTypeOf(input.aim).toEqualTypeOf<{ x: number; y: number }>()
      coin.worth = Math.round(coin.x)
      ctx.emit('landed', { x: coin.x })
      // @ts-expect-error an event that does not exist
      const unknownEvent = () => ctx.emit('laned', { x: 1 })
      // @ts-expect-error inputs are read-only in move
      const writtenInput = () => (input.right = true)
      // @ts-expect-error a word that is no string of the field
      const wrongType = () => (coin.worth = 'much')
      return void [unknownEvent, writtenInput, wrongType]
    },
  },
})

describe('a game', () => {
  test('carries its types to both sides', () => {
    type G = typeof game
    expectTypeOf<InputOf<G>>().toEqualTypeOf<{ right: boolean; aim: { x: number; y: number } }>()
    expectTypeOf<ProfileOf<G>>().toEqualTypeOf<{ name: string }>()
    expectTypeOf<KindOf<G>>().toEqualTypeOf<'hopper' | 'coin'>()
    expectTypeOf<EventOf<G>>().toEqualTypeOf<'landed'>()
    expectTypeOf<EventData<G, 'landed'>>().toEqualTypeOf<Readonly<{ x: number }>>()
    expectTypeOf<View<G, 'hopper'>>().not.toHaveProperty('secret')
    expectTypeOf<View<G, 'hopper'>['pose']>().toEqualTypeOf<'idle' | 'run'>()
    // @ts-expect-error views are read-only
    const written = (view: View<G, 'hopper'>) => (view.x = 3)
    expect(written).toBeInstanceOf(Function)
  })

  test.each(['open', 'join', 'leave', 'close', 'on', 'update', 'interest', 'budget'])(
    'takes no %s, and says where it belongs',
    (name) => {
      expect(() => defineGame({ ...dot(), [name]: {} })).toThrow(
        `defineGame: '${name}' belongs in defineRoom(game, { ${name} })`,
      )
    },
  )

  test('C5 takes paths, clamps and carriers by kind, typed by the kind’s fields', () => {
    const made = defineGame({
      name: 'rides',
      input: {},
      entities: {
        platform: { n: once(int({ max: 9 })), x: number(), at: vec2(), secret: hidden(int()) },
        hopper,
        crate: { x: number(), at: vec2(), turn: quat(), pose: oneOf('a', 'b'), on: ref() },
      },
      path: {
        platform(platform, timeMs) {
          platform.x = platform.n + timeMs
          // @ts-expect-error hidden fields stay on the server
          const secret = () => platform.secret
          // @ts-expect-error a field that does not exist
          const unknown = () => (platform.y = 3)
          return void [secret, unknown]
        },
      },
      clamp: {
        crate(crate) {
          crate.x = Math.max(crate.x, 0)
          // @ts-expect-error a field that does not exist
          return void (() => (crate.y = 3))
        },
      },
      riders: riders(),
      attachedTo: {
        crate(crate, timeMs, carrier) {
          expectTypeOf(carrier).toEqualTypeOf<{ x: number; at: { x: number; y: number } }>()
          carrier.x = timeMs
          // @ts-expect-error the rider is only read
          const written = () => (crate.x = 3)
          // @ts-expect-error words are not carried
          const word = () => (carrier.pose = 'b')
          return void [written, word]
        },
      },
    })
    const [platform, , crate] = made.kinds
    expect([typeof platform!.path, platform!.attachedTo]).toEqual(['function', undefined])
    expect([crate!.path, typeof crate!.attachedTo]).toEqual([undefined, 'function'])
    expect([platform!.clamp, typeof crate!.clamp]).toEqual([undefined, 'function'])
    // @ts-expect-error no such kind
    const wrong = () => checked({ ...dot(), path: { dat() {} } })
    expect(wrong).toThrow("path.dat: there is no entity kind 'dat'")
    expectTypeOf<View<typeof made, 'platform'>['x']>().toEqualTypeOf<number>()
  })

  test('C5 of a kind with a path only its once-fields are sent, and the hash says so', () => {
    const entities = { dot: { n: once(int()), x: number({ max: 8 }), s: hidden(int()) } }
    const plain = defineGame({ ...dot(), entities })
    const moved = defineGame({ ...dot(), entities, path: { dot() {} } })
    const names = (which: Int32Array) =>
      [...which].map((i) => moved.kinds[0]!.schema.columns[i]!.name)
    const { schema } = moved.kinds[0]!
    expect(names(schema.entering).slice(0, -1)).toEqual(['n'])
    expect(names(schema.shared).slice(0, -1)).toEqual([])
    expect(Object.keys(schema.create())).toEqual(['n', 'x', 's'])
    expect(moved.hash).not.toBe(plain.hash)
    const carried = defineGame({
      ...dot(),
      entities,
      riders: riders(),
      attachedTo: { dot() {} },
    })
    expect(carried.hash).toBe(plain.hash)
  })

  test('A2 has a step and a send rate of its own each, exact in 1/256 steps', () => {
    expect(game.stepMs).toBeCloseTo(16.667, 3)
    expect(game.sendSubTicks).toBe(768)
    const log = defineGame({ ...dot(), stepHz: 30, sendHz: 10 })
    expect(log.sendSubTicks).toBe(768)
    expect(defineGame(dot()).sendSubTicks).toBe(384)
  })

  test('has a hash that changes with anything both sides must agree on', () => {
    const { hash } = defineGame(dot())
    expect(defineGame(dot()).hash).toBe(hash)
    const others = [
      defineGame({ ...dot(), name: 'dat' }),
      defineGame({ ...dot(), stepHz: 31 }),
      defineGame({ ...dot(), sendHz: 10 }),
      defineGame({ ...dot(), input: { left: flag() } }),
      defineGame({ ...dot(), profile: { name: text(3) } }),
      defineGame({ ...dot(), entities: { dot: { x: number({ max: 9 }) } } }),
      defineGame({ ...dot(), entities: { dot: { x: number({ max: 8, step: 0.5 }) } } }),
      defineGame({ ...dot(), entities: { dot: { y: number({ max: 8 }) } } }),
      defineGame({ ...dot(), events: gameEvents({ boom: {} }) }),
    ]
    expect(new Set(others.map((other) => other.hash)).size).toBe(others.length)
    expect(others.map((other) => other.hash)).not.toContain(hash)
  })

  test.each<[string, Partial<GameDefinition<never, never, never, never, never, never>>, string]>([
    ['no name', { name: '' }, "name is '', but must have 1 to 32 characters"],
    ['a rate out of range', { stepHz: 0 }, 'stepHz is 0, but must be a number from 1 to 128'],
    [
      'a send rate out of range',
      { sendHz: 500 },
      'sendHz is 500, but must be a number from 1 to 128',
    ],
    [
      'a reserved name',
      { entities: { dot: { id: int() } } as never },
      'entities.dot.id: id, kind, owner and mine are reserved names',
    ],
    [
      'a move for nothing',
      { move: { dat() {} } as never },
      "move.dat: there is no entity kind 'dat'",
    ],
    [
      'a path for nothing',
      { path: { dat() {} } as never },
      "path.dat: there is no entity kind 'dat'",
    ],
    [
      'a carrier for nothing',
      { attachedTo: { dat() {} } as never },
      "attachedTo.dat: there is no entity kind 'dat'",
    ],
    [
      'a kind that is moved twice',
      { path: { dot() {} } as never, move: { dot() {} } as never },
      "path.dot: a kind takes a 'path' or a 'move', not both",
    ],
    [
      'a path that is carried',
      { path: { dot() {} } as never, attachedTo: { dot() {} } as never },
      "attachedTo.dot: a kind with a 'path' cannot be carried",
    ],
    [
      'a clamp for nothing',
      { clamp: { dat() {} } as never },
      "clamp.dat: there is no entity kind 'dat'",
    ],
    [
      'a clamp of what players move',
      { clamp: { dot() {} } as never, move: { dot() {} } as never },
      "clamp.dot: a kind with a 'move' or a 'path' cannot have a clamp: keep it out of walls there",
    ],
    [
      'a carrier without what draws its riders',
      { attachedTo: { dot() {} } as never },
      'attachedTo needs riders: riders()',
    ],
    [
      'too many columns',
      {
        entities: {
          dot: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`v${i}`, vec2()])),
        } as never,
      },
      'a record has 401 columns, at most 255 are allowed',
    ],
  ])('with %s is refused with the reason', (_what, change, message) => {
    const check = () => checkGame(defineGame({ ...dot(), ...change } as never))
    expect(check).toThrow(`defineGame: ${message}`)
  })
})

test.each<
  [string, (x: never) => Partial<GameDefinition<never, never, never, never, never, never>>]
>([
  ['the input', (x) => ({ input: { x } as never })],
  ['the profile', (x) => ({ profile: { x } as never })],
  ['an entity', (x) => ({ entities: { dot: { x } } as never })],
  ['an event', (x) => ({ events: gameEvents({ hit: { x } }) as never })],
])('a range without numbers in %s is refused', (_what, of) => {
  const x = number({ min: 3, max: 2 }) as never
  expect(() => checkGame(defineGame({ ...dot(), ...of(x) } as never))).toThrow(
    'number({ min: 3, max: 2 }) needs finite numbers with min < max',
  )
})

function dot() {
  return { name: 'dot', input: { right: flag() }, entities: { dot: { x: number({ max: 8 }) } } }
}
