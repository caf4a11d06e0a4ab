import { expect, test } from 'vitest'
import { quantile, readTrace, type TraceEvent } from '../bench/page/trace.ts'

const event = (name: string, atMs: number, forMs: number, more: Partial<TraceEvent> = {}) => ({
  name,
  ph: 'X',
  pid: 1,
  tid: 1,
  ts: atMs * 1000,
  dur: forMs * 1000,
  ...more,
})

/** Two callbacks in one frame, a packet between two frames, a task traced under two names, another thread. */
const TRACE = [
  event('RunTask', 0, 10),
  event('FireAnimationFrame', 1, 3),
  event('FunctionCall', 1, 2),
  event('FireAnimationFrame', 5, 2),
  event('RunTask', 20, 4),
  event('FunctionCall', 20, 4),
  event('RunTask', 30, 60, { tdur: 20_000 }),
  event('ThreadControllerImpl::RunTask', 30, 59, { tdur: 19_000 }),
  event('FireAnimationFrame', 31, 7),
  event('RunTask', 100, 80),
  event('FireAnimationFrame', 101, 1),
  event('RunTask', 0, 500, { tid: 2 }),
  event('FireAnimationFrame', 0, 500, { tid: 2 }),
]

test('a frame is all JavaScript from its callbacks to the next, each once, of the busiest thread', () => {
  expect(readTrace(TRACE).scriptMs).toEqual([9, 7])
})

test('long tasks count once, by the time that passed and by the time they ran', () => {
  expect(readTrace(TRACE).longTasks).toEqual([
    { wallMs: 60, cpuMs: 20 },
    { wallMs: 80, cpuMs: 80 },
  ])
})

test('quantiles of none are no number', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
  expect(quantile([3, 1, 2], 1)).toBe(3)
  expect(quantile([], 0.5)).toBeNaN()
})
