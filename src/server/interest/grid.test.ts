import { expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { ByteAllowance } from '../connection/byte-allowance.ts'
import { PriorityQueue } from '../replication/priority-queue.ts'
import { Grid } from './grid.ts'
import { SlotSet } from './slot-set.ts'

test.each([1, 2, 3, 4])('a grid finds what a search of everything finds (seed %i)', (seed) => {
  const random = new Random(seed)
  const side = [10, 1000, 1e6, 50][seed - 1]!
  const [radius, margin] = [side / 7, side / 40]
  const grid = new Grid(radius, margin)
  for (let round = 0; round < 20; round++) {
    const count = random.uint32() % 300
    const places = Array.from({ length: count }, (_, slot) => ({
      slot,
      x: slot % 50 === 3 ? Number.NaN : (random.next() - 0.5) * side,
      y: slot % 70 === 3 ? Infinity : (random.next() - 0.5) * side,
    }))
    grid.begin()
    for (const { slot, x, y } of places) {
      const n = grid.put(slot)
      grid.xs[n] = x
      grid.ys[n] = y
    }
    grid.finish()
    const [found, before] = [new SlotSet(), new SlotSet()]
    for (const set of [found, before]) set.reach(300)
    for (const { slot } of places) if (random.next() < 0.5) before.add(slot)
    const [x, y] = [(random.next() - 0.5) * side * 1.3, (random.next() - 0.5) * side * 1.3]
    grid.find(found, before, x, y)
    const near = places.filter((place) => {
      const apart = Math.hypot(place.x - x, place.y - y)
      return apart < radius || (apart <= radius + margin && before.has(place.slot))
    })
    expect(found.toArray()).toEqual(near.map(({ slot }) => slot))
  }
})

test('entries come by weight, the heaviest first', () => {
  const random = new Random(5)
  const weights = Float64Array.from({ length: 500 }, () => random.next())
  const turns = new PriorityQueue()
  weights.forEach((weight, n) => {
    turns.push(n, weight)
  })
  const order = [...weights.keys()].sort((a, b) => weights[b]! - weights[a]!)
  for (const n of order) expect(turns.pop()).toBe(n)
  expect(turns.pop()).toBe(-1)
})

test('an allowance saves up two packets, and owes no more', () => {
  const allowance = new ByteAllowance(100)
  expect(allowance.at(10)).toBe(100)
  allowance.spend(60)
  expect(allowance.at(11)).toBe(140)
  expect(allowance.at(40)).toBe(200)
  allowance.spend(5000)
  expect(allowance.at(41)).toBe(-100)
  expect(allowance.at(43)).toBe(100)
})
