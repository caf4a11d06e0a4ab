import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingRing } from './growing-ring.ts'

test('rows from the oldest in use on keep their values, however far the number leaps', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 40 })))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), steps, (start, all) => {
      const ring = new GrowingRing(32)
      const held = new Map<number, number>()
      let number = start
      let oldest = start
      for (const [leap, back] of all) {
        number += leap
        oldest = Math.max(oldest, number - back)
        const at = ring.claim(number, oldest)
        ring.values[at] = number
        ring.values[at + 1] = -number
        held.set(number, -number)
        for (const [one, value] of held)
          if (one >= oldest && number - one < 32)
            expect([ring.values[ring.at(one)], ring.values[ring.at(one) + 1]]).toEqual([one, value])
      }
    }),
  )
})

test('room grows with the rows in use, up to the most', () => {
  const ring = new GrowingRing(16)
  for (let n = 0; n < 100; n++) ring.claim(n, n - 3)
  expect(ring.rows).toBe(4)
  ring.claim(100, 96)
  expect([ring.rows, ring.values.length]).toEqual([8, 16])
  ring.claim(101, 0)
  expect([ring.rows, ring.values.length]).toEqual([16, 32])
})
