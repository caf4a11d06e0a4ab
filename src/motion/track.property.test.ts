import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Curve } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { slerpCurve } from './slerp-curve.ts'
import { Track } from './track.ts'

interface Sample {
  readonly stampMs: number
  readonly values: readonly number[]
  readonly jump: boolean
}

type Act =
  | { readonly push: Sample }
  | { readonly showMs: number }
  | { readonly repeatMs: number }
  | { readonly rewindMs: number }

const CURVES: readonly Curve[] = ['linear', 'angle', 'step']

const sample: fc.Arbitrary<Sample> = fc.record({
  stampMs: fc.integer({ min: 0, max: 2000 }),
  values: fc.tuple(
    fc.double({ min: -1e4, max: 1e4, noNaN: true }).map((v) => v || 0),
    fc.double({ min: -7, max: 7, noNaN: true }).map((v) => v || 0),
    fc.integer({ min: 0, max: 9 }),
  ),
  jump: fc.boolean(),
})

const samples = fc
  .uniqueArray(sample, { selector: (s) => s.stampMs, minLength: 1, maxLength: 16 })
  .map((list) => list.sort((a, b) => a.stampMs - b.stampMs))

function filled(list: readonly Sample[]): Track {
  const track = new Track({ curves: CURVES, capacity: 16 })
  for (const s of list) track.push(s.stampMs, s.values, 0, s.jump)
  return track
}

function picture(track: Track, timeMs: number): number[] {
  const out = new Float64Array(3)
  const state = track.sample(timeMs, out)
  return [state, ...out]
}

