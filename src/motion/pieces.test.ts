import { describe, expect, test } from 'vitest'
import { Random } from '../base/random.ts'
import { type Curve, slerp } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { SampledTrack } from './sampled-track.ts'
import { slerpCurve } from './slerp-curve.ts'
import { Track, TrackState } from './track.ts'
import { endTrack, pushSample, repeatLast } from './track-intake.ts'

const QUATERNION: readonly Curve[] = [slerpCurve, slerpCurve, slerpCurve, slerpCurve]
const CURVES: readonly Curve[] = ['linear', 'angle', 'step', hermiteCurve(), hermiteCurve(0)]

describe('Pieces', () => {
  test.each([1, 2, 3, 4])('D14 show the samples to the bit, stream %i', (seed) => {
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
          if (isRepeat) repeatLast(track, Float64Array.of(newestMs))
          else pushSample(track, Float64Array.of(newestMs - lateMs), values, 0, isBroken)
        }
      }
      const chance = random.next()
      for (const track of [cut, looked]) {
        if (chance < 0.01) endTrack(track, timeMs + 10)
        else if (chance < 0.05) endTrack(track, Infinity)
      }
      // The track has to search its samples in each frame.
      looked.pieces.stop(looked.row)
      const moment = Float64Array.of(timeMs, 0)
      const state = cut.show(moment, shown)
      expect(looked.show(moment, expected)).toBe(state)
      if (state === TrackState.between) between++
      for (let i = 0; i < CURVES.length; i++) expect(shown[i]).toBe(expected[i])
    }
    expect(between).toBeGreaterThan(2000)
  })

  test('D14 call no function before a break or for a single sample', () => {
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

  test('C5 a function that blends other things changes nothing of the columns beside it', () => {
    const curves = (own: Curve): Curve[] => [...QUATERNION, own, hermiteCurve()]
    const plain = new Track({ curves: curves((a, b, alpha) => a + (b - a) * alpha) })
    const other = [0, 0, 0, 1]
    const busy = new Track({
      curves: curves((a, b, alpha) => {
        slerp(other, other, [0, 1, 0, 0], 0.9)
        return a + (b - a) * alpha
      }),
    })
    const outs = [plain, busy].map((track) => {
      const out = new Float64Array(6)
      track.push(0, [0, 0, 0, 1, 0, 3])
      track.push(100, [1, 0, 0, 0, 8, 9])
      track.sample(30, out)
      return [...out]
    })
    expect(outs[1]).toEqual(outs[0])
  })

  test('C5 records of any width are eased', () => {
    const track = new Track({ curves: Array(300).fill('linear') })
    const out = new Float64Array(300)
    track.push(0, new Float64Array(300))
    track.push(50, new Float64Array(300).fill(1))
    track.sample(100, out)
    track.push(80, new Float64Array(300).fill(1))
    track.sample(101, out)
    for (const value of out) expect(value).toBeGreaterThan(1.5)
  })

  test('C5 a foresight may sample another track while its own is eased', () => {
    const shown = [false, true].map((isBusy) => {
      const other = new Track({ curves: ['linear'] })
      const track = new Track({
        curves: ['linear'],
        foresight: {
          write(out, reach) {
            if (isBusy) for (const timeMs of [60, 70]) other.sample(timeMs, new Float64Array(1))
            out[0]! += reach[0]! / 10
          },
        },
      })
      const out = new Float64Array(1)
      for (const one of [track, other]) one.push(0, [0])
      for (const one of [track, other]) one.push(50, [50])
      for (const timeMs of [60, 75, 90]) track.sample(timeMs, out)
      other.sample(90, new Float64Array(1))
      for (const one of [track, other]) one.push(80, [20])
      track.sample(95, out)
      return track.sample(100, out) === TrackState.extrapolated ? out[0] : Number.NaN
    })
    expect(shown[0]).toBeGreaterThan(0)
    expect(shown[1]).toBe(shown[0])
  })

  test('D14 infinitely long ago the oldest state is shown', () => {
    const track = new Track({ curves: ['linear', 'angle'] })
    const out = new Float64Array(2)
    track.push(0, [1, 2])
    track.push(100, [4, 3])
    expect(track.sample(-Infinity, out)).toBe(TrackState.beforeFirst)
    expect([...out]).toEqual([1, 2])
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

  test('D14 a sample within a piece on display bends it at once, but invisibly', () => {
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

  test('D14 an entity that once rested is not extrapolated, even if the rest was reported during a piece', () => {
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
