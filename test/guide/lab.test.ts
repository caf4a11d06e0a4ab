import { expect, test } from 'vitest'
import { came, look } from './lab.ts'

test('E15 the picture of the guide follows, and its factor and error are known', () => {
  let seen = look(0, 0)
  for (let frame = 1; frame <= 600; frame++) {
    const nowMs = (frame * 1000) / 60
    if (frame % 3 === 0) came(nowMs - 40, nowMs, (nowMs - 40) * 0.3, 0)
    seen = look(nowMs, 1 / 60)
  }
  expect(seen.x).toBeGreaterThan(0.3 * 9700)
  expect(seen.x).toBeLessThan(0.3 * 10_000)
  expect(seen.errorPx).toBeGreaterThan(0)
  expect(seen.errorPx).toBeLessThan(50)
  expect(seen.factor).not.toBe(0.2)
})
