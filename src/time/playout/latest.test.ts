import { expect, test } from 'vitest'
import { Latest } from './latest.ts'
import { runPlayoutCases } from './playout.case.ts'

runPlayoutCases({
  name: 'Latest',
  open: () => new Latest(),
  delayMs: 0,
  withinMs: 67,
  rates: [0, 8],
})

test('Latest shows the newest state from the frame after its arrival on, and nothing in between', () => {
  const playout = new Latest()
  playout.begin(50)
  playout.arrived(5000, 1000)
  expect(playout.advance(1000)).toBe(5000)
  expect(playout.advance(1016)).toBe(5000)
  expect(playout.rate).toBe(0)
  playout.arrived(5050, 1020)
  playout.arrived(5020, 1030)
  expect(playout.advance(1032)).toBe(5050)
  expect(playout.rate).toBe(50 / 16)
  expect(playout.delayMs).toBe(0)
})
