import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GlissadeError } from '../../base/error.ts'
import { FixedTimestep, type TimestepMode } from './fixed-timestep.ts'

const FRAMES_MS = [10, 25, 7, 0, 60, 300, 20]

interface Row {
  readonly mode: TimestepMode
  readonly evenly?: boolean
  /** The lengths of the steps of each frame, ms. */
  readonly steps: readonly (readonly number[])[]
  /** After each frame: simulated time, ms. */
  readonly timesMs: readonly number[]
  readonly alphas?: readonly number[]
}

const STEPS_IN_250 = [...new Array(12).fill(20), 10]
const EVEN_STEPS_IN_250 = new Array(13).fill(250 / 13)

/** The four loops on the same frames, by hand. A step is 20 ms, and a frame counts for 250 ms at most. */
const LOOPS: readonly Row[] = [
  {
    mode: 'fixed',
    steps: [[20], [20], [20], [20], [20], [20], [20]],
    timesMs: [20, 40, 60, 80, 100, 120, 140],
  },
  {
    mode: 'variable',
    steps: [[10], [25], [7], [], [60], [250], [20]],
    timesMs: [10, 35, 42, 42, 102, 352, 372],
  },
  {
    mode: 'semi-fixed',
    steps: [[10], [20, 5], [7], [], [20, 20, 20], STEPS_IN_250, [20]],
    timesMs: [10, 35, 42, 42, 102, 352, 372],
  },
  {
    mode: 'semi-fixed',
    evenly: true,
    steps: [[10], [12.5, 12.5], [7], [], [20, 20, 20], EVEN_STEPS_IN_250, [20]],
    timesMs: [10, 35, 42, 42, 102, 352, 372],
  },
  {
    mode: 'accumulated',
    steps: [[], [20], [20], [], [20, 20, 20], new Array(12).fill(20), [20]],
    timesMs: [0, 20, 40, 40, 100, 340, 360],
    alphas: [0.5, 0.75, 0.1, 0.1, 0.1, 0.6, 0.6],
  },
]

function lengths(clock: FixedTimestep, count: number): number[] {
  return Array.from({ length: count }, (_, i) => clock.stepLengthMs(i))
}

function checkLoop({ mode, evenly, steps, timesMs, alphas }: Row): void {
  const clock = new FixedTimestep({ stepMs: 20, mode, evenly })
  let nowMs = 5000
  let stepCount = 0
  clock.advance(nowMs)
  for (const [i, frameMs] of FRAMES_MS.entries()) {
    nowMs += frameMs
    const told = lengths(clock, clock.advance(nowMs))
    const expected = steps[i]!
    stepCount += expected.length
    expect(told).toHaveLength(expected.length)
    for (const [k, lengthMs] of expected.entries()) expect(told[k]).toBeCloseTo(lengthMs, 9)
    expect(clock.timeMs).toBeCloseTo(timesMs[i]!, 9)
    expect(clock.stepCount).toBe(stepCount)
    expect(clock.alpha).toBeCloseTo(alphas ? alphas[i]! : 1, 9)
  }
  expect(clock.droppedMs).toBe(mode === 'fixed' ? 0 : 50)
}

/** Runs one second at `fps` and gives each step's length in seconds to `step`. */
function oneSecond(mode: TimestepMode, fps: number, step: (dtSeconds: number) => void): void {
  const clock = new FixedTimestep({ stepMs: 1000 / 60, mode })
  for (let frame = 0; frame <= fps; frame++) {
    const count = clock.advance((frame * 1000) / fps)
    for (let i = 0; i < count; i++) step(clock.stepLengthMs(i) / 1000)
  }
}

/** How far a spring of 40 rad/s that was pulled by 1 is from rest after a second. */
function springAfterOneSecond(mode: TimestepMode, fps: number): number {
  let x = 1
  let v = 0
  oneSecond(mode, fps, (dt) => {
    v -= 1600 * x * dt
    x += v * dt
  })
  return Math.abs(x)
}

/** Whether a bullet of 600 units/s is ever inside a wall of 20 units. */
function bulletHits(mode: TimestepMode, fps: number): boolean {
  let x = 0
  let hit = false
  oneSecond(mode, fps, (dt) => {
    x += 600 * dt
    if (x >= 310 && x <= 330) hit = true
  })
  return hit
}

