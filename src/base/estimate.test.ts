import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SlidingMin } from './estimate.ts'

describe('SlidingMin', () => {
  test('is NaN before the first value and when the window is empty', () => {
    const min = new SlidingMin(1000)
    expect(min.leastAt(0)).toBeNaN()
    min.insert(5, 0)
    expect(min.leastAt(1000)).toBe(5)
    expect(min.leastAt(1001)).toBeNaN()
  })

  test('falls at once and rises only when the low value is old', () => {
    const min = new SlidingMin(1000)
    min.insert(50, 0)
    min.insert(20, 100)
    expect(min.leastAt(100)).toBe(20)
    for (let t = 200; t <= 2000; t += 100) min.insert(80, t)
    expect(min.leastAt(1100)).toBe(80)
  })

  test('NaN is ignored and a time that runs backwards does no harm', () => {
    const min = new SlidingMin(1000)
    min.insert(3, 500)
    min.insert(4, 100)
    min.insert(Number.NaN, 600)
    min.insert(1, Number.NaN)
    expect(min.leastAt(1500)).toBe(3)
    expect(min.leastAt(1501)).toBeNaN()
    min.clear()
    min.insert(9, 0)
    expect(min.leastAt(0)).toBe(9)
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
        for (const [gapMs, sample] of samples) {
          nowMs += gapMs
          min.insert(sample, nowMs)
          seen.push({ timeMs: nowMs, value: sample })
          const exact = (windowMs: number) =>
            Math.min(...seen.filter((s) => s.timeMs >= nowMs - windowMs).map((s) => s.value))
          const got = min.leastAt(nowMs)
          expect(got).toBeLessThanOrEqual(exact(100))
          expect(got).toBeGreaterThanOrEqual(exact(100 + 100 / (capacity - 2)))
        }
      }),
    )
  })

  test('a flood of ever higher values makes no more entries than a window has, and still expires', () => {
    const min = new SlidingMin(1000, 16)
    for (let i = 0; i < 100_000; i++) min.insert(i, i * 0.1)
    const spacingMs = 1000 / 14
    expect(min.leastAt(9999.9)).toBeGreaterThanOrEqual(89_999 - spacingMs * 10 - 1)
    // Times are sums of rounded tenths, so the oldest may be just outside the window.
    expect(min.leastAt(9999.9)).toBeLessThanOrEqual(90_000)
  })
})
