import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { around } from '../../base/sequence.ts'
import { angle, int, number } from '../../game/field.ts'
import { Schema } from '../../game/schema.ts'
import { vec2 } from '../../game/vectors.ts'
import { apart, Between, expectedOf, hold, within } from './expected-value.ts'
import { planOf } from './plan.ts'

const schema = new Schema({
  at: vec2({ min: -100, max: 100, step: 0.25, velocity: 'speed' }),
  speed: vec2({ min: -50, max: 50, step: 0.5 }),
  free: number({ max: 1000, step: 0.5 }),
  steps: number({ max: 1000, curve: 'step' }),
  count: int({ max: 99 }),
  heading: angle({ bits: 8 }),
  odd: number({ min: -1, max: 1, step: 0.3, velocity: 'oddSpeed' }),
  oddSpeed: number({ min: -1, max: 2, step: 0.7 }),
})
const plan = planOf(schema, 20)
const names = ['at.x', 'at.y', 'speed.x', 'speed.y', 'free', 'steps', 'count', 'heading']
const of = (name: string) => plan.columns.find((c) => c.at === names.indexOf(name))!

/** Returns the expected value of a column between the given states, as numbers of the named columns. */
function expected(
  name: string,
  { base, before, now = {} }: { base: object; before?: object; now?: object },
  elapsed: number,
  span = 0,
): number {
  const { width } = schema
  const rows = new Int32Array(3 * width)
  const put = (state: object, at: number) => {
    for (const [name, value] of Object.entries(state)) rows[at + names.indexOf(name)] = value
  }
  put(before ?? {}, 0)
  put(base, width)
  put({ ...base, ...now }, 2 * width)
  const between = new Between()
  Object.assign(between, { row: rows, at: 2 * width, base: rows, baseAt: width, elapsed, span })
  between.beforeAt = before ? 0 : -1
  return expectedOf(of(name), between)
}

describe('a number with a velocity', () => {
  // Standstill is 100. One more is half a unit per second: 2 numbers of the position, or a tenth of one in a 20th of a second.
  const still = { 'at.x': 400, 'at.y': 400, 'speed.x': 100, 'speed.y': 100 }

  test('stays when its velocity is zero, for any time', () => {
    for (const elapsed of [-300, 0, 256, 5000])
      expect(expected('at.x', { base: still }, elapsed)).toBe(400)
  })

  test('follows its velocity, each part its own', () => {
    const base = { ...still, 'speed.x': 120, 'speed.y': 90 }
    expect(expected('at.x', { base }, 5 * 256)).toBe(410)
    expect(expected('at.y', { base }, 5 * 256)).toBe(395)
    expect(expected('at.x', { base }, 128)).toBe(401)
    expect(expected('at.x', { base }, -256)).toBe(398)
  })

  test('follows a velocity that changes evenly, each step moved by the velocity after it', () => {
    // Four steps at 10, 20, 30, 40: 100 tenths.
    const base = { ...still, 'speed.x': 100 }
    expect(expected('at.x', { base, now: { 'speed.x': 140 } }, 4 * 256)).toBe(410)
  })

  test('needs no earlier state, and stops at the end of its range', () => {
    const base = { ...still, 'speed.x': 200 }
    const before = { ...still, 'at.x': 0 }
    expect(expected('at.x', { base, before }, 256, 256)).toBe(410)
    expect(expected('at.x', { base }, 256 * 200)).toBe(800)
    expect(expected('at.x', { base: { ...base, 'speed.x': 0 } }, 256 * 200)).toBe(0)
  })

  test('rounds halves upwards', () => {
    const by = (speed: number) =>
      expected('at.x', { base: { ...still, 'speed.x': 100 + speed } }, 256)
    expect([5, -5, 15, -15].map(by)).toEqual([401, 400, 402, 399])
  })
})