describe('FixedTimestep, its four loops', () => {
  const row = (mode: TimestepMode, evenly = false) =>
    LOOPS.filter((loop) => loop.mode === mode && (loop.evenly ?? false) === evenly)[0]!

  test('C1 fixed: one step per frame, by hand', () => checkLoop(row('fixed')))
  test('C2 variable: one step as long as the frame, by hand', () => checkLoop(row('variable')))
  test('C3 semi-fixed: steps of at most 20 ms and the rest, by hand', () =>
    checkLoop(row('semi-fixed')))
  test('C3 semi-fixed, evenly: equal steps of at most 20 ms, by hand', () =>
    checkLoop(row('semi-fixed', true)))
  test('C4 C9 accumulated: whole steps, the rest is kept, by hand', () =>
    checkLoop(row('accumulated')))

  test('C2 a stiff spring explodes at 10 frames per second, and swings on where steps are short', () => {
    expect(springAfterOneSecond('variable', 60)).toBeLessThan(1.2)
    expect(springAfterOneSecond('variable', 10)).toBeGreaterThan(1e9)
    for (const mode of ['semi-fixed', 'accumulated'] as const) {
      for (const fps of [10, 60]) expect(springAfterOneSecond(mode, fps)).toBeLessThan(1.2)
    }
  })

  test('C2 a bullet tunnels through a wall at 10 frames per second, where steps are short it hits', () => {
    expect(bulletHits('variable', 60)).toBe(true)
    expect(bulletHits('variable', 10)).toBe(false)
    for (const mode of ['semi-fixed', 'accumulated'] as const) {
      for (const fps of [10, 60]) expect(bulletHits(mode, fps)).toBe(true)
    }
  })

  test('C4 the spring swings to the bit alike at any frame rate, with whole steps only', () => {
    const at = (mode: TimestepMode) =>
      [10, 20, 30, 60].map((fps) => springAfterOneSecond(mode, fps))
    expect(new Set(at('accumulated')).size).toBe(1)
    expect(new Set(at('variable')).size).toBe(4)
  })

  test('C3 no step is longer than the bound, and the steps of a frame are the frame', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 250, noNaN: true }), { maxLength: 100 })
    fc.assert(
      fc.property(
        gaps,
        fc.double({ min: 1, max: 300, noNaN: true }),
        fc.boolean(),
        (list, stepMs, evenly) => {
          const clock = new FixedTimestep({ stepMs, mode: 'semi-fixed', evenly })
          let nowMs = 0
          let summedMs = 0
          clock.advance(0)
          for (const gapMs of list) {
            nowMs += gapMs
            for (const lengthMs of lengths(clock, clock.advance(nowMs))) {
              expect(lengthMs).toBeGreaterThan(0)
              expect(lengthMs).toBeLessThanOrEqual(stepMs * (1 + 1e-12))
              summedMs += lengthMs
            }
            expect(clock.timeMs).toBeCloseTo(summedMs, 6)
            expect(Math.abs(nowMs - clock.timeMs)).toBeLessThan(0.2001)
          }
          expect(clock.stepLengthMs(1e6)).toBe(0)
          expect(clock.stepLengthMs(-1)).toBe(0)
        },
      ),
    )
  })

  test('C3 a frame that nearly is a step gives one step, not one and a sliver', () => {
    const clock = new FixedTimestep({ stepMs: 1000 / 60, mode: 'semi-fixed' })
    clock.advance(0)
    for (let i = 1; i < 1000; i++) {
      expect(clock.advance((i * 1000) / 60 + (i % 2) * 0.15)).toBe(1)
      expect(clock.stepLengthMs(0)).toBeCloseTo(1000 / 60, 9)
    }
  })

  test('C3 the difference between frames and steps is carried over until it makes a step', () => {
    const clock = new FixedTimestep({ stepMs: 1000 / 60, mode: 'semi-fixed' })
    let slivers = 0
    for (let i = 0; i <= 6000; i++) {
      const nowMs = (i * 1000) / 59.94
      if (clock.advance(nowMs) > 1) slivers++
      expect(Math.abs(clock.timeMs - nowMs)).toBeLessThan(0.2001)
    }
    // 0.0167 ms per frame exceed 0.2 ms with every twelfth frame.
    expect(slivers).toBe(500)
  })

  test('C3 C6 maxStepsPerFrame drops the steps beyond it and counts their time', () => {
    for (const evenly of [false, true]) {
      const clock = new FixedTimestep({
        stepMs: 10,
        mode: 'semi-fixed',
        evenly,
        maxStepsPerFrame: 4,
      })
      clock.advance(0)
      expect(lengths(clock, clock.advance(105))).toEqual([10, 10, 10, 10])
      expect(clock.droppedMs).toBe(65)
      expect(clock.advance(115)).toBe(1)
    }
  })

  test.each(['variable', 'semi-fixed'] as const)(
    'C5 mode %s survives a clock that stands still, runs backwards, or says nothing',
    (mode) => {
      const clock = new FixedTimestep({ stepMs: 10, mode })
      clock.advance(100)
      for (const nowMs of [100, 95, Number.NaN]) expect(clock.advance(nowMs)).toBe(0)
      expect(clock.stepLengthMs(0)).toBe(0)
      expect(clock.advance(104)).toBe(1)
      expect(clock.timeMs).toBe(4)
      expect(clock.advance(-100_000)).toBe(0)
      expect(clock.advance(-99_993)).toBe(1)
      expect(clock.timeMs).toBe(11)
    },
  )

  test('C5 the rest of a snapped frame waits for a frame, not for a clock that stands still', () => {
    const clock = new FixedTimestep({ stepMs: 10, mode: 'semi-fixed' })
    clock.advance(0)
    expect(lengths(clock, clock.advance(10.125))).toEqual([10])
    for (const nowMs of [10.125, 9, Number.NaN]) expect(clock.advance(nowMs)).toBe(0)
    expect(lengths(clock, clock.advance(15.125))).toEqual([5.125])
  })

  test.each(['variable', 'semi-fixed'] as const)(
    'C6 mode %s: time that is shifted comes beyond the clamp, what is taken away is waited for',
    (mode) => {
      const clock = new FixedTimestep({ stepMs: 10, mode })
      clock.advance(0)
      clock.shift(400)
      clock.advance(10)
      expect(clock.timeMs).toBe(410)
      clock.shift(-35)
      for (const nowMs of [20, 30, 40]) expect(clock.advance(nowMs)).toBe(0)
      expect(clock.advance(50)).toBe(1)
      expect(clock.stepLengthMs(0)).toBe(5)
      expect(clock.droppedMs).toBe(0)
    },
  )
})

