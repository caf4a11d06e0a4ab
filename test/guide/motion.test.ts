import { expect, test } from 'vitest'
import { arrived, left, look } from './motion.ts'

test('D3 D6 C10 the track of the guide follows a circle, extrapolates for a moment, and fades', () => {
  const turn = 2 * Math.PI
  const speed = 100 * turn
  const onCircle = (ms: number): number[] => {
    const a = (ms / 1000) * turn
    return [
      100 * Math.cos(a),
      100 * Math.sin(a),
      -speed * Math.sin(a),
      speed * Math.cos(a),
      a % turn,
    ]
  }
  for (let ms = 0; ms <= 2000; ms += 100) arrived(ms, onCircle(ms))
  expect(look(125).visible).toBeCloseTo(0.5)
  for (let ms = 300; ms < 1900; ms += 7) {
    const { x, y, angle, visible } = look(ms)
    const [trueX, trueY, , , trueAngle] = onCircle(ms) as [number, number, number, number, number]
    // A chord would miss the circle by 4.9; the curve through the velocities by 0.1.
    expect(Math.hypot(x - trueX, y - trueY)).toBeLessThan(0.1)
    expect(Math.cos(angle - trueAngle)).toBeCloseTo(1, 9)
    expect(visible).toBe(1)
  }
  const extrapolated = look(2040)
  expect(extrapolated.y).toBeGreaterThan(15)
  left(2050)
  expect(look(2300 - 125).visible).toBeCloseTo(0.5)
  expect(look(2300).visible).toBe(0)
})