describe('Track, for all samples', () => {
  test('at the time of a sample exactly that sample is shown', () => {
    fc.assert(
      fc.property(samples, (list) => {
        const track = filled(list)
        for (const s of list) {
          const out = new Float64Array(3)
          track.sample(s.stampMs, out)
          for (let i = 0; i < 3; i++) expect(out[i]! + 0).toBe(s.values[i])
        }
      }),
    )
  })

  test('D1 late, repeated and disordered samples give the same picture as sorted ones', () => {
    const shuffled = samples.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length }),
        fc.array(fc.integer({ min: -50, max: 2300 }), { maxLength: 40 }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([list, disorder, times]) => {
        const sorted = filled(list)
        const mixed = filled(disorder)
        expect(mixed.count).toBe(list.length)
        for (const timeMs of times.sort((a, b) => a - b)) {
          expect(picture(mixed, timeMs)).toEqual(picture(sorted, timeMs))
        }
      }),
    )
  })

  test('D14 a track that grows shows the same as one with room for all samples, to the bit', () => {
    const act: fc.Arbitrary<Act> = fc.oneof(
      { weight: 6, arbitrary: fc.record({ push: sample }) },
      { weight: 3, arbitrary: fc.record({ showMs: fc.integer({ min: -50, max: 2300 }) }) },
      { weight: 1, arbitrary: fc.record({ repeatMs: fc.integer({ min: 0, max: 2000 }) }) },
      { weight: 1, arbitrary: fc.record({ rewindMs: fc.integer({ min: 0, max: 2000 }) }) },
    )
    const curves: readonly Curve[] = ['linear', hermiteCurve(), 'step']
    const played = (track: Track, acts: readonly Act[]): unknown[] =>
      acts.map((one) => {
        if ('push' in one) track.push(one.push.stampMs, one.push.values, 0, one.push.jump)
        else if ('showMs' in one) return picture(track, one.showMs)
        else if ('repeatMs' in one) track.repeatLast(one.repeatMs)
        else track.rewind(one.rewindMs)
        return [track.count, track.newestMs, track.droppedSamples]
      })
    fc.assert(
      fc.property(fc.array(act, { maxLength: 120 }), fc.constantFrom(1, 2, 4), (acts, least) => {
        const growing = new Track({ curves, capacity: 16, initialCapacity: least })
        expect(played(growing, acts)).toEqual(played(new Track({ curves, capacity: 16 }), acts))
      }),
    )
  })

  test('B6 D1 of any stream, however long and disordered, the newest are held, as if no other had come', () => {
    const stream = fc.array(sample, { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(stream, fc.constantFrom(1, 2, 4, 16), (list, capacity) => {
        const track = new Track({ curves: CURVES, capacity })
        let held: Sample[] = []
        let dropped = 0
        for (const s of list) {
          track.push(s.stampMs, s.values, 0, s.jump)
          const isNew = held.every(({ stampMs }) => stampMs !== s.stampMs)
          if (isNew && held.length === capacity && s.stampMs < held[0]!.stampMs) dropped++
          else
            held = [...held.filter(({ stampMs }) => stampMs !== s.stampMs), s]
              .sort((a, b) => a.stampMs - b.stampMs)
              .slice(-capacity)
        }
        expect([track.count, track.newestMs]).toEqual([held.length, held.at(-1)!.stampMs])
        expect(track.droppedSamples).toBe(dropped)
        const few = filled(held)
        for (let t = -50; t < 2300; t += 47) expect(picture(track, t)).toEqual(picture(few, t))
      }),
    )
  })

  test('D1 samples that arrive in disorder while being shown, yet ahead of it, make no difference', () => {
    const feed = samples.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 16, maxLength: 16 }),
      ),
    )
    fc.assert(
      fc.property(feed, ([list, swaps]) => {
        const sorted = filled(list)
        const live = new Track({ curves: CURVES, capacity: 16 })
        const order = [...list]
        for (let i = 0; i < order.length; i++) {
          const j = Math.min(order.length - 1, i + swaps[i]!)
          const [a, b] = [order[i]!, order[j]!]
          order[i] = b
          order[j] = a
        }
        for (let i = 0; i < order.length; i++) {
          const s = order[i]!
          live.push(s.stampMs, s.values, 0, s.jump)
          const missing = order.slice(i + 1).map((later) => later.stampMs)
          const held = order.slice(0, i + 1).map((earlier) => earlier.stampMs)
          const known = Math.max(...held.filter((t) => t < Math.min(...missing)), -1)
          if (known < 0) continue
          live.sample(known, new Float64Array(3))
        }
        for (let t = list.at(-1)!.stampMs; t < 2400; t += 30) {
          expect(picture(live, t)).toEqual(picture(sorted, t))
        }
        expect(live.droppedSamples).toBe(0)
        expect(live.count).toBe(list.length)
      }),
    )
  })

  test('D3 D8 between samples, movement in one direction is never shown going back, and ends where it should', () => {
    const step = fc.record({
      gapMs: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 200 })),
      way: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 999 }),
      ),
      turn: fc.integer({ min: 0, max: 30 }).map((tenths) => tenths / 10),
    })
    const curves: Curve[] = [
      'linear',
      hermiteCurve(),
      'angle',
      slerpCurve,
      slerpCurve,
      slerpCurve,
      slerpCurve,
    ]
    const sign = fc.constantFrom(1, -1)
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        sign,
        sign,
        (steps, up, flip) => {
          const track = new Track({ curves, capacity: 16 })
          let [timeMs, x, angle, half, q] = [0, 0, 0, 0, 1]
          const rotation = (): number[] => [0, 0, q * Math.sin(half), q * Math.cos(half)]
          const times = [0]
          track.push(0, [0, 0, 0, ...rotation()])
          for (const { gapMs, way, turn } of steps) {
            for (let i = 1; i <= 8; i++) times.push(timeMs + (gapMs * i) / 8)
            timeMs += gapMs
            x += up * way
            // Wrapped, and of either sign: the way from one to the next is the short one all the same.
            angle = (angle + up * turn) % (2 * Math.PI)
            half += turn / 2
            q *= flip
            track.push(timeMs, [x, x, angle, ...rotation()])
          }
          const out = new Float64Array(7)
          const before = new Float64Array(7)
          let [back, leastTurn] = [0, 0]
          track.sample(0, before)
          for (const t of times) {
            track.sample(t, out)
            back = Math.min(back, up * (out[0]! - before[0]!), up * (out[1]! - before[1]!))
            // The sine of half the turn since, whatever the signs: towards greater angles.
            const sine = out[5]! * before[6]! - out[6]! * before[5]!
            const cosine = out[5]! * before[5]! + out[6]! * before[6]!
            const turned = Math.sin(up * (out[2]! - before[2]!))
            leastTurn = Math.min(leastTurn, turned, cosine < 0 ? -sine : sine)
            before.set(out)
          }
          expect(back).toBeGreaterThanOrEqual(-1e-9 * (1 + Math.abs(x)))
          expect(leastTurn).toBeGreaterThanOrEqual(-1e-9)
          expect([...out]).toEqual([x, x, angle, ...rotation()])
        },
      ),
    )
  })

  test('D6 extrapolation reaches at most five sixths of its horizon at the last velocity, and never goes back', () => {
    const velocity = fc.double({ min: -2, max: 2, noNaN: true })
    fc.assert(
      fc.property(velocity, fc.integer({ min: 1, max: 300 }), (v, extrapolateMs) => {
        const track = new Track({ curves: ['linear'], extrapolateMs })
        track.push(0, [0])
        track.push(50, [v * 50])
        const out = new Float64Array(1)
        let last = v * 50
        for (let t = 50; t < 500; t += 5) {
          track.sample(t, out)
          const moved = (out[0]! - last) * Math.sign(v)
          expect(moved).toBeGreaterThanOrEqual(-1e-9)
          expect(moved).toBeLessThanOrEqual(Math.abs(v) * 5 + 1e-9)
          last = out[0]!
        }
        expect(Math.abs(last - v * 50)).toBeCloseTo((Math.abs(v) * extrapolateMs * 5) / 6, 6)
      }),
    )
  })
})
