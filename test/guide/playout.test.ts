import { expect, test } from 'vitest'
import { arrived, momentToShow } from './playout.ts'

test('the playout of the guide is less than an interval behind what arrives, and waits when nothing comes', () => {
  expect(momentToShow(1000)).toBeNaN()
  let nowMs = 1000
  let stampMs = 90_000
  for (; stampMs < 96_000; stampMs += 50) {
    nowMs += 50
    arrived(stampMs, nowMs)
    expect(stampMs - momentToShow(nowMs)).toBeLessThan(50)
  }
  const newestMs = stampMs - 50
  for (let i = 0; i < 60; i++) momentToShow((nowMs += 1000 / 60))
  expect(momentToShow(nowMs)).toBeGreaterThan(newestMs + 100)
  expect(momentToShow(nowMs)).toBeLessThan(newestMs + 300)
})
