import { expect, test } from 'vitest'
import { ClaimedMoment } from './claimed-moment.ts'

const INEXACT = 4
const at = (shown: ClaimedMoment, own: number) => own + shown.ahead

test('D13 a claimed moment is unknown at first, and then goes on with the own time', () => {
  const shown = new ClaimedMoment()
  expect(at(shown, 500)).toBeNaN()
  shown.claim(300, 500, 520, INEXACT)
  expect([480, 500, 560].map((own) => at(shown, own))).toEqual([280, 300, 360])
})

test('D13 a claimed moment stands still rather than going back', () => {
  const shown = new ClaimedMoment()
  shown.claim(300, 500, 520, INEXACT)
  shown.claim(200, 600, 620, INEXACT)
  expect(at(shown, 600)).toBe(300)
  shown.claim(-5000, 700, 720, INEXACT)
  expect(at(shown, 700)).toBe(300)
  shown.claim(310, 720, 740, INEXACT)
  expect(at(shown, 720)).toBe(310)
})

test('D13 a claimed moment runs at most 1.5 times as fast as time, by the own time or the clock', () => {
  const shown = new ClaimedMoment()
  shown.claim(300, 500, 520, INEXACT)
  shown.claim(9000, 600, 540, INEXACT)
  expect(at(shown, 600)).toBe(300 + 150 + INEXACT)
  shown.claim(9000, 600, 640, INEXACT)
  expect(at(shown, 600)).toBe(454 + 150 + INEXACT)
  shown.claim(9000, 660, 640, INEXACT)
  expect(at(shown, 660)).toBe(608 + 90 + INEXACT)
})

test('D13 claims that alternate between two moments gain neither', () => {
  const shown = new ClaimedMoment()
  const lags: number[] = []
  for (let own = 0; own <= 2000; own += 16) {
    shown.claim(own % 32 === 0 ? own - 200 : own - 20, own, own, INEXACT)
    lags.push(own - at(shown, own))
  }
  // It runs up to the newer one within a second, and never falls back by more than it stands still for a step.
  const last = lags.slice(-40)
  expect(Math.max(...last) - Math.min(...last)).toBeLessThanOrEqual(16 + INEXACT)
})
