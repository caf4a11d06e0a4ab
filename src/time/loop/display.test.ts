import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extrapolatedDisplay } from './display.ts'
import { FixedTimestep } from './fixed-timestep.ts'

const value = fc.double({ min: -1e4, max: 1e4, noNaN: true })

describe('extrapolatedDisplay', () => {
  test('C8 is previous extrapolated and current extrapolated, blended by alpha: by hand', () => {
    // 10 + 100 x 1.25 x 0.1 = 22.5, weight 0.75; 30 + 40 x 0.25 x 0.1 = 31, weight 0.25.
    expect(extrapolatedDisplay(10, 100, 30, 40, 0.25, 0.1)).toBeCloseTo(24.625, 12)
    expect(extrapolatedDisplay(10, 100, 30, 40, 0, 0.1)).toBe(20)
    expect(extrapolatedDisplay(10, 100, 30, 40, 1, 0.1)).toBe(34)
  })

  test('C8 is continuous from one step to the next, whatever the next state is', () => {
    fc.assert(
      fc.property(value, value, value, value, value, value, (x0, v0, x1, v1, x2, v2) => {
        const end = extrapolatedDisplay(x0, v0, x1, v1, 1, 0.05)
        const begin = extrapolatedDisplay(x1, v1, x2, v2, 0, 0.05)
        expect(end).toBeCloseTo(begin, 9)
      }),
    )
  })

  test('C8 shows even movement where it is now, at any frame rate, while C5 shows it a step ago', () => {
    for (const fps of [24, 60, 144]) {
      const clock = new FixedTimestep({ stepMs: 50 })
      let previous = -15
      let current = 0
      for (let i = 0; i < 3 * fps; i++) {
        for (let steps = clock.advance((i * 1000) / fps); steps > 0; steps--) {
          previous = current
          current += 300 * 0.05
        }
        const shown = extrapolatedDisplay(previous, 300, current, 300, clock.alpha, 0.05)
        expect(Math.abs(shown - (300 * i) / fps)).toBeLessThan(0.0601)
        const interpolated = previous + (current - previous) * clock.alpha
        expect(interpolated).toBeCloseTo(shown - 15, 9)
      }
    }
  })

  test('C8 its artefact: at a sudden stop it overshoots by one step of the old velocity, and comes back', () => {
    // 100 units/s, steps of 0.1 s: 0, 10, 20, then a wall at 20 stops it.
    const states = [
      { x: 0, v: 100 },
      { x: 10, v: 100 },
      { x: 20, v: 100 },
      { x: 20, v: 0 },
      { x: 20, v: 0 },
    ]
    const shown: number[] = []
    for (let step = 1; step < states.length; step++) {
      for (const alpha of [0, 0.5]) {
        const [from, to] = [states[step - 1]!, states[step]!]
        shown.push(extrapolatedDisplay(from.x, from.v, to.x, to.v, alpha, 0.1))
      }
    }
    // In the step of the stop 20 + 10 (1 - alpha^2): 30 and 27.5, where the thing itself never passed 20.
    expect(shown.map((x) => Math.round(x * 1e9) / 1e9)).toEqual([10, 15, 20, 25, 30, 27.5, 20, 20])
  })
})
