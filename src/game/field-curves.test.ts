import { describe, expect, test } from 'vitest'
import { Hash } from '../base/hash.ts'
import { hermiteCurve } from '../motion/hermite-curve.ts'
import { quat } from '../motion/quat.ts'
import { slerpCurve } from '../motion/slerp-curve.ts'
import { checkFields } from './check-fields.ts'
import { angle, type Field, type FieldCurve, hidden, int, number, own } from './field.ts'
import { Schema } from './schema.ts'
import { vec2, vec3 } from './vectors.ts'

const curvesOf = (record: ConstructorParameters<typeof Schema>[0]): FieldCurve[] =>
  new Schema(record).columns.map((c) => c.curve)

const hashOf = (record: ConstructorParameters<typeof Schema>[0]): number => {
  const hash = new Hash()
  new Schema(record).describe(hash)
  return hash.value
}

describe('curves of fields', () => {
  test('each kind of field has its curve', () => {
    expect(curvesOf({ a: number(), b: angle(), c: int(), d: number({ curve: 'step' }) })).toEqual([
      'linear',
      'angle',
      'step',
      'step',
    ])
  })

  test('D8 a quat is four slerp columns', () => {
    expect(curvesOf({ spin: quat() })).toEqual([slerpCurve, slerpCurve, slerpCurve, slerpCurve])
  })

  test('D6 hermite names the column of its velocity, wherever that stands, part by part', () => {
    const smooth = { curve: hermiteCurve() } as const
    expect(
      curvesOf({
        x: number({ ...smooth, velocity: 'vx' }),
        at: vec2({ ...smooth, velocity: 'speed' }),
        speed: vec2(),
        vx: number(),
        free: vec3(smooth),
      }),
    ).toEqual([
      hermiteCurve(5),
      hermiteCurve(3),
      hermiteCurve(4),
      'linear',
      'linear',
      'linear',
      hermiteCurve(),
      hermiteCurve(),
      hermiteCurve(),
    ])
  })

  test('a function is the curve of every part', () => {
    const late = (from: number): number => from
    expect(curvesOf({ at: vec2({ curve: late }) })).toEqual([late, late])
  })

  test('with any other curve a velocity is a hint that leaves the curve unchanged', () => {
    const late = (from: number): number => from
    const { columns } = new Schema({
      at: vec2({ velocity: 'speed' }),
      x: number({ curve: late, velocity: 'vx' }),
      speed: vec2(),
      vx: number(),
      smooth: number({ curve: hermiteCurve(), velocity: 'vx' }),
    })
    expect(columns.map((c) => c.velocity)).toEqual([3, 4, 5, -1, -1, -1, 5])
    expect(columns.slice(0, 3).map((c) => c.curve)).toEqual(['linear', 'linear', late])
  })

  test('a velocity is refused if it is no field, has another type or other clients, or belongs to a step curve', () => {
    const refusedAs = (x: Field<number, 'both'>) => {
      const refused = (record: ConstructorParameters<typeof Schema>[0]) =>
        expect(() => checkFields(record)).toThrow(
          expect.objectContaining({
            code: 'schema-definition',
            message: "x: velocity is 'vx', but must name a number field that the same clients get",
          }),
        )
      refused({ x })
      refused({ x, vx: vec2() })
      refused({ x, vx: int() })
      refused({ x, vx: own(number()) })
      refused({ x, vx: hidden(number()) })
      expect(() => checkFields({ x: own(x), vx: own(number()) })).not.toThrow()
    }
    refusedAs(number({ curve: hermiteCurve(), velocity: 'vx' }))
    refusedAs(number({ velocity: 'vx' }))
    const stepped = { x: number({ curve: 'step', velocity: 'vx' }), vx: number() }
    expect(() => checkFields(stepped)).toThrow(/a curve other than 'step'/)
  })

  test('both sides must agree on the curves, but only on the fact that a function is one', () => {
    const all = [
      { x: number(), vx: number() },
      { x: number({ curve: 'step' }), vx: number() },
      { x: number({ curve: hermiteCurve() }), vx: number() },
      { x: number({ curve: hermiteCurve(), velocity: 'vx' }), vx: number() },
      { x: number({ curve: (from) => from }), vx: number() },
      { x: number({ velocity: 'vx' }), vx: number() },
      { x: number({ velocity: 'vy' }), vx: number(), vy: number() },
    ].map(hashOf)
    expect(new Set(all).size).toBe(all.length)
    expect(hashOf({ x: number({ curve: (_, to) => to }), vx: number() })).toBe(all[4])
  })
})
