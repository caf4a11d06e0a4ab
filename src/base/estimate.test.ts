import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SlidingMin } from './estimate.ts'

function push(min: SlidingMin, timeMs: number, sample: number): void {
  min.timeMs = timeMs
  min.sample = sample
  min.insert()
}

function value(min: SlidingMin, timeMs: number): number {
  min.timeMs = timeMs
  min.look()
  return min.least
}

describe('SlidingMin', () => {
  test('is NaN before the first value and when all have left the window', () => {
    const min = new SlidingMin(1000)
    expect(value(min, 0)).toBeNaN()
    push(min, 0, 5)
    expect(value(min, 1000)).toBe(5)
    expect(value(min, 1001)).toBeNaN()
  })

  test('falls at once and rises only when the low value is old', () => {
    const min = new SlidingMin(1000)
    push(min, 0, 50)
    push(min, 100, 20)
    expect(value(min, 100)).toBe(20)
    for (let t = 200; t <= 2000; t += 100) push(min, t, 80)
    expect(value(min, 1100)).toBe(80)
  })

  test('NaN is ignored and a time that runs backwards does not hurt', () => {
    const min = new SlidingMin(1000)
    push(min, 500, 3)
    push(min, 100, 4)
    push(min, 600, Number.NaN)
    push(min, Number.NaN, 1)
    expect(value(min, 1500)).toBe(3)
    expect(value(min, 1501)).toBeNaN()
    min.clear()
    push(min, 0, 9)
    expect(value(min, 0)).toBe(9)
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
          push(min, nowMs, sample)
          seen.push({ timeMs: nowMs, value: sample })
          const exact = (windowMs: number) =>
            Math.min(...seen.filter((s) => s.timeMs >= nowMs - windowMs).map((s) => s.value))
          const got = value(min, nowMs)
          expect(got).toBeLessThanOrEqual(exact(100))
          expect(got).toBeGreaterThanOrEqual(exact(100 + 100 / (capacity - 2)))
        }
      }),
    )
  })

  test('a flood of ever higher values makes no more entries than a window has, and still expires', () => {
    const min = new SlidingMin(1000, 16)
    for (let i = 0; i < 100_000; i++) push(min, i * 0.1, i)
    const spacingMs = 1000 / 14
    expect(value(min, 9999.9)).toBeGreaterThanOrEqual(89_999 - spacingMs * 10 - 1)
    // Times are sums of rounded tenths: the oldest may be just out.
    expect(value(min, 9999.9)).toBeLessThanOrEqual(90_000)
  })
})
