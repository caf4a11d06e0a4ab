import { describe, expect, test } from 'vitest'
import { allMotions } from '../motions/motions.ts'
import { platformer } from '../motions/platformer.ts'
import { teleporter } from '../motions/teleporter.ts'
import { score } from './measure.ts'
import { even50, line, motionOf, type OracleOptions, oracle } from './oracle.case.ts'
import { schedule } from './schedule.ts'
import type { MotionScore, ScoreOptions } from './score-types.ts'

const base: ScoreOptions = { motions: [line], perMotion: 1, seconds: 30, warmupSeconds: 10 }
const frameMs = 1000 / 59.94

function scored(how: OracleOptions, options: ScoreOptions = base): MotionScore {
  return score(oracle(options, how), even50, options).motions[0]!
}

/** Shows the truth 100 ms late, except that `held` frames from frame `at` on show the frame before them. */
const holding = (at: number, held: number): OracleOptions => ({
  moment: (frame, ms) => {
    const back = frame >= at && frame < at + held ? frame - at + 1 : 0
    return ms - 100 - back * frameMs
  },
})

describe('score', () => {
  test('gives the truth 100 ms late exactly 100 ms and no fault, for every motion', () => {
    const options = { ...base, motions: allMotions, perMotion: 2 }
    const { motions } = score(oracle(options, { moment: (_, ms) => ms - 100 }), even50, options)
    expect(motions.map(({ motion }) => motion)).toEqual(allMotions.map(({ name }) => name))
    for (const one of motions) {
      expect(one.delayMs).toBeCloseTo(100, 9)
      expect(one.delayP95Ms).toBeCloseTo(100, 9)
      expect(one.costMs).toBeCloseTo(100, 9)
      expect(one.startCostMs).toBeCloseTo(100, 9)
      expect(one.rateP99).toBeCloseTo(0, 9)
      expect(one).toMatchObject({ faultPercent: 0, frozenPercent: 0, stallsPerMinute: 0 })
      expect(one).toMatchObject({ teleportsPerMinute: 0, longestStallMs: 0, errorP99: 0 })
    }
    for (const smooth of motions.slice(1, 3)) expect(smooth.jerkRatio).toBeCloseTo(1, 1)
  })

  test('counts three held frames as a stall, and the leap after them as a fault', () => {
    const { frameMs: times, firstScored } = schedule(even50, base)
    const one = scored(holding(900, 3))
    const frames = times.length - firstScored
    expect(one.frozenPercent).toBeCloseTo((100 * 3) / frames, 9)
    expect(one.faultPercent).toBeCloseTo((100 * 4) / frames, 9)
    expect(one.stallsPerMinute).toBeCloseTo(3, 1)
    expect(one.longestStallMs).toBeCloseTo(3 * frameMs, 6)
    // Back at 100 ms, it has shown four frames of time in one.
    expect(one.teleportsPerMinute).toBeCloseTo(3, 1)
    expect(one.costMs).toBeCloseTo(one.delayMs + 20 * one.faultPercent, 9)
  })

  test('counts two held frames as frozen but not as a stall', () => {
    const one = scored(holding(900, 2))
    expect(one.frozenPercent).toBeGreaterThan(0)
    expect(one.stallsPerMinute).toBe(0)
  })

  test('counts no fault before the end of the warm-up, except in the cost of the start', () => {
    const one = scored(holding(300, 3))
    expect(one.faultPercent).toBe(0)
    expect(one.startCostMs).toBeGreaterThan(100 + (20 * 100 * 4) / 600 - 1)
  })

  test('counts a step of 12 units at 1.7 units a frame as a leap, but not one of 6', () => {
    const stepAside = (units: number) => ({
      moment: (_: number, ms: number) => ms - 100,
      shift: (frame: number) => (frame >= 900 ? units : 0),
    })
    expect(scored(stepAside(12)).teleportsPerMinute).toBeCloseTo(3, 1)
    expect(scored(stepAside(12)).faultPercent).toBeGreaterThan(0)
    expect(scored(stepAside(5)).teleportsPerMinute).toBe(0)
    expect(scored(stepAside(5)).faultPercent).toBe(0)
  })

  test('counts 1.2 times real time as faultless, and 1.3 times as faulty', () => {
    // Runs at `rate` for 2 s of 10 without a pause: it starts each 10 s late enough.
    const at = (rate: number) => ({
      moment: (_: number, ms: number) => {
        const phaseMs = ms % 10_000
        return ms - 1000 + Math.min(phaseMs, 2000) * (rate - 1) - phaseMs * 0.2 * (rate - 1)
      },
    })
    expect(scored(at(1.2)).faultPercent).toBe(0)
    const fast = scored(at(1.33))
    expect(fast.faultPercent).toBeCloseTo(20, 0)
    expect(fast.frozenPercent).toBe(0)
    expect(fast.rateP99).toBeCloseTo(0.33 * 0.8, 6)
  })

  test('measures a shift of 3 units as an error of 3, whatever the delay', () => {
    for (const delayMs of [0, 100, 400]) {
      const one = scored({ moment: (_, ms) => ms - delayMs, shift: () => 3 })
      expect(one.errorRms).toBeCloseTo(3, 9)
      expect(one.errorP99).toBeCloseTo(3, 9)
      // The line moves at 100 units/s, so a picture that is 100 ms old is 10 units behind.
      expect(one.nowErrorRms).toBeCloseTo(Math.abs(3 - delayMs / 10), 6)
    }
  })

  test('measures staleness by the distance to the truth now, whatever moment is claimed', () => {
    expect(scored({ moment: (_, ms) => ms - 80 }).stalenessMs).toBeCloseTo(80, 3)
    // 3 units behind the moment on display are 30 ms on the line.
    const behind = scored({ moment: (_, ms) => ms - 80, shift: () => -3 })
    expect(behind.stalenessMs).toBeCloseTo(110, 3)
    expect(behind.errorCostMs).toBeCloseTo(110, 3)
    const still = motionOf(() => [5, 5])
    const options = { ...base, motions: [still] }
    expect(scored({ moment: (_, ms) => ms - 80 }, options).stalenessMs).toBeNaN()
  })

  test('includes teleports in staleness', () => {
    const options = { ...base, motions: [teleporter], perMotion: 4 }
    expect(scored({ moment: (_, ms) => ms - 100 }, options).stalenessMs).toBeCloseTo(100, -1)
  })

  test('counts frames with a visible error as wrong: over 6 units, or what the motion says', () => {
    const { frameMs: times, firstScored } = schedule(even50, base)
    const share = (100 * 60) / (times.length - firstScored)
    // The error comes and goes slowly, so that nothing jumps.
    const drift = (most: number) => ({
      moment: (_: number, ms: number) => ms - 100,
      shift: (frame: number) => Math.max(0, most - Math.abs(frame - 900) * 0.1),
    })
    expect(scored(drift(6)).wrongPercent).toBe(0)
    expect(scored(drift(9)).wrongPercent).toBeCloseTo(share, 0)
    const one = scored(drift(9))
    expect(one.faultPercent).toBe(0)
    expect(one.errorCostMs).toBeCloseTo(one.stalenessMs + 20 * one.wrongPercent, 9)
    const smooth = { ...base, motions: [{ ...line, visibleError: 2 }] }
    expect(scored(drift(5), smooth).wrongPercent).toBeCloseTo(share, 0)
    expect(scored(drift(5)).wrongPercent).toBe(0)
  })

  test('finds the largest jump, which is wrong beyond 4 units', () => {
    const stepAside = (units: number) => ({
      moment: (_: number, ms: number) => ms - 100,
      shift: (frame: number) => (frame >= 900 ? units : 0),
    })
    expect(scored(stepAside(5)).largestJump).toBeCloseTo(5, 6)
    expect(scored(stepAside(5)).wrongPercent).toBeGreaterThan(0)
    expect(scored(stepAside(3)).largestJump).toBeCloseTo(3, 6)
    expect(scored(stepAside(3)).wrongPercent).toBe(0)
    // A frame that leaps and jumps counts once.
    const once = { ...stepAside(12), shift: (frame: number) => (frame === 900 ? 12 : 0) }
    const { frameMs: times, firstScored } = schedule(even50, base)
    expect(scored(once).wrongPercent).toBeCloseTo(200 / (times.length - firstScored), 9)
  })

  test('finds twice the jerk in a swing twice as large', () => {
    const swing = motionOf((seconds) => [10 * Math.sin(seconds * 9), 0])
    const shift = (_: number, ms: number) => 10 * Math.sin((ms / 1000) * 9)
    const options = { ...base, motions: [swing] }
    expect(scored({ moment: (_, ms) => ms, shift }, options).jerkRatio).toBeCloseTo(2, 6)
    expect(scored({ moment: (_, ms) => ms }, options).jerkRatio).toBeCloseTo(1, 9)
  })

  test('counts frames that show NaN as faults without a delay, and nothing before the first', () => {
    const { frameMs: times, firstScored } = schedule(even50, base)
    const gap = { moment: (f: number, ms: number) => (f >= 900 && f < 910 ? NaN : ms - 100) }
    const one = scored(gap)
    expect(one.faultPercent).toBeCloseTo((100 * 10) / (times.length - firstScored), 9)
    expect(one.frozenPercent).toBe(0)
    expect(one.delayMs).toBeCloseTo(100, 9)
    const late = scored({ moment: (f, ms) => (f < 300 ? NaN : ms - 100) })
    expect(late.faultPercent).toBe(0)
    expect(late.startCostMs).toBeCloseTo(100, 9)
  })

  test('gives a player that never shows anything 100 % faults', () => {
    const one = scored({ moment: () => Number.NaN })
    expect(one.faultPercent).toBe(100)
    expect(one.delayMs).toBeNaN()
    expect(one.costMs).toBeNaN()
  })

  test('judges uneven frames by what they show per time', () => {
    const options = { ...base, motions: [platformer], droppedFrames: 0.3 }
    const one = scored({ moment: (_, ms) => ms - 100 }, options)
    expect(one).toMatchObject({ faultPercent: 0, frozenPercent: 0, teleportsPerMinute: 0 })
    const slow = scored({ moment: (_, ms) => ms * 0.7 }, { ...options, motions: [line] })
    expect(slow.faultPercent).toBe(100)
    expect(slow.frozenPercent).toBe(0)
    const smooth = motionOf((seconds) => [10 * Math.sin(seconds * 9), 0])
    const swing = scored({ moment: (_, ms) => ms - 100 }, { ...options, motions: [smooth] })
    expect(swing.jerkRatio).toBeCloseTo(1, 1)
  })

  test('does not count a true teleport, but counts one shown too early as a leap', () => {
    const options = { ...base, motions: [teleporter], perMotion: 4 }
    expect(scored({ moment: (_, ms) => ms - 100 }, options).teleportsPerMinute).toBe(0)
    const [path] = teleporter.create(1, 1, 30_000)
    expect(path?.teleports(30_000)).toBeGreaterThan(4)
    const early = { moment: (_: number, ms: number) => ms - 100 }
    const shift = (frame: number) => (frame === 1200 ? 300 : 0)
    expect(scored({ ...early, shift }, options).teleportsPerMinute).toBeGreaterThan(0)
  })
})
