import { describe, expect, test } from 'vitest'
import { SHOWN_WIDTH } from '../measures/player.ts'
import { InterpolationBuffer, type InterpolationOptions } from './interpolation-buffer.ts'
import { snapshotOf, type Told } from './snapshots.case.ts'

function bufferOf(told: Record<number, Told>, options: InterpolationOptions = {}) {
  const buffer = new InterpolationBuffer(1, options)
  for (const [stamp, state] of Object.entries(told)) buffer.insert(snapshotOf(+stamp, 0, state))
  return buffer
}

function shownBy(buffer: InterpolationBuffer, timeMs: number, nowMs = timeMs): number[] {
  const shown = new Float64Array(SHOWN_WIDTH)
  buffer.show(timeMs, nowMs, shown)
  return [...shown]
}

describe('between two snapshots', () => {
  test('a linear curve shows the straight line, for the tracer too', () => {
    const buffer = bufferOf({ 0: { x: 10, y: -4, vx: 999 }, 50: { x: 20, y: 4 } })
    expect(shownBy(buffer, 0)).toEqual([10, -4, 0])
    expect(shownBy(buffer, 12.5)).toEqual([12.5, -2, 12.5])
    expect(shownBy(buffer, 50)).toEqual([20, 4, 50])
  })

  test('a cubic with sent velocities is exact for anything up to the third power of time', () => {
    const x = (ms: number): number => 3 + 40 * (ms / 1000) - 900 * (ms / 1000) ** 2
    const y = (ms: number): number => 7000 * (ms / 1000) ** 3
    const at = (ms: number): Told => {
      const s = ms / 1000
      return { x: x(ms), y: y(ms), vx: 40 - 1800 * s, vy: 21_000 * s * s }
    }
    const buffer = bufferOf({ 100: at(100), 200: at(200) }, { curve: 'hermite' })
    for (const timeMs of [100, 117, 150, 199, 200]) {
      const [shownX, shownY, tracer] = shownBy(buffer, timeMs)
      expect(shownX).toBeCloseTo(x(timeMs), 9)
      expect(shownY).toBeCloseTo(y(timeMs), 9)
      expect(tracer).toBeCloseTo(timeMs, 9)
    }
  })

  test('a late snapshot takes its place in between', () => {
    const buffer = bufferOf({ 0: { x: 0 }, 100: { x: 100 } })
    expect(shownBy(buffer, 50)).toEqual([50, 0, 50])
    buffer.insert(snapshotOf(50, 0, { x: 80 }))
    expect(shownBy(buffer, 50)).toEqual([80, 0, 50])
    expect(shownBy(buffer, 75)).toEqual([90, 0, 75])
  })

  test('a teleport is not blended: the older snapshot is shown until the newer one', () => {
    const buffer = bufferOf({ 0: { x: 5 }, 50: { x: 900, teleports: 1 } }, { extrapolateMs: 100 })
    expect(shownBy(buffer, 49)).toEqual([5, 0, 0])
    expect(shownBy(buffer, 50)).toEqual([900, 0, 50])
  })
})

describe('outside the snapshots', () => {
  test('nothing is shown before the first has come, and the first before its time', () => {
    const buffer = bufferOf({})
    expect(shownBy(buffer, 0)).toEqual([NaN, NaN, NaN])
    buffer.insert(snapshotOf(100, 0, { x: 7, vx: 50 }))
    expect(shownBy(buffer, NaN)).toEqual([NaN, NaN, NaN])
    expect(shownBy(buffer, 20)).toEqual([7, 0, 100])
  })

  test('past the newest it stands still', () => {
    const buffer = bufferOf({ 0: { x: 0 }, 50: { x: 5, vx: 100 } })
    expect(shownBy(buffer, 90)).toEqual([5, 0, 50])
  })

  test('or moves on at the sent velocity for as long as it may', () => {
    const told = { 0: { x: 0 }, 50: { x: 5, vx: 100, vy: -20 } }
    const buffer = bufferOf(told, { extrapolateMs: 100 })
    expect(shownBy(buffer, 80)).toEqual([8, -0.6, 80])
    expect(shownBy(buffer, 150)).toEqual([15, -2, 150])
    expect(shownBy(buffer, 400)).toEqual([15, -2, 150])
  })

  test('keeps the newest 256 snapshots', () => {
    const buffer = bufferOf({})
    for (let i = 0; i < 300; i++) buffer.insert(snapshotOf(i * 10, 0, { x: i }))
    expect(shownBy(buffer, 0)).toEqual([44, 0, 440])
    expect(shownBy(buffer, 2985)).toEqual([298.5, 0, 2985])
    buffer.insert(snapshotOf(0, 0, { x: -1 }))
    expect(shownBy(buffer, 0)).toEqual([44, 0, 440])
  })
})

describe('when newer data shows that the picture was wrong', () => {
  const told = { 0: { x: 0, vx: 100 }, 50: { x: 5, vx: 100 } }
  const truth = snapshotOf(100, 0, { x: 5 })

  test('it snaps if nothing is eased', () => {
    const buffer = bufferOf(told, { extrapolateMs: 100 })
    expect(shownBy(buffer, 100)[0]).toBe(10)
    buffer.insert(truth)
    expect(shownBy(buffer, 100)[0]).toBe(5)
  })

  test('the difference dies away with the time constant, whatever the frames', () => {
    for (const frameMs of [80, 8]) {
      const buffer = bufferOf(told, { extrapolateMs: 100, easeMs: 80 })
      expect(shownBy(buffer, 100)[0]).toBe(10)
      buffer.insert(truth)
      let shownX = Number.NaN
      for (let t = 100 + frameMs; t <= 180; t += frameMs) shownX = shownBy(buffer, t)[0]!
      expect(shownX).toBeCloseTo(5 + 5 / Math.E, 9)
    }
  })

  test('the tracer is eased as the places are', () => {
    const buffer = bufferOf(told, { extrapolateMs: 40, easeMs: 80 })
    expect(shownBy(buffer, 100)[2]).toBe(90)
    buffer.insert(truth)
    expect(shownBy(buffer, 100.001)[2]).toBeCloseTo(90, 1)
    expect(shownBy(buffer, 180.001)[2]).toBeCloseTo(140 - 10 / Math.E, 1)
  })

  test('a teleport clears it', () => {
    const buffer = bufferOf(told, { extrapolateMs: 100, easeMs: 80 })
    shownBy(buffer, 120)
    buffer.insert(snapshotOf(125, 0, { x: 500, teleports: 1 }))
    shownBy(buffer, 124)
    expect(shownBy(buffer, 126)[0]).toBe(500)
  })
})

test('refuses lengths of time below 0', () => {
  expect(() => bufferOf({}, { easeMs: -1 })).toThrow('easeMs is -1, but must be at least 0')
  expect(() => bufferOf({}, { extrapolateMs: NaN })).toThrow('extrapolateMs is NaN')
})
