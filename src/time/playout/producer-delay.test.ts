import { describe, expect, test } from 'vitest'
import { producerDelayMs } from './producer-delay.ts'

describe('C11 the delay of a display apart from its simulation', () => {
  test('is the send interval, the age of the newest step and the lateness of the producer', () => {
    const bounds = { workMs: 7, timerMs: 3 }
    expect(producerDelayMs({ stepHz: 50, sendHz: 25, ...bounds })).toBe(40 + 10)
    // Every other snapshot lies half a step after the newest step.
    expect(producerDelayMs({ stepHz: 30, sendHz: 20, ...bounds })).toBeCloseTo(50 + 100 / 6 + 10)
    expect(producerDelayMs({ stepHz: 50, sendHz: 25 })).toBe(40 + 20 + 5)
  })

  test('is what docs/TIME.md and the guide say', () => {
    expect(producerDelayMs({ stepHz: 60, sendHz: 20 })).toBeCloseTo(71.7, 1)
    expect(producerDelayMs({ stepHz: 30, sendHz: 20 })).toBeCloseTo(105, 1)
    expect(producerDelayMs({ stepHz: 30, sendHz: 20, workMs: 8 })).toBeCloseTo(79.7, 1)
  })

  test.each([
    [{ stepHz: 0, sendHz: 20 }, 'stepHz'],
    [{ stepHz: 30, sendHz: Number.NaN }, 'sendHz'],
    [{ stepHz: 30, sendHz: 20, workMs: -1 }, 'workMs'],
    [{ stepHz: 30, sendHz: 20, timerMs: Number.POSITIVE_INFINITY }, 'timerMs'],
  ])('refuses %o', (bounds, name) => {
    expect(() => producerDelayMs(bounds)).toThrow(name)
  })
})
