import { describe, expect, it } from 'vitest'
import type { Path } from '../motions/motion.ts'
import { schedule } from '../score/schedule.ts'
import type { Trace } from '../traces/trace.ts'
import { horizons } from './horizons.ts'

const even: Trace = {
  name: 'even',
  kind: 'datagram',
  lengthMs: Infinity,
  arrivals: (sentMs) => Float64Array.from(sentMs, (timeMs) => timeMs + 50),
}
const run = schedule(even, { seconds: 5, warmupSeconds: 1 })

/** Moves along x; `at` gives place and velocity. */
function path(at: (seconds: number) => readonly [number, number]): Path {
  return {
    state: (timeMs, out, offset) => {
      const [x, vx] = at(timeMs / 1000)
      out.set([x, 0, vx, 0], offset)
    },
    teleports: () => 0,
  }
}
const straight = path((s) => [300 * s, 300])
const speedingUp = path((s) => [100 * s * s, 200 * s])
const turning = path((s) => (s < 2.51 ? [100 * s, 100] : [251 - 100 * (s - 2.51), -100]))

/** Frames after the first snapshot whose horizon the end of the run does not cut. */
function middle(horizonMs: Float64Array): Float64Array {
  return horizonMs.filter((_, frame) => run.frameMs[frame]! > 200 && run.frameMs[frame]! < 4000)
}

describe('horizons', () => {
  it('are all there is for what moves straight on', () => {
    expect(new Set(middle(horizons([straight], run, 0.5, 250)))).toEqual(new Set([250]))
  })

  it('are the root of 2 E / a for a steady acceleration', () => {
    for (const horizonMs of middle(horizons([speedingUp], run, 2.25, 500))) {
      expect(horizonMs).toBeGreaterThan(150 - 0.3)
      expect(horizonMs).toBeLessThanOrEqual(150 + 1e-6)
    }
  })

  it('end where a turn has led too far away', () => {
    const horizonMs = horizons([turning], run, 6, 250)
    const frame = run.newestStampMs.indexOf(2400)
    // 110 ms to the turn, then 200 units/s apart: 6 units after 30 ms.
    expect(Math.abs(horizonMs[frame]! - 140)).toBeLessThan(0.3)
    expect(horizonMs[run.newestStampMs.indexOf(2600)]).toBe(250)
  })

  it('are those of the worst of several paths', () => {
    const alone = horizons([speedingUp], run, 2.25, 500)
    expect(horizons([straight, speedingUp], run, 2.25, 500)).toEqual(alone)
    expect(horizons([speedingUp, straight], run, 2.25, 500)).toEqual(alone)
  })

  it('are 0 before the first snapshot and never ask beyond the end of the run', () => {
    let latestMs = 0
    const watched: Path = {
      ...straight,
      state: (timeMs, out, at) => {
        latestMs = Math.max(latestMs, timeMs)
        straight.state(timeMs, out, at)
      },
    }
    const horizonMs = horizons([watched], run, 1, 250)
    expect(run.newestStampMs[0]).toBeNaN()
    expect(horizonMs[0]).toBe(0)
    expect(latestMs).toBeLessThanOrEqual(run.lengthMs)
  })

  it('refuse an error or a length that is not above 0', () => {
    expect(() => horizons([straight], run, 0, 250)).toThrow('errorUnits')
    expect(() => horizons([straight], run, 6, 0)).toThrow('mostMs')
  })
})
