import { expect, test } from 'vitest'
import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import { Budget } from './budget.ts'
import { Rest } from './rest.ts'

const STEP_MS = 1000 / 60
/** A player who has been at rest for so many steps since its last packet. */
function rested(steps: number) {
  const guard = new Budget(0, STEP_MS, { startMs: 0 })
  const rest = new Rest()
  for (let n = 1; n <= steps; n++) rest.pay(guard, n * SUBTICKS_PER_STEP, 0, Infinity)
  const now = steps * SUBTICKS_PER_STEP + 10
  /** How many of `count` inputs are taken at once, so many steps later. */
  const taken = (count: number, { isRepeat = true, does = false, later = 0 } = {}): number => {
    let n = 0
    for (; n < count; n++) {
      const grant = rest.take(isRepeat, guard, now + later * SUBTICKS_PER_STEP, Infinity)
      if (grant === null) break
      if (grant === 'paid') rest.isStill = !does
    }
    return n
  }
  return { guard, rest, taken }
}

test('inputs that were held back are taken all at once, together with the first that differs', () => {
  const { taken } = rested(15)
  expect(taken(14)).toBe(14)
  expect(taken(1, { isRepeat: false })).toBe(1)
})

test('no more inputs are taken than there was time for', () => {
  const { taken } = rested(15)
  expect(taken(100)).toBe(15)
})

test('inputs that do something come at twice the normal speed, whatever was saved up', () => {
  const { taken } = rested(60)
  // The first one was not known to do something until it was taken.
  expect(taken(60, { does: true })).toBe(3)
  for (let later = 1; later < 10; later++) expect(taken(60, { does: true, later })).toBe(2)
})

test('inputs that differ from those held back come at twice the normal speed too', () => {
  const { taken } = rested(60)
  expect(taken(60, { isRepeat: false })).toBe(2)
  expect(taken(60, { isRepeat: false, later: 1 })).toBe(2)
})

test('the speed also holds where the saved steps run out in the middle of a step', () => {
  const { taken } = rested(5)
  expect(taken(9, { isRepeat: false })).toBe(2)
  expect(taken(9, { isRepeat: false, later: 1 })).toBe(2)
  // One step that was paid for, and one of the guard, which has saved two since.
  expect(taken(9, { isRepeat: false, later: 2 })).toBe(2)
})

test('after a player comes to rest again, the next inputs are taken at once again', () => {
  const { rest, guard, taken } = rested(30)
  expect(taken(4, { does: true })).toBe(3)
  expect(taken(1, { later: 1 })).toBe(1)
  expect(taken(12, { later: 1 })).toBe(12)
  rest.pay(guard, 50 * SUBTICKS_PER_STEP, 0, Infinity)
})
