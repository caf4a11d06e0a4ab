import { describe, expect, test } from 'vitest'
import { ref, vec2 } from '../../game/field.ts'
import { Schema } from '../../game/schema.ts'
import { Between } from '../foretell.ts'
import { planOf } from '../plan.ts'
import { Nearness } from './nearness.ts'

/** Of 12 bits each: 1024 and more apart is far. */
const follower = planOf(
  new Schema({ at: vec2({ max: 4095, step: 1, relatedTo: 'leader' }), leader: ref() }),
  60,
)
const loner = planOf(new Schema({ at: vec2({ max: 4095, step: 1 }) }), 60)
const plans = [follower, loner]

/** An entity at a place, with the slot and generation of its leader. */
function state(x: number, y = 0, slot = 0, generation = 1): Int32Array {
  const row = new Int32Array(follower.width)
  row[0] = x
  row[1] = y
  row[2] = (generation << 16) | slot
  return row
}

/** What an entity is coded between: its base, and its new state. */
function between(base: Int32Array, row: Int32Array = base): Between {
  return Object.assign(new Between(), { base, row })
}

describe('nearness', () => {
  test.each([
    [0, 0],
    [3, 0],
    [4, 1],
    [7, 1],
    [8, 2],
    [-8, 2],
    [255, 6],
    [256, 7],
    [4000, 7],
  ])('%i apart is %i', (apart, wanted) => {
    const near = new Nearness(plans)
    near.begin()
    near.note(0, 0, between(state(Math.max(0, -apart))), false)
    expect(near.of(0, between(state(Math.max(0, apart))))).toBe(wanted)
  })

  test('is that of the part which is furthest away', () => {
    const near = new Nearness(plans)
    near.begin()
    near.note(3, 0, between(state(100, 100)), false)
    expect(near.of(0, between(state(100, 108, 3)))).toBe(2)
    expect(near.of(0, between(state(132, 108, 3)))).toBe(4)
  })

  test('is from the old state of an entity to the new one of its leader, or the old one of a leader that rests', () => {
    const near = new Nearness(plans)
    near.begin()
    const leader = between(state(0), state(2000))
    const own = between(state(2000, 0, 5), state(0, 0, 5))
    near.note(5, 0, leader, true)
    expect(near.of(0, own)).toBe(0)
    near.note(5, 0, leader, false)
    expect(near.of(0, own)).toBe(7)
  })

  test('is 0 where the leader is of another kind, not known, or not coded yet in this body', () => {
    const near = new Nearness(plans)
    near.begin()
    const own = between(state(4000, 0, 2))
    expect(near.of(0, own)).toBe(0)
    near.note(2, 1, between(state(0)), false)
    expect(near.of(0, own)).toBe(0)
    near.note(2, 0, between(state(0)), false)
    expect(near.of(0, own)).toBe(7)
    near.begin()
    expect(near.of(0, own)).toBe(0)
  })

  test('is 0 in kinds that nothing is said of', () => {
    const near = new Nearness(plans)
    near.begin()
    near.note(2, 1, between(state(0)), false)
    expect(near.of(1, between(state(4000, 0, 2)))).toBe(0)
  })

  test('goes by the slot of the leader alone, with places of any states in arrays of many', () => {
    const near = new Nearness(plans)
    near.begin()
    const rows = new Int32Array(3 * follower.width)
    rows.set(state(1000, 1000), follower.width)
    rows.set(state(1000, 1000, 9, 200), 2 * follower.width)
    near.note(9, 0, Object.assign(between(rows), { baseAt: follower.width }), false)
    const own = Object.assign(between(rows), { baseAt: 2 * follower.width })
    expect(near.of(0, own)).toBe(0)
    rows[2 * follower.width] = 1016
    expect(near.of(0, own)).toBe(3)
  })
})
