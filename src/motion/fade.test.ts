import { describe, expect, test } from 'vitest'
import { Track, TrackState } from './track.ts'

const out = new Float64Array(1)

function moving(fadeMs = 0): Track {
  const made = new Track({ curves: ['linear'], fadeMs })
  for (const t of [100, 150, 200]) made.push(t, [t])
  return made
}

function at(track: Track, timeMs: number): number {
  track.sample(timeMs, out)
  return out[0]!
}

/** The presence at these times. */
const presences = (track: Track, ...times: number[]): number[] =>
  times.map((timeMs) => {
    track.sample(timeMs, out)
    return track.presence
  })

describe('entities that come and go', () => {
  test('C10 D4 the first frame is not blended from nothing: the first state stands as it is, not there yet', () => {
    const track = moving()
    expect(track.sample(40, out)).toBe(TrackState.beforeFirst)
    expect([out[0], track.presence]).toEqual([100, 0])
    expect(track.sample(100, out)).toBe(TrackState.between)
    expect([out[0], track.presence]).toEqual([100, 1])
  })

  test('C10 D4 an entity that has left stands where it was then: neither blended nor extrapolated', () => {
    const track = moving()
    track.end(180)
    expect(track.sample(179, out)).toBe(TrackState.between)
    expect(track.presence).toBe(1)
    expect(track.sample(180, out)).toBe(TrackState.ended)
    expect([out[0], track.presence]).toEqual([180, 0])
    expect(at(track, 260)).toBe(180)
    expect(track.extrapolatedFrames + track.heldFrames).toBe(0)
  })

  test('C10 presence rises from the first sample on and falls from the end on, each within fadeMs', () => {
    const track = moving(80)
    track.end(300)
    expect(presences(track, 99, 100, 120, 180, 299, 300, 320, 380, 400)).toEqual([
      0, 0, 0.25, 1, 1, 1, 0.75, 0, 0,
    ])
  })

  test('C10 an entity that lives shorter than its fades is never fully there', () => {
    const track = moving(80)
    track.end(140)
    expect(presences(track, 120, 140, 160, 180, 220)).toEqual([0.25, 0.5, 0.75, 0.5, 0])
  })

  test('C10 presence begins with the oldest sample, also a late one, and survives the ring', () => {
    const track = new Track({ curves: ['linear'], capacity: 4, fadeMs: 100 })
    track.push(50, [0])
    track.push(0, [0])
    expect(presences(track, 40)).toEqual([0.4])
    for (let t = 60; t < 100; t += 5) track.push(t, [0])
    expect(presences(track, 90)).toEqual([0.9])
  })

  test('C10 an end that is reported late is eased in', () => {
    const track = moving()
    const before = at(track, 250)
    track.end(190)
    expect(track.sample(251, out)).toBe(TrackState.ended)
    expect(Math.abs(out[0]! - before)).toBeLessThan(3)
    at(track, 900)
    expect(at(track, 1600)).toBe(190)
  })

  test('C10 an end that is put off or taken back after it was shown is no jump', () => {
    const backs: ((track: Track) => void)[] = [
      (track) => track.end(Number.POSITIVE_INFINITY),
      (track) => track.end(400),
      (track) => track.rewind(105),
    ]
    for (const back of backs) {
      const track = new Track({ curves: ['linear'] })
      for (const t of [50, 100]) track.push(t, [t])
      track.end(110)
      const before = at(track, 160)
      back(track)
      expect(Math.abs(at(track, 161) - before)).toBeLessThan(3)
      expect(at(track, 2000)).toBeGreaterThan(before + 20)
    }
  })

  test('C10 D4 a state that nobody has seen yet is not eased: a late first state stands where it is', () => {
    const track = new Track({ curves: ['linear'] })
    track.push(100, [100])
    at(track, 40)
    track.push(50, [50])
    expect(at(track, 50)).toBe(50)
    expect(at(track, 75)).toBe(75)
  })

  test('C10 nothing is there of an entity without samples', () => {
    const track = moving()
    expect(presences(track, 150)).toEqual([1])
    track.rewind(0)
    expect(presences(track, 160)).toEqual([0])
  })

  test('C10 an end is taken back by Infinity, by rewinding past it, and for the next entity', () => {
    const track = moving()
    track.end(150)
    track.end(Number.POSITIVE_INFINITY)
    expect(track.sample(160, out)).toBe(TrackState.between)
    track.end(170)
    track.rewind(165)
    track.push(180, [180])
    expect(track.sample(175, out)).toBe(TrackState.between)
    track.end(185)
    track.clear()
    expect(track.presence).toBe(0)
    track.push(200, [7])
    expect(track.sample(200, out)).toBe(TrackState.between)
    expect(track.presence).toBe(1)
  })
})
