import { describe, expect, test } from 'vitest'
import { Repeating } from './repeating.ts'

/** Judges twenty times a second for so many seconds, from `fromMs` on. Returns the share of the snapshots that are repeated. */
function judge(repeating: Repeating, lost: () => number, fromMs: number, seconds: number): number {
  let repeated = 0
  for (let i = 0; i < 20 * seconds; i++) if (repeating.judge(lost(), fromMs + 50 * i)) repeated++
  return repeated / (20 * seconds)
}

describe('snapshots are repeated', () => {
  test('never while hardly any get lost', () => {
    expect(judge(new Repeating(), () => 2, 0, 60)).toBe(0)
  })

  test('from the third loss of 32 on, and until 30 s after the last sign of it', () => {
    const repeating = new Repeating()
    expect(repeating.judge(3, 1000)).toBe(true)
    expect(judge(repeating, () => 0, 1050, 28)).toBe(1)
    expect(judge(repeating, () => 0, 31_000, 10)).toBe(0)
  })

  test('not where as many get lost with repeats, as where a router drops what is too much', () => {
    const repeating = new Repeating()
    let isOn = false
    const policed = (): number => (isOn ? 12 : 7)
    let repeated = 0
    for (let nowMs = 0; nowMs < 300_000; nowMs += 50) {
      isOn = repeating.judge(policed(), nowMs)
      if (isOn) repeated++
    }
    // Three seconds of a try, then thirty without one.
    expect(repeated / 6000).toBeLessThan(0.11)
    expect(repeated).toBeGreaterThan(0)
  })

  test('go on where they help', () => {
    const repeating = new Repeating()
    let isOn = false
    let repeated = 0
    for (let nowMs = 0; nowMs < 300_000; nowMs += 50) {
      isOn = repeating.judge(isOn && nowMs > 1000 ? 0 : 7, nowMs)
      if (isOn) repeated++
    }
    expect(repeated / 6000).toBeGreaterThan(0.95)
  })
})
