import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hermiteCurve } from './hermite-curve.ts'
import { Track } from './track.ts'

const out = new Float64Array(1)

function smooth(samples: readonly (readonly [number, number])[], extrapolateMs = 0): Track {
  const made = new Track({ curves: [hermiteCurve()], extrapolateMs })
  for (const [stampMs, value] of samples) made.push(stampMs, [value])
  return made
}

function at(track: Track, timeMs: number): number {
  track.sample(timeMs, out)
  return out[0]!
}

const list = fc
  .uniqueArray(
    fc.record({
      stampMs: fc.integer({ min: 0, max: 1000 }),
      value: fc.oneof(
        fc.constantFrom(0, 5, -5),
        fc.double({ min: -1e4, max: 1e4, noNaN: true }).map((v) => v || 0),
      ),
      seenMs: fc.integer({ min: 0, max: 300 }),
    }),
    { selector: (s) => s.stampMs, minLength: 2, maxLength: 16 },
  )
  .map((samples) => samples.sort((a, b) => a.stampMs - b.stampMs))

describe('slopes without sent velocities', () => {
  test('D3 uneven samples of an even acceleration are joined without any error', () => {
    const p = (t: number): number => 3 + 0.2 * t + 0.001 * t * t
    const track = smooth([0, 40, 100, 130, 210, 260].map((t) => [t, p(t)]))
    for (let t = 0; t <= 210; t += 1.7) expect(at(track, t)).toBeCloseTo(p(t), 10)
  })

  test('D3 the speed has no jump where two brackets meet, when the next sample came in time', () => {
    const track = smooth([0, 50, 100, 150, 200, 250].map((t) => [t, 40 * Math.sin(t / 70)]))
    const speed = (t: number): number => (at(track, t + 1e-4) - at(track, t)) / 1e-4
    for (const t of [50, 100, 150, 200]) {
      const before = speed(t - 2e-4)
      expect(speed(t)).toBeCloseTo(before, 4)
    }
  })

  test('D3 a curve never leaves the range of its two samples, whenever they came', () => {
    fc.assert(
      fc.property(list, (samples) => {
        const track = new Track({ curves: [hermiteCurve()], capacity: 16, easeReturn: false })
        let next = 0
        for (let t = 0; t <= 1000; t += 10) {
          while (next < samples.length && samples[next]!.stampMs <= t + samples[next]!.seenMs) {
            track.push(samples[next]!.stampMs, [samples[next]!.value])
            next++
          }
          if (track.newestMs <= t || !(samples[0]!.stampMs < t) || track.count < 2) continue
          const shown = at(track, t)
          const row = new Float64Array(1)
          let after = 0
          while (track.read(after, row) <= t) after++
          const values = [after - 1, after].map((place) => {
            track.read(Math.max(0, place), row)
            return row[0]!
          })
          const slack = 1e-9 * (1 + Math.abs(values[0]!) + Math.abs(values[1]!))
          expect(shown).toBeGreaterThanOrEqual(Math.min(...values) - slack)
          expect(shown).toBeLessThanOrEqual(Math.max(...values) + slack)
        }
      }),
    )
  })

  test('D3 with all samples there, a moment looks the same whatever was shown before it', () => {
    const times = fc.integer({ min: 0, max: 1000 })
    fc.assert(
      fc.property(list, times, (samples, t) => {
        const pairs = samples.map((s) => [s.stampMs, s.value] as const)
        const inOrder = smooth(pairs)
        for (let before = 0; before < t; before += 20) at(inOrder, before)
        const size = Math.max(1, ...samples.map((s) => Math.abs(s.value)))
        expect(Math.abs(at(inOrder, t) - at(smooth(pairs), t))).toBeLessThan(1e-9 * size)
      }),
    )
  })

  test('D3 at the time of a sample exactly that sample is shown', () => {
    fc.assert(
      fc.property(list, (samples) => {
        const track = smooth(samples.map((s) => [s.stampMs, s.value]))
        for (const s of samples) expect(at(track, s.stampMs) + 0).toBe(s.value)
      }),
    )
  })

  test('D3 a slope that was shown is frozen: a later sample does not bend the curve', () => {
    const shown = smooth([
      [0, 0],
      [50, 10],
      [100, 30],
    ])
    const before = at(shown, 80)
    shown.push(150, [31])
    expect(at(shown, 80)).toBe(before)
    expect(at(shown, 60)).not.toBe(before)
    const knewIt = smooth([
      [0, 0],
      [50, 10],
      [100, 30],
      [150, 31],
    ])
    expect(Math.abs(at(knewIt, 80) - before)).toBeGreaterThan(0.5)
  })

  test('D3 the next bracket begins with the frozen slope, so that the speed does not jump there either', () => {
    const shown = smooth([
      [0, 0],
      [50, 10],
      [100, 30],
    ])
    const speed = (t: number): number => (at(shown, t + 1e-4) - at(shown, t)) / 1e-4
    const before = speed(100 - 2e-4)
    shown.push(150, [90])
    shown.push(200, [190])
    expect(speed(100)).toBeCloseTo(before, 4)
  })

  test('D3 a late sample between two is not hidden by frozen slopes, and is eased in', () => {
    const shown = smooth([
      [0, 0],
      [100, 100],
      [200, 200],
    ])
    const before = at(shown, 30)
    shown.push(60, [20])
    expect(Math.abs(at(shown, 31) - before)).toBeLessThan(2)
    at(shown, 3000)
    const fresh = smooth([
      [0, 0],
      [60, 20],
      [100, 100],
      [200, 200],
    ])
    for (let t = 60; t <= 100; t += 5) expect(at(shown, t)).toBeCloseTo(at(fresh, t), 9)
  })

  test('C5 an entity at rest is bit-identical, and a stop does not overshoot', () => {
    const value = 0.1 + 0.2
    const rest = smooth([0, 50, 100, 150].map((t) => [t, value]))
    for (let t = 0; t <= 150; t += 3.7) expect(at(rest, t)).toBe(value)
    const stop = smooth([0, 50, 100, 150, 200].map((t) => [t, Math.min(t, 100)]))
    for (let t = 100; t <= 200; t += 3.7) expect(at(stop, t)).toBe(100)
  })

  test('D3 no slope is taken across a break', () => {
    const jumps = smooth([
      [0, 0],
      [50, 10],
    ])
    jumps.push(100, [1000], 0, true)
    jumps.push(150, [1010])
    expect(at(jumps, 25)).toBeCloseTo(5, 9)
    expect(at(jumps, 99)).toBe(10)
    expect(at(jumps, 125)).toBeCloseTo(1005, 9)
  })

  test('D3 an entity that rested after a teleport starts from rest: its repeat is no teleport', () => {
    const moved = smooth([[0, 0]])
    moved.push(50, [900], 0, true)
    moved.repeatLast(100)
    moved.push(150, [1000])
    moved.push(200, [1200])
    // From slope 0 to 1.5 times the straight slope: 900 + 100 a^2 (3 - 2 a) - 150 a^2 (1 - a) at a = 0.2.
    expect(at(moved, 110)).toBeCloseTo(905.6, 9)
  })

  test('D3 D6 where it turned round there is no parabola: a bounce ends, and a rise begins, with its straight slope', () => {
    const bounced = smooth(
      [
        [0, 10],
        [50, 0],
        [100, 10],
      ],
      100,
    )
    expect(at(bounced, 200)).toBeCloseTo(10 + (0.2 * 250) / 3, 9)
    const turning = smooth([
      [0, 0],
      [50, 10],
      [100, 0],
    ])
    // Slopes 0.2 and 0: 10 a^2 (3 - 2 a) + 10 a (1 - a)^2 at a = 0.5.
    expect(at(turning, 25)).toBeCloseTo(6.25, 9)
  })

  test('D6 it is extrapolated with the slope it ended with', () => {
    const track = smooth(
      [0, 50, 100].map((t) => [t, 0.001 * t * t]),
      100,
    )
    const speed = (t: number): number => (at(track, t + 1e-4) - at(track, t)) / 1e-4
    expect(speed(100 - 2e-4)).toBeCloseTo(0.2, 4)
    expect(speed(100)).toBeCloseTo(0.2, 4)
    expect(at(track, 200)).toBeCloseTo(10 + (0.2 * 250) / 3, 9)
  })
})
