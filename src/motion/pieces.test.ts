import { describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import type { Curve } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { endTrack, pushSample, SampledTrack } from './sampled-track.ts'
import { Track, TrackState } from './track.ts'

const CURVES: readonly Curve[] = ['linear', 'angle', 'step', hermiteCurve(), hermiteCurve(0)]

describe('Pieces', () => {
  test.each([1, 2, 3, 4])('D14 show to the bit what the samples say, stream %i', (seed) => {
    const random = new Random(seed)
    const cut = new SampledTrack(CURVES, 100, 16, 16)
    const looked = new SampledTrack(CURVES, 100, 16, 16)
    const values = new Float64Array(CURVES.length)
    const shown = new Float64Array(CURVES.length)
    const expected = new Float64Array(CURVES.length)
    let newestMs = 0
    let between = 0
    for (let frame = 0; frame < 3000; frame++) {
      const timeMs = frame * 6.1 - 80
      while (newestMs < frame * 6.1) {
        newestMs += random.between(20, 70)
        const lateMs = random.next() < 0.2 ? random.between(0, 120) : 0
        for (let i = 0; i < values.length; i++) values[i] = random.between(-9, 9)
        const isBroken = random.next() < 0.05
        const isRepeat = random.next() < 0.1
        for (const track of [cut, looked]) {
          track.stampMs = newestMs - lateMs
          if (isRepeat) track.repeatLast(newestMs)
          else pushSample(track, values, 0, isBroken)
        }
      }
      const chance = random.next()
      for (const track of [cut, looked]) {
        track.timeMs = timeMs
        if (chance < 0.01) endTrack(track, timeMs + 10)
        else if (chance < 0.05) endTrack(track, Infinity)
      }
      // It has to look at its samples in each frame.
      looked.pieces.stop(looked.row)
      const state = cut.show(shown)
      expect(looked.show(expected)).toBe(state)
      if (state === TrackState.between) between++
      for (let i = 0; i < CURVES.length; i++) expect(shown[i]).toBe(expected[i])
    }
    expect(between).toBeGreaterThan(2000)
  })

  test('D14 ask no function for what lies before a break or stands alone', () => {
    const asked: number[] = []
    const track = new Track({ curves: [(a, b, alpha) => asked.push(alpha) + a + b] })
    const out = new Float64Array(1)
    track.push(0, [3])
    track.push(100, [9], 0, true)
    for (const [timeMs, value] of [
      [-5, 3],
      [0, 3],
      [40, 3],
      [99, 3],
      [100, 9],
      [150, 9],
    ]) {
      track.sample(timeMs!, out)
      expect(out[0]).toBe(value)
    }
    expect(asked).toEqual([])
  })

  test('D14 end with the track that they are of', () => {
    const track = new Track({ curves: ['linear'] })
    const out = new Float64Array(1)
    track.push(0, [0])
    track.push(100, [100])
    track.sample(10, out)
    track.sample(20, out)
    track.end(50)
    for (const timeMs of [40, 50, 60, 90]) {
      track.sample(timeMs, out)
      expect(out[0]).toBe(Math.min(timeMs, 50))
    }
  })

  test('D14 a sample within a piece that is on show bends it at once, but is not seen to', () => {
    const track = new Track({ curves: ['linear'] })
    const out = new Float64Array(1)
    track.push(0, [0])
    track.push(100, [100])
    track.sample(10, out)
    track.sample(40, out)
    track.push(60, [0])
    track.sample(41, out)
    expect(out[0]).toBeGreaterThan(30)
    track.sample(59, out)
    expect(out[0]).toBeLessThan(40)
  })

  test('D14 what once rested is not carried on, also if that was heard while a piece was on show', () => {
    const track = new Track({ curves: ['linear'] })
    const out = new Float64Array(1)
    track.push(0, [0])
    track.push(100, [100])
    track.sample(50, out)
    track.isResting = true
    track.sample(60, out)
    track.isResting = false
    expect(track.sample(150, out)).toBe(TrackState.held)
    expect(out[0]).toBe(100)
  })
})
