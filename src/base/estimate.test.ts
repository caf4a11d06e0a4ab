import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SlidingMin } from './estimate.ts'

describe('SlidingMin', () => {
  test('is NaN before the first value and when all have left the window', () => {
    const min = new SlidingMin(1000)
    expect(min.value(0)).toBeNaN()
    min.push(0, 5)
    expect(min.value(1000)).toBe(5)
    expect(min.value(1001)).toBeNaN()
  })

  test('falls at once and rises only when the low value is old', () => {
    const min = new SlidingMin(1000)
    min.push(0, 50)
    min.push(100, 20)
    expect(min.value(100)).toBe(20)
    for (let t = 200; t <= 2000; t += 100) min.push(t, 80)
    expect(min.value(1100)).toBe(80)
  })

  test('NaN is ignored and a time that runs backwards does not hurt', () => {
    const min = new SlidingMin(1000)
    min.push(500, 3)
    min.push(100, 4)
    min.push(600, Number.NaN)
    min.push(Number.NaN, 1)
    expect(min.value(1500)).toBe(3)
    expect(min.value(1501)).toBeNaN()
    min.clear()
    min.push(0, 9)
    expect(min.value(0)).toBe(9)
  })

  test('lies between the exact minima of the window and of the window plus one spacing', () => {
    const steps = fc.array(fc.tuple(fc.double({ min: 0, max: 30, noNaN: true }), fc.integer()), {
      maxLength: 300,
    })
    fc.assert(
      fc.property(steps, (samples) => {
        const capacity = 8
        const min = new SlidingMin(100, capacity)
        const seen: { timeMs: number; value: number }[] = []
        let nowMs = 0
        for (const [gapMs, value] of samples) {
          nowMs += gapMs
          min.push(nowMs, value)
          seen.push({ timeMs: nowMs, value })
          const exact = (windowMs: number) =>
            Math.min(...seen.filter((s) => s.timeMs >= nowMs - windowMs).map((s) => s.value))
          const got = min.value(nowMs)
          expect(got).toBeLessThanOrEqual(exact(100))
          expect(got).toBeGreaterThanOrEqual(exact(100 + 100 / (capacity - 2)))
        }
      }),
    )
  })

  test('a flood of ever higher values stays inside its fixed arrays and still expires', () => {
    const min = new SlidingMin(1000, 16)
    for (let i = 0; i < 100_000; i++) min.push(i * 0.1, i)
    const spacingMs = 1000 / 14
    expect(min.value(9999.9)).toBeGreaterThanOrEqual(89_999 - spacingMs * 10 - 1)
    expect(min.value(9999.9)).toBeLessThanOrEqual(89_999)
  })
})
