import { beforeEach, describe, expect, test } from 'vitest'
import { gameEvents } from '../client/timeline/events.ts'
import { defineGame } from './define-game.ts'
import { angle, flag, int, number, oneOf, own, press } from './field.ts'
import { MovedCopy } from './moved-copy.ts'
import { Mover } from './mover.ts'
import { coarsen } from './quantize.ts'
import { vec2 } from './vectors.ts'

const STEP = 256
/** What `move` was called with. */
const seen: { jump: boolean; secret: boolean; heat: number; ms: number; replaying: boolean }[] = []

const game = defineGame({
  name: 'copies',
  stepHz: 50,
  input: {
    lean: vec2({ min: -4, max: 4, step: 0.25 }),
    aim: angle({ bits: 8 }),
    heat: number({ min: 2, max: 10, step: 1, coarse: 4 }),
    what: oneOf('go', 'throw', 'teleport', 'emit'),
    secret: own(flag()),
    jump: press(),
  },
  entities: {
    cart: {
      x: number({ max: 1000, step: 0.25, coarse: 1 }),
      y: number({ min: -500, max: 500, step: 0.25 }),
      heading: angle({ bits: 8 }),
      beat: own(int({ max: 99 })),
    },
  },
  events: gameEvents({ rang: { beat: int({ max: 99 }) } }),
  move: {
    cart(cart, input, ctx) {
      const { jump, secret, heat } = input
      seen.push({ jump, secret, heat, ms: ctx.timeMs, replaying: ctx.replaying })
      cart.x += input.lean.x
      cart.y += input.lean.y
      cart.heading = input.aim
      cart.beat++
      if (input.what === 'throw') throw new Error('no such thing')
      if (input.what === 'teleport') ctx.teleport()
      if (input.what === 'emit') ctx.emit('rang', { beat: cart.beat })
    },
  },
})
const kind = game.kinds[0]!
const { schema } = kind
const mover = new Mover(game)

interface Told {
  readonly x?: number
  readonly y?: number
  readonly input?: object
}

/** A row as everybody gets it. */
function told({ x = 0, y = 0, input = {} }: Told): Int32Array {
  const entity = schema.create()
  schema.assign(entity, { x, y })
  const row = new Int32Array(schema.width + 1)
  schema.gather(entity, row, 0, null)
  const held = game.inputSchema.create()
  game.inputSchema.assign(held, input)
  const inputs = new Int32Array(game.inputSchema.width)
  game.inputSchema.gather(held, inputs, 0, null)
  for (const i of schema.toldInput) row[schema.inputAt + i] = inputs[i]!
  for (let i = 0; i < schema.width; i++) row[i] = coarsen(schema.columns[i]!, row[i]!)
  return row
}

/** The state of a copy. */
function stateOf(copy: MovedCopy) {
  const state = schema.create()
  schema.scatter(copy.row, 0, state)
  const { x, y, heading, beat } = state as { [name: string]: number }
  return { x, y, heading, beat }
}

beforeEach(() => {
  seen.length = 0
})

describe('a copy that `move` extrapolates', () => {
  test('takes each step with the input received, at the moment of that step', () => {
    const copy = new MovedCopy(kind, mover)
    const aim = (10 * 2 * Math.PI) / 256
    copy.take(
      told({ x: 100, y: 7, input: { lean: { x: 0.75, y: -0.5 }, aim, heat: 6 } }),
      0,
      5 * STEP,
    )
    for (let n = 0; n < 4; n++) copy.step()
    expect(stateOf(copy)).toEqual({ x: 103, y: 5, heading: aim, beat: 4 })
    expect(copy.stamp).toBe(9 * STEP)
    expect(seen.map(({ ms }) => ms)).toEqual([120, 140, 160, 180])
    expect(seen.every(({ heat, replaying }) => heat === 6 && replaying)).toBe(true)
  })

  test('has the default for fields that are not sent, even of an input that has no other default', () => {
    const copy = new MovedCopy(kind, mover)
    const row = told({})
    copy.take(row, 0, 0)
    copy.step()
    expect(seen).toEqual([{ jump: false, secret: false, heat: 2, ms: 20, replaying: true }])
  })

  test('starts again from each state received, while fields that are not sent go on', () => {
    const copy = new MovedCopy(kind, mover)
    copy.take(told({ x: 100, input: { lean: { x: 1 } } }), 0, 0)
    for (let n = 0; n < 3; n++) copy.step()
    copy.take(told({ x: 50, input: { lean: { x: 2 } } }), 0, 2 * STEP)
    expect(stateOf(copy)).toMatchObject({ x: 50, beat: 3 })
    copy.step()
    expect(stateOf(copy)).toMatchObject({ x: 52, beat: 4 })
    expect(copy.stamp).toBe(3 * STEP)
  })

  test('finds its numbers from `offset` on', () => {
    const copy = new MovedCopy(kind, mover)
    const rows = new Int32Array(3 * (schema.width + 1))
    rows.set(told({ x: 33 }), schema.width + 1)
    copy.take(rows, schema.width + 1, 0)
    expect(stateOf(copy).x).toBe(33)
  })

  test('takes over everything from the row of another copy, and leaves that copy unchanged', () => {
    const copy = new MovedCopy(kind, mover)
    const ahead = new MovedCopy(kind, mover)
    const row = told({ x: 100, y: 3, input: { lean: { x: 0.25, y: 1 }, heat: 6 } })
    copy.take(row, 0, 7 * STEP)
    copy.step()
    ahead.hear(row, 0)
    ahead.takeOver(copy.row, 0, copy.stamp)
    expect([stateOf(ahead), ahead.stamp, ahead.isOver]).toEqual([stateOf(copy), 8 * STEP, false])
    ahead.step()
    expect(stateOf(ahead)).toMatchObject({ x: 100.5, y: 5, beat: 2 })
    expect(seen.at(-1)).toMatchObject({ heat: 6, jump: false })
    expect(stateOf(copy)).toMatchObject({ x: 100.25, y: 4, beat: 1 })
  })

  test.each(['throw', 'teleport'])(
    'is over once its `move` has said %s, until it is told more',
    (what) => {
      const copy = new MovedCopy(kind, mover)
      copy.take(told({ x: 10, input: { lean: { x: 1 }, what } }), 0, 0)
      copy.step()
      copy.step()
      expect([copy.isOver, seen.length]).toEqual([true, 1])
      copy.take(told({ x: 20, input: { lean: { x: 1 } } }), 0, STEP)
      copy.step()
      expect([copy.isOver, stateOf(copy).x]).toEqual([false, 21])
    },
  )

  test('raises no event that anybody hears', () => {
    const copy = new MovedCopy(kind, mover)
    copy.take(told({ input: { what: 'emit' } }), 0, 0)
    copy.step()
    expect([copy.isOver, mover.raised.length, seen.length]).toEqual([false, 0, 1])
  })
})
