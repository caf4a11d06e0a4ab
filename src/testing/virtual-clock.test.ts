import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VirtualClock } from './virtual-clock.ts'

describe('VirtualClock', () => {
  test('runs timers in time order, each at its own time', () => {
    const clock = new VirtualClock(100)
    const seen: [string, number][] = []
    for (const [name, delayMs] of [
      ['c', 30],
      ['a', 10],
      ['b', 20],
    ] as const) {
      clock.after(delayMs, () => seen.push([name, clock.nowMs()]))
    }
    clock.advance(25)
    expect(seen).toEqual([
      ['a', 110],
      ['b', 120],
    ])
    expect(clock.nowMs()).toBe(125)
    expect(clock.pending).toBe(1)
    clock.advanceTo(130)
    expect(seen.at(-1)).toEqual(['c', 130])
    expect(clock.pending).toBe(0)
  })

  test('runs any set of timers by time, and ties in the order in which they were set', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (delays) => {
        const clock = new VirtualClock()
        const seen: number[] = []
        delays.forEach((delayMs, i) => {
          clock.after(delayMs, () => seen.push(i))
        })
        clock.advance(20)
        const expected = delays
          .map((delayMs, i) => ({ delayMs, i }))
          .sort((a, b) => a.delayMs - b.delayMs || a.i - b.i)
        expect(seen).toEqual(expected.map((timer) => timer.i))
      }),
    )
  })

  test('timers set by timers run in the same advance when they fall due', () => {
    const clock = new VirtualClock()
    const seen: number[] = []
    const again = () => {
      seen.push(clock.nowMs())
      if (seen.length < 5) clock.after(10, again)
    }
    clock.after(0, again)
    clock.advance(30)
    expect(seen).toEqual([0, 10, 20, 30])
    expect(clock.pending).toBe(1)
  })

  test('a cancelled timer never runs, and cancelling it twice counts once', () => {
    const clock = new VirtualClock()
    let ran = false
    const undo = clock.after(5, () => {
      ran = true
    })
    clock.after(6, () => undefined)
    undo()
    undo()
    expect(clock.pending).toBe(1)
    clock.advance(10)
    undo()
    expect(ran).toBe(false)
    expect(clock.pending).toBe(0)
  })

  test('refuses to run backwards', () => {
    const clock = new VirtualClock(50)
    expect(() => clock.advanceTo(49)).toThrow('timeMs is 49')
    expect(() => clock.after(-1, () => undefined)).toThrow('delayMs is -1')
    expect(() => clock.after(Number.NaN, () => undefined)).toThrow('delayMs is NaN')
  })
})
