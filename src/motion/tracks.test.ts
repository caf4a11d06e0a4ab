import { describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { LaneMoments } from '../time/playout/lane-moments.ts'
import type { Curve } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { Track, TrackState } from './track.ts'
import { Tracks } from './tracks.ts'

const CURVES: readonly Curve[] = ['linear', 'angle', 'step', hermiteCurve(), hermiteCurve(0)]
const STRAIGHT: readonly Curve[] = ['linear', 'angle', 'step']
const WITH_FUNCTION: readonly Curve[] = [
  'linear',
  (a, b, alpha) => (alpha < 0.5 ? a : b),
  hermiteCurve(),
]

/**
 * Expects that `Tracks` and as many `Track`s show the same for one stream of samples: late, lost, repeated, broken, at rest.
 */
function compare(curves: readonly Curve[], seed: number, capacity: number): number {
  const random = new Random(seed)
  const count = 5
  const columns = curves.length
  const tracks = new Tracks({ curves, count, capacity })
  const single = Array.from({ length: count }, () => new Track({ curves, capacity }))
  const out = new Float64Array(count * columns)
  const one = new Float64Array(columns)
  const values = new Float64Array(columns)
  const waiting: { k: number; dueMs: number; stampMs: number; value: number; kind: number }[] = []
  let compared = 0
  let off = 0
  for (let frame = 0; frame < 400; frame++) {
    const nowMs = frame * 17
    for (let k = 0; k < count; k++) {
      if (frame % 3 !== k % 3 || random.next() < 0.15) continue
      const stampMs = Math.round(nowMs / 50) * 50 + k
      const lateMs = random.next() < 0.2 ? random.next() * 160 : random.next() * 20
      const kind = random.next()
      waiting.push({ k, dueMs: nowMs + lateMs, stampMs, value: 50 * random.next(), kind })
    }
    for (const sample of waiting.splice(0).sort((a, b) => a.dueMs - b.dueMs)) {
      if (sample.dueMs > nowMs) {
        waiting.push(sample)
        continue
      }
      const { k, stampMs, value, kind } = sample
      values.fill(value)
      const track = single[k]!
      if (kind < 0.05) {
        tracks.clear(k)
        track.clear()
      } else if (kind < 0.15) {
        tracks.repeatLast(k, stampMs)
        track.repeatLast(stampMs)
      } else {
        tracks.push(k, stampMs, values, 0, kind < 0.2)
        track.push(stampMs, values, 0, kind < 0.2)
      }
    }
    for (let k = 0; k < count; k++) {
      const isResting = (frame + 20 * k) % 90 > 80
      tracks.rest(k, isResting)
      single[k]!.isResting = isResting
    }
    const timeMs = nowMs - (frame % 100 < 50 ? 120 : 30)
    tracks.sample(timeMs, out)
    for (let k = 0; k < count; k++) {
      const state = single[k]!.sample(timeMs, one)
      if (tracks.states[k] !== state) off = Number.POSITIVE_INFINITY
      if (state === TrackState.empty) continue
      for (let i = 0; i < columns; i++) {
        off = Math.max(off, Math.abs(out[k * columns + i]! - one[i]!))
        compared++
      }
    }
  }
  expect(off).toBe(0)
  expect(tracks.droppedSamples).toBe(single.reduce((sum, track) => sum + track.droppedSamples, 0))
  return compared
}

describe('Tracks', () => {
  test.each([1, 2, 3, 4, 5, 6])('D14 show the same as that many tracks, stream %i', (seed) => {
    expect(compare(CURVES, seed, 16)).toBeGreaterThan(4000)
    expect(compare(STRAIGHT, seed, 16)).toBeGreaterThan(2000)
    expect(compare(STRAIGHT, seed, 4)).toBeGreaterThan(2000)
    expect(compare(CURVES, seed, 8)).toBeGreaterThan(4000)
    expect(compare(WITH_FUNCTION, seed, 8)).toBeGreaterThan(2000)
  })

  test('B6 at the time of a sample exactly that sample is shown', () => {
    const tracks = new Tracks({ count: 3, curves: STRAIGHT })
    const out = new Float64Array(9)
    for (let n = 0; n < 5; n++) tracks.push(1, n * 30, [0.1 * n, 0.7 * n, n])
    for (let n = 0; n < 5; n++) {
      tracks.sample(n * 30, out)
      expect([...out.subarray(3, 6)]).toEqual([0.1 * n, 0.7 * n, n])
    }
    expect([...tracks.states]).toEqual([TrackState.empty, TrackState.between, TrackState.empty])
  })

  test('C10 a place that is cleared shows nothing of the entity before', () => {
    const tracks = new Tracks({ count: 1, curves: ['linear'] })
    const out = new Float64Array(1)
    tracks.push(0, 0, [0])
    tracks.push(0, 50, [50])
    tracks.sample(140, out)
    tracks.clear(0)
    tracks.push(0, 150, [900])
    tracks.sample(160, out)
    expect(out[0]).toBe(900)
  })

  test('D14 each is as far ahead as its lane, and changes lanes like LaneMoments', () => {
    const tracks = new Tracks({ count: 3, curves: ['linear'] })
    const out = new Float64Array(3)
    const leadsMs = new Float64Array(8)
    const lanes = new LaneMoments()
    const horizons = [0, 3, 7]
    const shownMs = horizons.map(() => Number.NaN)
    let lastMs = Number.NaN
    let changing = 0
    for (let frame = 0, pushed = 0; frame < 200; frame++) {
      // A long frame, and a time that is set.
      const timeMs = frame * 16 + (frame > 100 ? 60 : 0) + (frame > 150 ? 400 : 0)
      for (; pushed * 50 < timeMs + 300; pushed++)
        for (let k = 0; k < 3; k++) tracks.push(k, pushed * 50, [pushed * 50])
      if (frame % 30 === 20) horizons.push(horizons.shift()!)
      for (let lane = 1; lane < 8; lane++) leadsMs[lane] = 9 * lane + frame / 20
      for (let k = 0; k < 3; k++) tracks.setLane(k, horizons[k]!)
      tracks.sample(timeMs, out, leadsMs)
      lanes.advance(timeMs, timeMs - lastMs, leadsMs)
      lastMs = timeMs
      for (const [k, horizon] of horizons.entries()) {
        const at = lanes.follow(horizon, shownMs[k]!)
        shownMs[k] = at
        expect(out[k]).toBeCloseTo(at, 6)
        if (Math.abs(at - timeMs - leadsMs[horizon]!) > 1) changing++
      }
    }
    expect(changing).toBeGreaterThan(50)
  })

  test('settings that make no sense are refused by name', () => {
    expect(() => new Tracks({ count: 0, curves: ['linear'] })).toThrow(/count is 0/)
    expect(() => new Tracks({ count: 1, curves: [] })).toThrow(/curves is empty/)
    expect(() => new Tracks({ count: 1, curves: ['linear'], extrapolateMs: -1 })).toThrow(
      /extrapolateMs is -1/,
    )
  })
})
