import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDue } from './due.ts'

function dueIn(fromTick: number, ticks: number, stepHz: number, hz: number, phase = 0): number {
  let count = 0
  for (let i = 0; i < ticks; i++) if (isDue(fromTick + i, stepHz, hz, phase)) count++
  return count
}

describe('isDue', () => {
  test('C13 5 Hz among 30 is every sixth step, beginning with step 0', () => {
    const due: number[] = []
    for (let tick = 0; tick < 20; tick++) if (isDue(tick, 30, 5)) due.push(tick)
    expect(due).toEqual([0, 6, 12, 18])
    expect(isDue(4, 30, 5, 2)).toBe(true)
    expect(isDue(6, 30, 5, 2)).toBe(false)
  })

  test('C13 counts are exact over ten seconds, also for rates that do not divide the steps', () => {
    for (const stepHz of [30, 60, 144]) {
      for (const hz of [1, 4, 5, 7, 7.5, 11, 13, 17, 23, 29.9, 30])
        expect(dueIn(0, 10 * stepHz, stepHz, hz), `${hz} of ${stepHz}`).toBe(10 * hz)
    }
  })

  test('C13 at the rate of the steps it is due in every step, below one in two never twice in a row', () => {
    expect(dueIn(123, 600, 60, 60)).toBe(600)
    for (let tick = 0; tick < 600; tick++)
      expect(isDue(tick, 60, 29) && isDue(tick + 1, 60, 29)).toBe(false)
  })

  test('C13 in any stretch of time the count is within one of the rate, at any phase', () => {
    const hz = fc.double({ min: 0.1, max: 60, noNaN: true })
    const phases = fc.double({ min: -1000, max: 1000, noNaN: true })
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(400), hz, phases, (tick, ticks, rate, phase) => {
        const exact = (ticks * rate) / 60
        expect(Math.abs(dueIn(tick, ticks, 60, rate, phase) - exact)).toBeLessThan(1 + 1e-6)
      }),
    )
  })

  test('C13 a phase that has no exact binary fraction makes nothing due twice', () => {
    // It is due in steps where (tick + 0.2) * 12.5 / 30 passes an integer: 834 within 2000 steps.
    expect(dueIn(0, 2000, 30, 12.5, 0.2)).toBe(834)
  })

  test.each([5, 7, 12.5])(
    'C13 a thousand animals that think at %d Hz are spread evenly over the steps by their number',
    (hz) => {
      let least = Infinity
      let most = 0
      for (let tick = 0; tick < 300; tick++) {
        let thinking = 0
        for (let animal = 0; animal < 1000; animal++) if (isDue(tick, 30, hz, animal)) thinking++
        least = Math.min(least, thinking)
        most = Math.max(most, thinking)
      }
      expect(most - least).toBeLessThanOrEqual(1)
      expect(most).toBe(Math.ceil((1000 * hz) / 30))
    },
  )

  test('C13 a rate that is not above 0, or above that of the steps, is refused by name', () => {
    for (const hz of [0, -5, Number.NaN, 61]) expect(() => isDue(0, 60, hz)).toThrow(/hz is .* 60/)
  })
})
