import { describe, expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import { type Field, flag, hidden, int, number, once, own, text, told } from '../../game/field.ts'
import { Schema } from '../../game/schema.ts'
import { Entities } from './entities.ts'
import { Past } from './past.ts'

const pastOf = (record: { readonly [name: string]: Field }) =>
  new Past(new Schema(record, false, new Schema({})))

/** Something that `move` moves, with such a hash. */
const at = (hash: number) => ({ hash: () => hash })

/** Takes network ticks up to `until`, with a surprise in each of `ticks`. */
function surprised(ticks: readonly number[], until: number): Past {
  const past = pastOf({ x: number() })
  for (let tick = 0; tick <= until; tick++) {
    if (ticks.includes(tick)) past.note()
    past.take([tick], tick, 0)
  }
  return past
}

/** Returns the network ticks of all surprises after tick 0 that are remembered, up to `until`. */
function remembered(past: Past, until: number): number[] {
  const ticks: number[] = []
  for (let tick = past.firstSurprise(0, until); tick >= 0; tick = past.firstSurprise(tick, until))
    ticks.push(tick)
  return ticks
}

describe('D13 a surprise', () => {
  test('D13 that is noted counts for the next network tick alone', () => {
    expect(remembered(surprised([3, 4, 8], 12), 12)).toEqual([3, 4, 8])
    expect(remembered(surprised([], 12), 12)).toEqual([])
  })

  test('D13 is found after `since` and up to `until`', () => {
    const past = surprised([5, 9], 12)
    expect(past.firstSurprise(4, 12)).toBe(5)
    expect(past.firstSurprise(5, 12)).toBe(9)
    expect(past.firstSurprise(5, 9)).toBe(9)
    expect(past.firstSurprise(5, 8)).toBe(-1)
    expect(past.firstSurprise(9, 12)).toBe(-1)
    expect(past.firstSurprise(0, 4)).toBe(-1)
    expect(past.firstSurprise(0, 5)).toBe(5)
  })

  test('D13 is remembered for 31 network ticks, counted to the newest one; anything may have happened before', () => {
    const following = (past: Past, since: number) => past.firstSurprise(since, 300)
    const past = surprised([10, 11, 40], 40)
    expect([8, 9, 10, 11, 40].map((since) => following(past, since))).toEqual([9, 10, 11, 40, -1])
    const later = surprised([10, 12, 42], 42)
    expect([9, 11, 12, 41].map((since) => following(later, since))).toEqual([10, 12, 42, 42])
    // A shift by 32 bits or more starts again at 0.
    const latest = surprised([9, 10, 11, 43], 43)
    expect([11, 12, 42].map((since) => following(latest, since))).toEqual([12, 43, 43])
    const long = surprised([10, 11, 200], 200)
    expect([11, 168, 169, 200].map((since) => following(long, since))).toEqual([12, 169, 200, -1])
  })
})

test('D13 what happened before the past was kept counts as a surprise', () => {
  const past = pastOf({ x: number() })
  expect(past.firstSurprise(4, 9)).toBe(5)
  for (let tick = 7; tick < 12; tick++) past.take([tick], tick, 0)
  expect(past.firstSurprise(4, 9)).toBe(5)
  expect(past.firstSurprise(6, 9)).toBe(7)
  expect(past.firstSurprise(7, 9)).toBe(-1)
})

describe('D13 a change by the room', () => {
  test('D13 is a surprise once `move` has run a step, and only once', () => {
    const past = pastOf({ x: number() })
    past.look(at(1))
    past.look(at(2))
    past.take([0], 0, 0)
    past.stepped(at(3))
    past.look(at(3))
    past.take([0], 1, 0)
    past.look(at(4))
    past.take([0], 2, 0)
    past.look(at(4))
    past.take([0], 3, 0)
    expect(remembered(past, 3)).toEqual([2])
  })

  test('D13 is none if `move` made it', () => {
    const past = pastOf({ x: number() })
    for (let tick = 0; tick < 5; tick++) {
      past.stepped(at(tick))
      past.look(at(tick))
      past.take([tick], tick, 0)
    }
    expect(remembered(past, 5)).toEqual([])
  })

  test('D13 that is found before a step is told by the next network tick', () => {
    const past = pastOf({ x: number() })
    past.stepped(at(1))
    past.take([0], 0, 0)
    past.look(at(2))
    past.stepped(at(3))
    past.look(at(3))
    past.take([0], 1, 0)
    expect(remembered(past, 1)).toEqual([1])
  })

  test('D13 is found in whatever `move` may change, also what only the owner gets', () => {
    const kinds = { dot: { x: number(), feet: own(number()), score: told(number()) } }
    const entities = new Entities(
      defineGame({ name: 'past', stepHz: 60, sendHz: 20, input: {}, entities: kinds }),
    )
    const before = entities.spawn('dot', 0, {})
    expect(before.past).toBeUndefined()
    entities.keepPast()
    const entity = entities.spawn('dot', 0, {})
    const times = { peers: new Map<number, { stamp: number }>(), tick: 0 }
    const changes = [{}, { x: 5 }, {}, { feet: 2 }, { score: 9 }, { x: 5 }, { x: 6 }]
    entity.past!.stepped(entity)
    for (const [tick, change] of changes.entries()) {
      Object.assign(entity.object, change)
      entities.gather(tick, times)
    }
    expect(remembered(entity.past!, 9)).toEqual([1, 3, 6])
    expect(remembered(before.past!, 9)).toEqual([])
  })
})

describe('D13 a change of a told column', () => {
  test('D13 that is no number is a surprise: it tells that the entity has landed, for example', () => {
    const past = pastOf({ x: number(), isDown: flag(), lives: told(flag()) })
    const rows = [
      [0, 0, 0],
      [5, 0, 0],
      [9, 1, 0],
      [9, 1, 0],
      [9, 1, 1],
      [9, 0, 1],
    ]
    for (const [tick, row] of rows.entries()) past.take(row, tick + 1, 0)
    // The first state is not compared with anything that was told.
    expect(remembered(past, 9).filter((tick) => tick > 1)).toEqual([3, 5, 6])
  })

  test('D13 that others do not get is none', () => {
    const past = pastOf({ x: number(), isDown: own(flag()), isMad: hidden(flag()) })
    for (let tick = 0; tick < 6; tick++) past.take([tick, tick & 1, tick & 1], tick, 0)
    expect(remembered(past, 6)).toEqual([])
  })
})

describe('D13 the rows of an entity', () => {
  test('D13 are kept only where somebody does not get a column, and an input moves the entity', () => {
    expect(new Past(new Schema({ x: number(), feet: own(number()) })).rows).toBe(null)
    expect(pastOf({ x: number(), n: once(int()), score: told(int()), name: text(9) }).rows).toBe(
      null,
    )
    expect(pastOf({ x: number(), feet: own(number()) }).rows).not.toBe(null)
    expect(pastOf({ x: number(), luck: hidden(number()) }).rows).not.toBe(null)
  })

  test('D13 hold all columns as of each network tick', () => {
    const past = pastOf({ x: number(), feet: own(number()) })
    const { rows } = past
    for (let tick = 3; tick < 9; tick++) past.take([10 * tick, 100 * tick, 7], tick, 3)
    for (let tick = 3; tick < 9; tick++) {
      const from = rows!.find(tick)
      expect([...rows!.rows.subarray(from, from + 2)]).toEqual([10 * tick, 100 * tick])
    }
    expect(rows!.find(2)).toBe(-1)
  })
})
