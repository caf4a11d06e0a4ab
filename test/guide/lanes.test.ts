import { expect, test } from 'vitest'
import { frame, Other, stateCame } from './lanes.ts'

test('who flies a long bow is shown closer to the present than who turns about six times a second', () => {
  const turns = (at: number): number => (Math.floor(at / 170) % 2 === 0 ? 300 : -300)
  const bow = new Other()
  const runner = new Other()
  let runnerX = 0
  const off: number[] = []
  const truth = (ms: number): number => 400 * Math.sin(ms / 1000)
  for (let ms = 0; ms <= 20_000; ms += 10) {
    if (ms > 0) runnerX += turns(ms - 10) * 0.01
    if (ms % 50 === 0) {
      stateCame(ms, ms)
      bow.came(ms, [truth(ms), ms, 400 * Math.cos(ms / 1000), 1000])
      runner.came(ms, [runnerX, ms / 10, turns(ms), 100])
    }
    frame(ms)
    const [bowX = Number.NaN, bowMs = Number.NaN] = bow.look()
    const runnerMs = runner.look()[1]! * 10
    if (ms < 12_000) continue
    off.push(Math.abs(bowX - truth(bowMs)))
    expect(ms - bowMs).toBeLessThan(ms - runnerMs - 15)
  }
  expect(Math.max(...off)).toBeLessThan(2)
})
