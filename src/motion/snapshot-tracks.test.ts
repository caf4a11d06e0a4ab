import { describe, expect, test } from 'vitest'
import { hermiteCurve } from './hermite-curve.ts'
import { SnapshotTracks } from './snapshot-tracks.ts'
import { Track, TrackState } from './track.ts'

const CURVES = ['linear', 'angle', 'step'] as const

/** Two entities' numbers in snapshot `n`. */
function snapshot(n: number): number[] {
  return [n * n, 2 * n, n, 1 - 5 * n, 6.2 - n, 2 * n]
}

describe('SnapshotTracks', () => {
  test('D3 D10 show the same as a track for each entity, and exactly a snapshot at its time', () => {
    const all = new SnapshotTracks({ count: 2, curves: CURVES, capacity: 8 })
    const second = new Track({ curves: CURVES, capacity: 8, extrapolateMs: 0 })
    const out = new Float64Array(6)
    const one = new Float64Array(3)
    for (let n = 0; n < 30; n++) {
      all.push(n * 50, snapshot(n))
      second.push(n * 50, snapshot(n), 3)
      for (const timeMs of [n * 50 - 90, n * 50 - 50, n * 50 - 20]) {
        expect(all.sample(timeMs, out)).toBe(second.sample(timeMs, one))
        for (let i = 0; i < 3; i++) expect(out[3 + i]).toBeCloseTo(one[i]!, 9)
      }
      all.sample(n * 50, out)
      expect([...out]).toEqual(snapshot(n))
    }
  })

  test('D6 running dry holds, or extrapolates for `extrapolateMs`', () => {
    const out = new Float64Array(1)
    const states = [0, 40].map((extrapolateMs) => {
      const one = new SnapshotTracks({ count: 1, curves: ['linear'], extrapolateMs })
      expect(one.sample(0, out)).toBe(TrackState.empty)
      one.push(0, [0])
      one.push(50, [50])
      return [70, 200].map((timeMs) => [one.sample(timeMs, out), out[0]])
    })
    const { held, extrapolated } = TrackState
    expect(states[0]).toEqual([
      [held, 50],
      [held, 50],
    ])
    expect(states[1]).toEqual([
      [extrapolated, 70],
      [held, 90],
    ])
  })

  test('D1 a snapshot that is not newer than the newest is dropped and counted', () => {
    const one = new SnapshotTracks({ count: 1, curves: ['linear'] })
    const out = new Float64Array(1)
    one.push(0, [0])
    one.push(100, [100])
    one.push(50, [0])
    one.push(100, [7])
    one.sample(50, out)
    expect([one.dropped, out[0]]).toEqual([2, 50])
    one.clear()
    expect(one.sample(50, out)).toBe(TrackState.empty)
  })

  test('a picture slower than its snapshots shows the oldest, and a new snapshot changes the picture past the newest', () => {
    const slow = new SnapshotTracks({ count: 1, curves: ['linear'], capacity: 2 })
    const out = new Float64Array(1)
    slow.push(0, [0])
    slow.push(50, [50])
    slow.sample(25, out)
    slow.push(100, [0])
    expect(slow.sample(26, out)).toBe(TrackState.beforeFirst)
    expect(out[0]).toBe(50)
    slow.sample(110, out)
    slow.push(120, [20])
    slow.sample(110, out)
    expect(out[0]).toBeCloseTo(10, 9)
  })

  test('curves that it cannot show are refused by name', () => {
    expect(() => new SnapshotTracks({ count: 1, curves: ['linear', hermiteCurve()] })).toThrow(
      /curves\[1\] is another curve, but must be linear/,
    )
  })
})
