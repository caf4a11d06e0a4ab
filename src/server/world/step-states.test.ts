import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StepStates } from './step-states.ts'

const WIDTH = 3
const MOST = 16

test('all states since a moment are kept, up to the most, in no more room than they need', () => {
  // By how much time goes on with each state, and whether numbers are taken after it.
  const step = fc.tuple(fc.integer({ min: 1, max: 600 }), fc.boolean())
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const states = new StepStates(WIDTH, MOST)
      const all: number[] = []
      let since = Number.NaN
      let needed = 0
      let stamp = 0
      for (const [later, isTaken] of steps) {
        stamp += later
        const slot = states.add(since)
        states.stamps[slot] = stamp
        states.rows.fill(stamp, slot * WIDTH, (slot + 1) * WIDTH)
        all.push(stamp)
        const wanted = all.filter((one) => !(one <= since)).slice(-MOST)
        needed = Math.max(needed, wanted.length)
        const held = wanted.map((_, n) => states.slot(all.length - wanted.length + n))
        expect(held.map((at) => states.stamps[at])).toEqual(wanted)
        for (const at of held)
          for (let i = 0; i < WIDTH; i++)
            expect(states.rows[at * WIDTH + i]).toBe(states.stamps[at])
        if (since >= 0) expect(states.firstAfter(since)).toBe(all.length - wanted.length)
        if (isTaken) since = stamp
      }
      expect(states.stamps.length).toBeLessThanOrEqual(Math.max(4, 2 * needed))
      expect(states.stamps.length).toBeLessThanOrEqual(MOST)
    }),
  )
})