describe('a number that goes on as before', () => {
  const [before, base] = [{ free: 300 }, { free: 320 }]

  test('goes on for the same time, or a part or a multiple of it', () => {
    expect(expected('free', { before, base }, 512, 512)).toBe(340)
    expect(expected('free', { before, base }, 128, 512)).toBe(325)
    expect(expected('free', { before, base }, 4096, 512)).toBe(480)
  })

  test('stays when nothing is known, or when no time or too much has passed', () => {
    expect(expected('free', { base }, 512, 512)).toBe(320)
    expect(expected('free', { before, base }, 512, 0)).toBe(320)
    expect(expected('free', { before, base }, 512, -512)).toBe(320)
    expect(expected('free', { before, base }, 0, 512)).toBe(320)
    expect(expected('free', { before, base }, -1, 512)).toBe(320)
    expect(expected('free', { before, base }, 4097, 512)).toBe(320)
  })

  test('stops at the end of its range', () => {
    expect(expected('free', { before: { free: 0 }, base: { free: 1500 } }, 512, 512)).toBe(2000)
    expect(expected('free', { before: { free: 1500 }, base: { free: 100 } }, 512, 512)).toBe(0)
  })

  test('rounds halves upwards', () => {
    expect(expected('free', { before: { free: 317 }, base: { free: 320 } }, 256, 512)).toBe(322)
    expect(expected('free', { before: { free: 323 }, base: { free: 320 } }, 256, 512)).toBe(319)
  })

  test('is not one shown in steps, a whole number, or a velocity', () => {
    expect(expected('steps', { before: { steps: 1 }, base: { steps: 9 } }, 512, 512)).toBe(9)
    expect(expected('count', { before: { count: 1 }, base: { count: 9 } }, 512, 512)).toBe(9)
    expect(
      expected('speed.x', { before: { 'speed.x': 1 }, base: { 'speed.x': 9 } }, 512, 512),
    ).toBe(9)
  })
})

test('an angle goes on the short way, and wraps', () => {
  const go = (before: number, base: number, elapsed = 512) =>
    expected('heading', { before: { heading: before }, base: { heading: base } }, elapsed, 512)
  expect(go(10, 20)).toBe(30)
  expect(go(250, 4)).toBe(14)
  expect(go(4, 250)).toBe(240)
  expect(go(240, 250)).toBe(4)
  expect(go(0, 100, 4096)).toBe((100 + 800) % 256)
  // Half a turn goes forwards.
  expect(go(0, 128)).toBe(0)
})

test('a difference is the short way round, and leads from the expected number to the real one', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.nat(255), (from, to) => {
      const c = of('heading')
      const difference = apart(c, to - from)
      expect(Math.abs(difference)).toBeLessThanOrEqual(128)
      expect(around(from + difference, c.levels)).toBe(to)
    }),
  )
  expect(apart(of('free'), -1999)).toBe(-1999)
  expect([-1, 0, 2000, 2001].map((value) => within(of('free'), value))).toEqual([0, 0, 2000, 2000])
})

test('a held copy has no state before it', () => {
  const between = new Between()
  between.beforeAt = 3
  const rows = Int32Array.of(9, 9, 1, 2, 3)
  hold(between, rows, 2, 3)
  rows.fill(0)
  expect([...between.base.subarray(between.baseAt, between.baseAt + 3)]).toEqual([1, 2, 3])
  expect(between.beforeAt).toBe(-1)
})

test('standstill may lie between two numbers of a velocity', () => {
  // 1 / 0.7 is 1.43: number 1 is -0.3 a second, number 2 is 0.4.
  const c = plan.columns.find((one) => one.at === schema.width - 2)!
  const rows = new Int32Array(2 * schema.width)
  const by = (speed: number) => {
    for (const at of [0, schema.width]) {
      rows[at + c.at] = 3
      rows[at + c.velocity] = speed
    }
    const between = new Between()
    Object.assign(between, { row: rows, at: schema.width, base: rows, elapsed: 256 * 20, span: 0 })
    return expectedOf(c, between)
  }
  expect([1, 2].map(by)).toEqual([2, 4])
})
