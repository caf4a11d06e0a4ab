import { describe, expect, it } from 'vitest'
import { Random } from '../../base/random.ts'
import { schedule } from '../measures/schedule.ts'
import type { Trace } from '../traces/trace.ts'
import { bounds, leastConstant } from './bounds.ts'
import { Clairvoyant } from './clairvoyant.ts'
import { leastDelay } from './curve.ts'

/** Packets take `delayMs` and up to `jitterMs` more. A share of `loss` is lost. */
function trace(delayMs: number, jitterMs = 0, loss = 0): Trace {
  return {
    name: 'made',
    kind: 'datagram',
    lengthMs: Infinity,
    arrivals: (sentMs) => {
      const random = new Random(1)
      return Float64Array.from(sentMs, (timeMs) => {
        const arrivesMs = timeMs + delayMs + jitterMs * random.next()
        return random.next() < loss ? Number.NaN : arrivesMs
      })
    },
  }
}

describe('bounds of an even link of 50 ms', () => {
  it.each([10, 20, 30])('has the closed forms at %i Hz', (sendHz) => {
    const intervalMs = 1000 / sendHz
    const found = bounds(trace(50), { sendHz })
    // The age is a sawtooth from 50 ms up by one interval; leaving costs 0.75 ms on average.
    expect(found.freshnessMs).toBeCloseTo(50.75 + intervalMs / 2, 0)
    expect(found.constantMs).toBeGreaterThan(50 + intervalMs)
    expect(found.constantMs).toBeLessThan(51.5 + intervalMs)
    // The least even curve touches the tops of the teeth and sinks by a quarter of half an interval between them; a
    // frame comes up to one frame before the top.
    const dip = (0.25 * intervalMs) / 2
    expect(found.delayMs).toBeLessThan(51.5 + intervalMs - dip / 2)
    expect(found.delayMs).toBeGreaterThan(50 + intervalMs - dip / 2 - 1000 / 59.94)
    expect(found.priced.faultPercent).toBe(0)
    expect(found.priced.costMs).toBe(found.priced.delayMs)
  })
})

describe('bounds', () => {
  it('are ordered: freshness, clairvoyant, constant', () => {
    for (const link of [trace(40, 30), trace(90, 20, 0.15), trace(10, 200, 0.02)]) {
      for (const sendHz of [10, 30]) {
        const found = bounds(link, { sendHz, seconds: 30 })
        expect(found.freshnessMs).toBeLessThan(found.delayMs)
        expect(found.delayMs).toBeLessThan(found.constantMs)
        expect(found.priced.costMs).toBeLessThanOrEqual(
          found.delayMs + 20 * found.faultPercent + 1e-6,
        )
        expect(found.priced.costMs).toBeCloseTo(
          found.priced.delayMs + 20 * found.priced.faultPercent,
          9,
        )
      }
    }
  })

  it('come near the known ones of 100 ms with 15 % loss at 20 Hz', () => {
    const found = bounds(trace(90, 20, 0.15))
    expect(Math.abs(found.freshnessMs - 134)).toBeLessThan(4)
    expect(Math.abs(found.delayMs - 172)).toBeLessThan(8)
  })

  it('sink by the horizon if it is the same at all times, and never below 0', () => {
    const link = trace(90, 20, 0.15)
    const without = bounds(link, { seconds: 30 })
    const ahead = bounds(link, { seconds: 30, horizonMs: 60 })
    expect(ahead.freshnessMs).toBeCloseTo(without.freshnessMs - 60, 6)
    expect(ahead.constantMs).toBeCloseTo(without.constantMs - 60, 6)
    expect(Math.abs(ahead.delayMs - without.delayMs + 60)).toBeLessThan(0.5)
    expect(bounds(link, { seconds: 30, horizonMs: 1e6 }).priced.costMs).toBe(0)
    expect(() => bounds(link, { seconds: 30, horizonMs: -1 })).toThrow('horizonMs')
  })

  it('cope with a display that drops frames', () => {
    const link = trace(90, 20, 0.15)
    const even = bounds(link, { seconds: 60 })
    const uneven = bounds(link, { seconds: 60, droppedFrames: 0.1 })
    expect(Math.abs(uneven.freshnessMs - even.freshnessMs)).toBeLessThan(2)
    expect(Math.abs(uneven.delayMs - even.delayMs)).toBeLessThan(3)
    // The same clairvoyant over the scored frames, each with its own length.
    const run = schedule(link, { seconds: 60, droppedFrames: 0.1 })
    const scored = (array: Float64Array) => array.slice(run.firstScored)
    const clairvoyant = new Clairvoyant(
      scored(run.ageMs),
      run.frameSteps.slice(run.firstScored),
      run.frameHz,
    )
    expect(uneven.delayMs).toBe(leastDelay(clairvoyant, 0.1))
  })

  it('leave out frames before the first snapshot', () => {
    const found = bounds(trace(3000), { seconds: 20, warmupSeconds: 0 })
    expect(found.freshnessMs).toBeCloseTo(3025.75, 0)
    expect(found.priced.faultPercent).toBe(0)
  })
})

describe('leastConstant', () => {
  it('leaves the share of frames dry, and not one more', () => {
    const leastMs = Float64Array.from({ length: 1000 }, (_, frame) => (frame * 7) % 1000)
    expect(leastConstant(leastMs, 0.1)).toBe(998)
    expect(leastConstant(leastMs, 0)).toBe(999)
    expect(leastConstant(leastMs, 10)).toBe(899)
  })
})
