import { expect, test } from 'vitest'
import { counts, frame } from './loops.ts'

test('C4 C13 the loop of the guide steps 60 times a second at 144 Hz, and thinks 5 times', () => {
  let largestMove = 0
  let last = frame(0)
  for (let i = 1; i <= 1440; i++) {
    const x = frame((i * 1000) / 144)
    largestMove = Math.max(largestMove, Math.abs(x - last))
    expect(Math.abs(x)).toBeLessThan(120)
    last = x
  }
  expect(Math.abs(counts.steps - 600)).toBeLessThanOrEqual(1)
  expect(counts.thoughts).toBe(50)
  // Never more than the greatest speed of the weight in one frame, also where no step fell into it.
  expect(largestMove).toBeLessThan((100 * Math.sqrt(200) * 1.15) / 144)
})
