import { presets } from 'glissade/client'
import { expect, test } from 'vitest'
import {
  areAlike,
  extrasOf,
  isCalm,
  readSliders,
  withSlider,
  withSlidersOf,
} from '../games/panel/conditions.ts'

test('E11 a slider changes what it names and keeps the bursts and freezes of a preset', () => {
  const { up } = presets.awful
  expect(withSlider(up, 'lossPercent', 20)).toEqual({ ...up, loss: 0.2 })
  expect(withSlider(up, 'latencyMs', 7)).toEqual({ ...up, latencyMs: 7 })
  expect(withSlider(up, 'jitterMs', 0)).toEqual({ ...up, jitterMs: 0 })
})

test('E11 both ways alike copies the sliders of one direction and nothing else', () => {
  const { up, down } = presets['4g']
  expect(areAlike({ up, down })).toBe(false)
  const alike = withSlidersOf(up, down)
  expect(areAlike({ up, down: alike })).toBe(true)
  expect(alike).toEqual({ ...down, latencyMs: 35, jitterMs: 15, loss: 0.005 })
})

test('what no slider shows is said in words, of either direction', () => {
  expect(extrasOf(presets.intercontinental)).toBe('')
  expect(extrasOf(presets.wifi)).toBe('+ bursts, freezes')
  expect(extrasOf(presets.awful)).toBe(
    '+ bursts, freezes, duplicates, overtaking, limited bandwidth',
  )
  expect(extrasOf({ up: { reorder: 0.1 }, down: {} })).toBe('+ overtaking')
})

test('a network is off only when nothing is left of it', () => {
  expect(isCalm(presets.none)).toBe(true)
  expect(isCalm(presets.lan)).toBe(false)
  expect(
    isCalm({ up: { latencyMs: 0, loss: 0 }, down: { freeze: { everyMs: 9, forMs: 1 } } }),
  ).toBe(false)
})

test('sliders show percent to one place', () => {
  const sliders = { latencyMs: 1, jitterMs: 1, lossPercent: 1 }
  readSliders({ latencyMs: 35, loss: 0.07 }, sliders)
  expect(sliders).toEqual({ latencyMs: 35, jitterMs: 0, lossPercent: 7 })
})
