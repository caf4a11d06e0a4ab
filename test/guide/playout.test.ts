import { expect, test } from 'vitest'
import { arrived, momentToShow } from './playout.ts'

test('D7 the playout of the guide shows 100 ms behind what arrives, and more when that fails to come', () => {
  expect(momentToShow(1000)).toBeNaN()
  let nowMs = 1000
  for (let stampMs = 90_000; stampMs < 92_000; stampMs += 50) {
    nowMs += 50
    arrived(stampMs, nowMs)
    expect(stampMs - momentToShow(nowMs)).toBeCloseTo(100, 6)
  }
  for (let i = 0; i < 60; i++) momentToShow((nowMs += 1000 / 60))
  arrived(92_950, nowMs)
  expect(92_950 - momentToShow(nowMs + 1)).toBeGreaterThan(250)
})
