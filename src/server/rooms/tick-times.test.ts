import { expect, test } from 'vitest'
import { TICK_BOUNDS_MS, TickTimes } from './tick-times.ts'

test('each tick counts in the first class whose bound it does not pass', () => {
  const times = new TickTimes()
  times.note(0.05, 1)
  times.note(0.051, 1)
  times.note(16, 1)
  times.note(5000, 1)
  const classes = [...times.counts].flatMap((count, i) => (count > 0 ? [[i, count]] : []))
  expect(classes).toEqual([
    [0, 1],
    [1, 1],
    [TICK_BOUNDS_MS.indexOf(16), 1],
    [TICK_BOUNDS_MS.length, 1],
  ])
  expect(times.sumMs).toBeCloseTo(5016.101, 6)
  expect(times.late).toBe(0)
})

test('ticks of one call share its time, and all but the last are late', () => {
  const times = new TickTimes()
  times.note(12, 4)
  expect(times.counts[TICK_BOUNDS_MS.indexOf(4)]).toBe(4)
  expect(times).toMatchObject({ sumMs: 12, late: 3 })
})
