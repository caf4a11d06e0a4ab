import { describe, expect, test } from 'vitest'
import { GlissadeError } from '../base/error.ts'
import type { Curve } from './curves.ts'
import type { Foresight } from './foresight.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { SampledTrack } from './sampled-track.ts'
import { Track, TrackState } from './track.ts'
import { openSample } from './track-intake.ts'

const out = new Float64Array(3)

/** A one-column track with these (time, value) samples. */
function track(samples: readonly (readonly [number, number])[], extrapolateMs = 100): Track {
  const made = new Track({ curves: ['linear'], extrapolateMs })
  for (const [stampMs, value] of samples) made.push(stampMs, [value])
  return made
}

function at(shown: Track, timeMs: number): number {
  out[0] = Number.NaN
  shown.sample(timeMs, out)
  return out[0]
}

describe('Track', () => {
  test('B6 an empty track says so and writes nothing', () => {
    const empty = track([])
    out[0] = 42
    expect(empty.sample(100, out)).toBe(TrackState.empty)
    expect(out[0]).toBe(42)
    expect(empty.count).toBe(0)
    expect(empty.newestMs).toBeNaN()
    expect(track([[0, 1]]).sample(Number.NaN, out)).toBe(TrackState.empty)
  })

  test('D11 its samples can be read as they came, the oldest first', () => {
    const small = new Track({ curves: ['linear', hermiteCurve()], capacity: 4 })
    for (let i = 0; i < 6; i++) small.push(i * 10 + 0.5, [i, -i])
    small.push(37.5, [9, -9])
    const read = Array.from({ length: small.count }, (_, place) => {
      const timeMs = small.read(place, out)
      return [timeMs, out[0], out[1]]
    })
    expect(read).toEqual([
      [30.5, 3, -3],
      [37.5, 9, -9],
      [40.5, 4, -4],
      [50.5, 5, -5],
    ])
  })

  test('B6 the ring overwrites its oldest sample', () => {
    const small = new Track({ curves: ['linear'], capacity: 4 })
    for (let i = 0; i < 10; i++) small.push(i * 10, [i])
    expect(small.count).toBe(4)
    expect(small.sample(55, out)).toBe(TrackState.beforeFirst)
    expect(out[0]).toBe(6)
    expect(at(small, 75)).toBe(7.5)
    small.push(65, [0])
    expect(small.droppedSamples).toBe(1)
  })

  test('B6 old samples are cleared for the next entity', () => {
    const reused = track([
      [0, 5],
      [50, 9],
    ])
    at(reused, 120)
    reused.clear()
    expect(reused.sample(130, out)).toBe(TrackState.empty)
    reused.push(100, [1])
    expect(at(reused, 130)).toBe(1)
  })

  test('B4 B5 samples carry their own time, so uneven updates of even motion are shown even', () => {
    const own = new Track({ curves: ['linear'] })
    let stampMs = 0
    for (let update = 1; update <= 20; update++) {
      const serverDeltaMs = (update * 37) % 60
      stampMs = update * 100 - serverDeltaMs
      own.push(stampMs, [stampMs * 0.3])
    }
    for (let t = 100; t < stampMs; t += 7) expect(at(own, t)).toBeCloseTo(t * 0.3, 9)
  })

  test('D5 one snapshot is shown as it is, before and after its time', () => {
    const one = track([[100, 7]])
    expect(one.sample(50, out)).toBe(TrackState.beforeFirst)
    expect(out[0]).toBe(7)
    expect(one.sample(100, out)).toBe(TrackState.between)
    expect(out[0]).toBe(7)
    expect(one.sample(500, out)).toBe(TrackState.held)
    expect(out[0]).toBe(7)
  })

  test('D3 D10 each column moves by its curve', () => {
    const curves: Curve[] = ['linear', 'angle', 'step']
    const mixed = new Track({ curves })
    mixed.push(0, [99, 0, 6, 1], 1)
    mixed.push(100, [99, 10, 0.2, 2], 1)
    expect(mixed.sample(50, out)).toBe(TrackState.between)
    expect(out[0]).toBe(5)
    expect(out[1]).toBeCloseTo((6 + 0.2 + 2 * Math.PI) / 2)
    expect(out[2]).toBe(1)
    mixed.sample(100, out)
    expect([...out]).toEqual([10, 0.2, 2])
  })

  test('D6 running dry extrapolates movement, at last slower, then holds; both are counted', () => {
    const dry = track([
      [0, 0],
      [50, 50],
    ])
    expect(dry.sample(60, out)).toBe(TrackState.extrapolated)
    expect(out[0]).toBeCloseTo(60)
    expect(at(dry, 100)).toBeCloseTo(100)
    expect(dry.sample(150, out)).toBe(TrackState.held)
    expect(out[0]).toBeCloseTo(50 + 250 / 3)
    expect(at(dry, 5000)).toBe(at(dry, 150))
    expect(dry.extrapolatedFrames).toBe(2)
    expect(dry.heldFrames).toBe(3)
  })

  test('D6 extrapolation can be turned off, and step columns never take part', () => {
    const off = track(
      [
        [0, 0],
        [50, 50],
      ],
      0,
    )
    expect(off.sample(51, out)).toBe(TrackState.held)
    expect(out[0]).toBe(50)
    const mixed = new Track({ curves: ['linear', 'angle', 'step'] })
    mixed.push(0, [0, 6.2, 1])
    mixed.push(50, [5, 0, 2])
    mixed.sample(100, out)
    expect(out[0]).toBeCloseTo(10)
    expect(out[1]).toBeCloseTo(2 * Math.PI - 6.2)
    expect(out[2]).toBe(2)
  })

  test('D6 when data returns after extrapolation the difference is eased away, not snapped', () => {
    const late = track([
      [0, 20],
      [50, 50],
    ])
    const before = at(late, 140)
    expect(before).toBeGreaterThan(98)
    late.push(150, [50])
    late.push(400, [50])
    const first = at(late, 141)
    expect(Math.abs(first - before)).toBeLessThan(2)
    let last = first
    for (let t = 142; t < 400; t++) {
      const now = at(late, t)
      expect(now).toBeLessThanOrEqual(last)
      last = now
    }
    for (let t = 400; t < 1400; t += 10) last = at(late, t)
    expect(last).toBe(50)
  })

  test('a late sample that bends the curve being shown does not make the picture jump', () => {
    const bent = track([
      [0, 0],
      [100, 100],
      [200, 200],
    ])
    const before = at(bent, 50)
    bent.push(60, [0])
    expect(Math.abs(at(bent, 51) - before)).toBeLessThan(2)
    expect(bent.count).toBe(4)
    expect(bent.droppedSamples).toBe(0)
  })

  test('D1 a sample no longer ahead of the moment shown is dropped and counted', () => {
    const shown = track([
      [0, 0],
      [100, 100],
    ])
    at(shown, 50)
    shown.push(40, [0])
    shown.push(Number.NaN, [0])
    expect(shown.droppedSamples).toBe(2)
    expect(at(shown, 60)).toBe(60)
  })

  test('a sample newer than all others enters even when its time has been shown', () => {
    const dry = track([[0, 5]])
    at(dry, 300)
    dry.push(200, [5])
    expect(dry.count).toBe(2)
    expect(dry.droppedSamples).toBe(0)
  })

  test('a break is never interpolated across: the old value stands until its time, then the new', () => {
    const jumps = new Track({ curves: ['linear'] })
    jumps.push(0, [0])
    jumps.push(100, [10])
    jumps.push(200, [500], 0, true)
    expect(at(jumps, 99)).toBeCloseTo(9.9)
    expect(at(jumps, 199.9)).toBe(10)
    expect(at(jumps, 200)).toBe(500)
    expect(jumps.sample(250, out)).toBe(TrackState.held)
    expect(out[0]).toBe(500)
  })

  test('a break that arrives late, or while an error is being eased, shows the new place exactly', () => {
    const jumps = track([
      [0, 0],
      [50, 50],
    ])
    at(jumps, 120)
    jumps.push(110, [70], 0, true)
    expect(at(jumps, 125)).toBe(70)
    const eased = track([
      [0, 0],
      [50, 50],
    ])
    at(eased, 120)
    eased.push(130, [60])
    eased.push(140, [20], 0, true)
    expect(at(eased, 125)).not.toBe(60)
    expect(at(eased, 141)).toBe(20)
  })

  test('an entity that rested does not start with a glide when its old value is stamped again', () => {
    const resting = track([[0, 7]])
    expect(at(resting, 900)).toBe(7)
    resting.repeatLast(950)
    resting.push(1000, [17])
    expect(at(resting, 940)).toBe(7)
    expect(at(resting, 950)).toBe(7)
    expect(at(resting, 975)).toBe(12)
  })

  test('an entity that stopped is not extrapolated while snapshots say that it rests, and repeats cost one sample', () => {
    const stopped = track([
      [0, 0],
      [50, 50],
    ])
    for (let stampMs = 100; stampMs <= 5000; stampMs += 50) {
      stopped.repeatLast(stampMs)
      if (stampMs > 150) expect(at(stopped, stampMs - 90)).toBe(50)
    }
    expect(stopped.count).toBe(3)
    expect(stopped.extrapolatedFrames + stopped.heldFrames).toBe(0)
    stopped.repeatLast(4000)
    expect(stopped.newestMs).toBe(5000)
    stopped.push(5050, [60])
    expect(at(stopped, 5025)).toBe(55)
    expect(at(stopped, 5050)).toBe(60)
  })

  test('a state omitted for lack of bytes is no rest: the samples around it are joined', () => {
    const omitted = track([
      [0, 0],
      [50, 50],
      [150, 150],
    ])
    expect(at(omitted, 75)).toBe(75)
    expect(at(omitted, 125)).toBe(125)
  })

  test('a repeat after a teleport is no second one, and one on an empty track is nothing', () => {
    const moved = track([[0, 0]])
    moved.push(50, [900], 0, true)
    moved.repeatLast(100)
    moved.push(150, [1000])
    expect(at(moved, 75)).toBe(900)
    expect(at(moved, 125)).toBe(950)
    const empty = track([])
    empty.repeatLast(10)
    expect(empty.count).toBe(0)
  })

  test('C5 an entity at rest is drawn bit-identical, through repeats, dry spells and late samples', () => {
    const value = 0.1 + 0.2
    const angle = -3.0000000000000004
    const rest = new Track({ curves: ['linear', 'angle', 'step'] })
    const pushes = [0, 50, 100, 250, 200, 600, 650]
    for (let t = 0; t < 900; t += 3.7) {
      while (pushes.length > 0 && pushes[0]! + 60 <= t) {
        rest.push(pushes.shift()!, [value, angle, 1])
        if (pushes.length === 1) rest.repeatLast(620)
      }
      if (rest.sample(t, out) === TrackState.empty) continue
      expect(Object.is(out[0], value) && Object.is(out[1], angle)).toBe(true)
    }
    expect(rest.extrapolatedFrames).toBeGreaterThan(0)
  })

  test('rewind forgets samples at or after a time, and later samples may repeat those times', () => {
    const back = track([
      [0, 0],
      [50, 50],
      [100, 60],
      [150, 70],
    ])
    expect(at(back, 120)).toBe(64)
    back.rewind(100)
    expect(back.newestMs).toBe(50)
    back.push(90, [50])
    back.push(140, [50])
    expect(back.droppedSamples).toBe(0)
    expect(Math.abs(at(back, 121) - 64)).toBeLessThan(1)
    for (let t = 125; t <= 1500; t += 5) at(back, t)
    expect(at(back, 1505)).toBe(50)
    back.rewind(-1)
    expect(back.sample(1510, out)).toBe(TrackState.empty)
  })

  test('a picture slower than the ring loses its bracket but does not jump', () => {
    const slow = new Track({ curves: ['linear'], capacity: 4 })
    for (let i = 0; i < 4; i++) slow.push(i * 50, [i * 10])
    expect(at(slow, 25)).toBe(5)
    for (let i = 4; i < 8; i++) slow.push(i * 50, [i * 10])
    expect(slow.sample(26, out)).toBe(TrackState.beforeFirst)
    expect(Math.abs(out[0]! - 5)).toBeLessThan(2)
  })

  test('a teleport is noticed even when the ring has lost the samples shown', () => {
    const slow = new Track({ curves: ['linear'], capacity: 4 })
    for (const t of [0, 50, 100]) slow.push(t, [t])
    at(slow, 60)
    slow.push(80, [20])
    expect(at(slow, 62)).toBeGreaterThan(55)
    slow.push(150, [500], 0, true)
    slow.push(200, [500])
    slow.push(250, [500])
    expect(at(slow, 160)).toBe(500)
  })

  test('a state is written where `openSample` returns; one that comes too late has no place', () => {
    const opened = new SampledTrack(['linear'], 100, 2, 4)
    const shownAt = (timeMs: number) => {
      opened.show(Float64Array.of(timeMs, 0), out)
      return out[0]
    }
    for (const [stampMs, value] of [
      [0, 1],
      [100, 5],
    ] as const) {
      const at = openSample(opened, Float64Array.of(stampMs), false)
      opened.samples.values[at] = value
    }
    expect(shownAt(100)).toBe(5)
    expect(openSample(opened, Float64Array.of(50), false)).toBe(-1)
    expect(shownAt(50)).toBe(3)
  })

  test('settings that make no sense are refused', () => {
    expect(() => new Track({ curves: [] })).toThrow(GlissadeError)
    expect(() => new Track({ curves: ['linear'], capacity: 20 })).toThrow(/capacity/)
    for (const initialCapacity of [3, 0, 64])
      expect(() => new Track({ curves: ['linear'], initialCapacity })).toThrow(/^initialCapacity/)
  })
})

