import { expect, test } from 'vitest'
import { Facing } from './facing.ts'

const turns = (xs: readonly number[], facing = new Facing()): number[] =>
  xs.map((x) => facing.update(x))

test('E7 a sprite turns when it has moved back by more than the threshold, not before', () => {
  expect(turns([10, 9.8, 9.6, 9.5, 9.4])).toEqual([1, 1, 1, 1, -1])
  expect(turns([10, 10.5, 10.51], new Facing(0.5, -1))).toEqual([-1, -1, 1])
})

test('E7 slow movement turns a sprite too: distance counts, not speed', () => {
  const drift = Array.from({ length: 200 }, (_, i) => 100 - i * 0.004)
  expect(turns(drift).indexOf(-1)).toBe(126)
})

test('E7 trembling below the threshold never turns a sprite, wherever it stops', () => {
  const facing = new Facing()
  for (let i = 0; i < 500; i++) {
    const x = 50 + i * 0.01 + (i % 2) * 0.45
    expect(facing.update(x)).toBe(1)
  }
})

test('E7 the distance is measured from the furthest point, so a turn after a run comes at once', () => {
  expect(turns([0, 5, 9, 8.4, 8, 8.6])).toEqual([1, 1, 1, -1, -1, 1])
})

test('E7 after a reset a teleport causes no turn', () => {
  const facing = new Facing()
  facing.update(100)
  facing.reset()
  expect(facing.update(0)).toBe(1)
  expect(facing.update(-1)).toBe(-1)
})

test('E7 a threshold of 0 turns at once, one below is refused', () => {
  expect(turns([1, 0.999], new Facing(0))).toEqual([1, -1])
  expect(() => new Facing(-1)).toThrow('thresholdUnits is -1, but must be at least 0')
  expect(() => new Facing(Number.NaN)).toThrow('thresholdUnits is NaN')
})