describe('FixedTimestep, its scale', () => {
  test.each([
    ['variable', 250],
    ['semi-fixed', 250],
    ['accumulated', 240],
  ] as const)('C7 mode %s: half the scale is half the time', (mode, expectedMs) => {
    const clock = new FixedTimestep({ stepMs: 20, mode })
    clock.scale = 0.5
    for (let nowMs = 0; nowMs <= 500; nowMs += 50) clock.advance(nowMs)
    expect(clock.timeMs).toBeCloseTo(expectedMs, 9)
  })

  test('C7 a ramp simulates the mean of its ends times its length, whatever the frames', () => {
    const frames = fc.array(fc.double({ min: 0.01, max: 249, noNaN: true }), {
      minLength: 1,
      maxLength: 200,
    })
    const scales = fc.double({ min: 0.05, max: 8, noNaN: true })
    const overMs = fc.double({ min: 1, max: 3000, noNaN: true })
    const mode = fc.constantFrom<TimestepMode>('variable', 'semi-fixed', 'accumulated')
    fc.assert(
      fc.property(frames, scales, scales, overMs, mode, (list, a, b, rampMs, kind) => {
        const clock = new FixedTimestep({ stepMs: 20, mode: kind })
        clock.scale = a
        clock.advance(0)
        clock.rampTo(b, rampMs)
        let nowMs = 0
        for (const gapMs of list) clock.advance((nowMs += gapMs))
        const part = Math.min(nowMs, rampMs)
        const reached = a + ((b - a) * part) / rampMs
        expect(clock.scale).toBeCloseTo(reached, 9)
        const expectedMs = ((a + reached) / 2) * part + (nowMs - part) * b
        const restMs = kind === 'accumulated' ? clock.alpha * 20 : 0
        const toleranceMs = kind === 'variable' ? 1e-6 : 0.2001
        expect(Math.abs(clock.timeMs + restMs - expectedMs)).toBeLessThan(toleranceMs)
        if (nowMs >= rampMs) expect(clock.scale).toBe(b)
      }),
    )
  })

  test('C7 setting the scale acts at once and ends a ramp; a new ramp begins where the old one is', () => {
    const clock = new FixedTimestep({ stepMs: 10, mode: 'variable' })
    clock.advance(0)
    clock.rampTo(3, 200)
    clock.advance(100)
    expect(clock.scale).toBe(2)
    clock.rampTo(1, 100)
    clock.advance(150)
    expect(clock.scale).toBe(1.5)
    clock.scale = 0.5
    clock.advance(250)
    expect(clock.scale).toBe(0.5)
    // 100 ms at 1.5, 50 ms at 1.75, 100 ms at 0.5.
    expect(clock.timeMs).toBeCloseTo(150 + 87.5 + 50, 9)
  })

  test('C7 a ramp whose scale or length is not above 0 is refused, and nothing changes', () => {
    const clock = new FixedTimestep({ stepMs: 10 })
    clock.rampTo(2, 100)
    for (const bad of [0, -1, Number.NaN, Infinity]) {
      expect(() => clock.rampTo(bad, 100)).toThrow(GlissadeError)
      expect(() => clock.rampTo(5, bad)).toThrow(/overMs/)
    }
    clock.advance(0)
    clock.advance(100)
    expect(clock.scale).toBe(2)
  })
})