describe('foresight', () => {
  /** A curve that moves twice as fast as the samples, which are 1 apart per ms. */
  const foresight: Foresight = {
    write(out, reach) {
      out[0]! += 2 * reach[0]!
    },
  }
  const shown = (track: Track, timeMs: number) => at(track, timeMs)

  test('takes over past the newest sample, from one sample on, up to the horizon', () => {
    const track = new Track({ curves: ['linear'], extrapolateMs: 90, foresight })
    track.push(0, [0])
    expect(shown(track, 30)).toBe(60)
    expect(shown(track, 200)).toBe(180)
    const moving = new Track({ curves: ['linear'], extrapolateMs: 90, foresight })
    moving.push(0, [0])
    moving.push(50, [50])
    expect(shown(moving, 40)).toBe(40)
    expect(shown(moving, 60)).toBe(70)
  })

  test('is given up and taken back with newer samples, and the difference is eased', () => {
    const track = new Track({ curves: ['linear'], extrapolateMs: 90, foresight })
    track.push(0, [0])
    track.push(50, [50])
    expect(shown(track, 80)).toBe(110)
    track.push(70, [70])
    track.foresight = null
    expect(track.foresight).toBeNull()
    // Its curve would show 85.
    const next = shown(track, 85)
    expect(next).toBeGreaterThan(100)
    expect(next).toBeLessThan(115)
    expect(shown(track, 1000)).toBeCloseTo(145, 6)
  })
})
