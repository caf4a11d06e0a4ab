import { describe, expect, expectTypeOf, test } from 'vitest'
import { defineGame, type GameDefinition } from './define-game.ts'
import { flag, hidden, int, number, oneOf, text, vec2 } from './field.ts'
import { fields, type Infer } from './infer.ts'
import type { EventData, EventOf, InputOf, KindOf, ProfileOf, View } from './parts.ts'
import type { MoveContext } from './world.ts'

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
  events: { landed: { x: number({ max: 100 }) } },
  join(world, player) {
    expectTypeOf(player.profile.name).toEqualTypeOf<string>()
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
    return [unknownKind, unknownField, newId, wrongEvent]
  },
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
  on: {
    landed(world, { x }, by) {
      expectTypeOf(x).toEqualTypeOf<number>()
      expectTypeOf(by.profile.name).toEqualTypeOf<string>()
      expectTypeOf(world.entities('coin')[0]!.worth).toEqualTypeOf<number>()
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

  test('that has no events has no use for their handlers, and says so in types and at run time', () => {
    expect(() =>
      // @ts-expect-error no such event
      defineGame({ ...dot(), on: { boom() {} } }),
    ).toThrow("on.boom: there is no event 'boom'")
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
      defineGame({ ...dot(), events: { boom: {} } }),
    ]
    expect(new Set(others.map((other) => other.hash)).size).toBe(others.length)
    expect(others.map((other) => other.hash)).not.toContain(hash)
  })

  test.each<[string, Partial<GameDefinition<never, never, never, never>>, string]>([
    ['no name', { name: '' }, "name '' needs 1 to 32 characters"],
    ['a rate out of range', { stepHz: 0 }, 'stepHz: 0 needs a number from 1 to 128'],
    ['a send rate out of range', { sendHz: 500 }, 'sendHz: 500 needs a number from 1 to 128'],
    [
      'a reserved name',
      { entities: { dot: { id: int() } } as never },
      "entities.dot.id: 'id kind owner mine' are reserved names",
    ],
    [
      'a move for nothing',
      { move: { dat() {} } as never },
      "move.dat: there is no entity kind 'dat'",
    ],
    ['a handler for nothing', { on: { boom() {} } as never }, "on.boom: there is no event 'boom'"],
  ])('with %s is refused with the reason', (_what, change, message) => {
    expect(() => defineGame({ ...dot(), ...change } as never)).toThrow(`defineGame: ${message}`)
  })
})

function dot() {
  return { name: 'dot', input: { right: flag() }, entities: { dot: { x: number({ max: 8 }) } } }
}
