import { expect, test } from 'vitest'
import { turn } from './loops-server.ts'

test('C4 C13 a server turned by a timer of 5.07 ms steps 60 times a second and sends 20 times', () => {
  let steps = 0
  const sent: number[] = []
  for (let i = 0; i * 5.07 <= 60_000; i++) {
    const nowMs = 7_000 + i * 5.07
    turn(
      nowMs,
      () => steps++,
      (timeMs) => {
        // The stamp is the time that was simulated, and that is the time on the wall.
        expect(timeMs).toBeCloseTo((steps * 1000) / 60, 6)
        expect(nowMs - 7_000 - timeMs).toBeGreaterThan(-1e-6)
        expect(nowMs - 7_000 - timeMs).toBeLessThan(5.07 + 1e-6)
        sent.push(timeMs)
      },
    )
  }
  expect(sent.length).toBe(1199)
  for (const [i, timeMs] of sent.entries()) expect(timeMs).toBeCloseTo((i + 1) * 50, 6)
})
