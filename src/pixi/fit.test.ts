import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Fit, fitInto } from './fit.ts'

const fitted = (width: number, height: number, devicePixelRatio = 1): Fit => {
  const out = { left: 0, top: 0, width: 0, height: 0, scale: 0 }
  fitInto(out, { width, height }, { width: 640, height: 360 }, devicePixelRatio)
  return out
}

test('E5 a window of the same shape is filled', () => {
  expect(fitted(1280, 720)).toEqual({ left: 0, top: 0, width: 1280, height: 720, scale: 2 })
})

test('E5 a wide window gets bars left and right, a tall one above and below', () => {
  expect(fitted(2000, 720)).toEqual({ left: 360, top: 0, width: 1280, height: 720, scale: 2 })
  expect(fitted(640, 1000)).toEqual({ left: 0, top: 320, width: 640, height: 360, scale: 1 })
})

test('E5 any window keeps the aspect, cuts nothing, has one side filled and edges on device pixels', () => {
  const side = fc.integer({ min: 50, max: 4000 })
  const ratio = fc.constantFrom(1, 1.25, 1.5, 2, 3)
  fc.assert(
    fc.property(side, side, ratio, (windowWidth, windowHeight, devicePixelRatio) => {
      const pixel = 1 / devicePixelRatio
      const f = fitted(windowWidth, windowHeight, devicePixelRatio)
      expect(Math.abs(f.width - 640 * f.scale)).toBeLessThanOrEqual(pixel)
      expect(Math.abs(f.height - 360 * f.scale)).toBeLessThanOrEqual(pixel)
      expect(f.left).toBeGreaterThanOrEqual(-pixel)
      expect(f.top).toBeGreaterThanOrEqual(-pixel)
      expect(f.left + f.width).toBeLessThanOrEqual(windowWidth + pixel)
      expect(f.top + f.height).toBeLessThanOrEqual(windowHeight + pixel)
      const bars = Math.min(windowWidth - f.width, windowHeight - f.height)
      expect(bars).toBeLessThanOrEqual(pixel)
      const left = f.left * devicePixelRatio
      expect(Math.abs(left - Math.round(left))).toBeLessThan(1e-6)
    }),
  )
})
