import { expect, expectTypeOf, test } from 'vitest'
import { quat } from '../motion/quat.ts'
import { defineGame } from './define-game.ts'
import {
  bits,
  flag,
  hidden,
  int,
  number,
  once,
  oneOf,
  own,
  press,
  ref,
  text,
  told,
} from './field.ts'
import { fields, type Infer, type InferServer } from './infer.ts'
import { vec2 } from './vectors.ts'

test('Infer gives each field its value type and leaves hidden fields out', () => {
  const hopper = fields({
    x: number({ max: 10 }),
    at: vec2(),
    grounded: flag(),
    pose: oneOf('idle', 'run'),
    name: once(text(16)),
    coyote: own(int({ max: 9 })),
    mask: bits(3),
    spin: quat(),
    target: ref(),
    secret: hidden(int()),
  })
  type Hopper = Infer<typeof hopper>
  expectTypeOf<Hopper>().toEqualTypeOf<{
    x: number
    at: { x: number; y: number }
    grounded: boolean
    pose: 'idle' | 'run'
    name: string
    coyote: number
    mask: number
    spin: { x: number; y: number; z: number; w: number }
    target: Hopper['target']
  }>()
  expectTypeOf<InferServer<typeof hopper>>().toHaveProperty('secret').toEqualTypeOf<number>()
  expectTypeOf<Hopper>().not.toHaveProperty('secret')
})

test('misplaced fields and values are type errors', () => {
  // @ts-expect-error press() is for inputs
  fields({ jump: press() })
  // @ts-expect-error a word that is not among the choices
  const pose: Infer<{ p: ReturnType<typeof oneOf<['idle', 'run']>> }>['p'] = 'fly'
  void pose
  // @ts-expect-error text takes its length as a number
  expect(() => text({ max: 3 })).toThrow('whole number from 1 to 255')
})

test('own() keeps a field of an input to the server; told, once and hidden are refused there', () => {
  const name = 'private'
  const entities = { dot: { x: number() } }
  const input = { right: flag(), aim: own(vec2()), gear: own(oneOf('a', 'b')), jump: own(press()) }
  defineGame({
    name,
    entities,
    input,
    move: {
      dot(_dot, given) {
        expectTypeOf(given).toEqualTypeOf<{
          readonly right: boolean
          readonly aim: { x: number; y: number }
          readonly gear: 'a' | 'b'
          readonly jump: boolean
        }>()
      },
    },
  })
  // @ts-expect-error a field of an input cannot be told()
  defineGame({ name, entities, input: { right: told(flag()) } })
  // @ts-expect-error a field of an input cannot be once()
  defineGame({ name, entities, input: { right: once(flag()) } })
  // @ts-expect-error a field of an input cannot be hidden()
  defineGame({ name, entities, input: { right: hidden(flag()) } })
  // @ts-expect-error a text is for state
  defineGame({ name, entities, input: { name: own(text(8)) } })
  // @ts-expect-error press() is for inputs, also inside own()
  fields({ jump: own(press()) })
})
