import { expect, test } from 'vitest'
import {
  angle,
  flag,
  hidden,
  int,
  number,
  once,
  oneOf,
  own,
  ref,
  text,
  told,
} from '../../game/field.ts'
import * as OP from '../../game/op.ts'
import { Schema } from '../../game/schema.ts'
import { vec2 } from '../../game/vectors.ts'
import { quat } from '../../motion/quat.ts'
import * as EXPECTATION from './expectation.ts'
import { isCoarse, planOf } from './plan.ts'

const schema = new Schema(
  {
    at: vec2({ max: 100, step: 0.5, velocity: 'speed', coarse: 2 }),
    name: once(text(4)),
    turn: quat({ bits: 8 }),
    fuel: own(number({ max: 9 })),
    speed: vec2({ min: -30, max: 30, step: 0.25, coarse: 1 }),
    score: told(int({ max: 99 })),
    lit: flag(),
    face: oneOf('a', 'b', 'c'),
    heading: angle(),
    spare: hidden(int({ max: 3 })),
    mark: text(9),
    target: ref(),
  },
  true,
)
const plan = planOf(schema, 25)
const called = (c: { at: number }) => {
  const { name, part } = schema.columns[c.at]!
  return part === '' ? String(name) : `${String(name)}.${part}`
}

test('velocities that drive others come first, the rest in the order of the columns; private columns are left out', () => {
  expect(plan.columns.map(called)).toEqual([
    'speed.x',
    'speed.y',
    'at.x',
    'at.y',
    ...['turn.x', 'turn.y', 'turn.z', 'turn.w'],
    ...['score', 'lit', 'face', 'heading', 'mark', 'target', 'Symbol(teleports)'],
  ])
  expect(plan.width).toBe(schema.width + 1)
})

test('each column is coded and expected according to its type', () => {
  const said = Object.fromEntries(plan.columns.map((c) => [called(c), [c.op, c.expectation]]))
  expect(said).toEqual({
    'at.x': [OP.grid, EXPECTATION.driven],
    'at.y': [OP.grid, EXPECTATION.driven],
    'speed.x': [OP.grid, EXPECTATION.held],
    'speed.y': [OP.grid, EXPECTATION.held],
    'turn.x': [OP.largest, EXPECTATION.held],
    'turn.y': [OP.third, EXPECTATION.turned],
    'turn.z': [OP.third, EXPECTATION.turned],
    'turn.w': [OP.third, EXPECTATION.turned],
    score: [OP.grid, EXPECTATION.held],
    lit: [OP.flag, EXPECTATION.held],
    face: [OP.choice, EXPECTATION.held],
    heading: [OP.angle, EXPECTATION.moved],
    mark: [OP.text, EXPECTATION.held],
    target: [OP.ref, EXPECTATION.held],
    'Symbol(teleports)': [OP.bits, EXPECTATION.held],
  })
})

test("velocities are turned into the position's units, both on the coarse grid", () => {
  const at = plan.columns.find((c) => called(c) === 'at.y')!
  expect([at.levels, at.bits]).toEqual([50, 6])
  expect(called({ at: at.velocity })).toBe('speed.y')
  // One unit of the velocity is 1 per second, one unit of the position is 2.
  expect(at.gain).toBe(1 / (25 * 256 * 2))
  expect(at.still).toBe(30)
})

test('private columns are those that no body tells the owner: coarse, own and once', () => {
  expect([...schema.privateColumns].map((at) => called({ at }))).toEqual([
    'at.x',
    'at.y',
    'name',
    'fuel',
    'speed.x',
    'speed.y',
  ])
  expect(isCoarse(schema)).toBe(true)
  expect(isCoarse(new Schema({ lit: flag() }))).toBe(false)
})
