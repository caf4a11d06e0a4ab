import { describe, expect, test } from 'vitest'
import { FixedTimestep, type TimestepMode } from '../loop/fixed-timestep.ts'
import { Pace } from '../loop/pace.ts'
import { PhaseLockedLoop } from '../sync/phase-locked-loop.ts'
import { RoundTripClock } from '../sync/round-trip-clock.ts'
import { FixedDelay } from './fixed-delay.ts'

const WEEK_MS = 7 * 24 * 3_600_000
/** Every twelfth frame of a display of 59.96 Hz: nearly twelve steps, and no exact binary fraction. */
const FRAME_MS = 3000 / 14.99
const FRAMES = Math.floor(WEEK_MS / FRAME_MS)
const MINUTE_FRAMES = Math.floor(60_000 / FRAME_MS)

/** Calls `frame` for a week, with times that are a count times a length, and with the jitter of a display. */
function week(frame: (nowMs: number, i: number) => void): void {
  for (let i = 0; i <= FRAMES; i++) frame(i * FRAME_MS + ((i * 7) % 5) * 0.05, i)
}

/** The largest error of a clock within the first minute, after a second, and at the end of the week. */
class Bounds {
  minute = 0
  late = 0

  note(i: number, error: number): void {
    const size = Math.abs(error)
    if (i > 5 && i <= MINUTE_FRAMES && size > this.minute) this.minute = size
    if (i > FRAMES - MINUTE_FRAMES && size > this.late) this.late = size
  }
}

describe('after a week of virtual time no clock is further off than after a minute', () => {
  test.each<[TimestepMode, number]>([
    ['variable', 1e-6],
    ['semi-fixed', 0.2001],
    ['accumulated', 0.2001],
  ])('C9 FixedTimestep in mode %s', (mode, mostMs) => {
    const clock = new FixedTimestep({ stepMs: 1000 / 60, mode })
    const bounds = new Bounds()
    const isWhole = mode === 'accumulated'
    week((nowMs, i) => {
      clock.advance(nowMs)
      const restMs = isWhole ? clock.alpha * clock.stepMs : 0
      bounds.note(i, clock.timeMs + restMs - nowMs)
    })
    expect(bounds.late).toBeLessThan(mostMs)
    expect(clock.droppedMs).toBe(0)
    expect(bounds.late).toBeLessThanOrEqual(bounds.minute + 1e-6)
    if (isWhole) expect(clock.timeMs).toBe(clock.stepCount * clock.stepMs)
  })

  test('C9 FixedTimestep in mode variable, at a scale that has no exact fraction', () => {
    const clock = new FixedTimestep({ stepMs: 1000 / 60, mode: 'variable' })
    clock.scale = 0.7
    const bounds = new Bounds()
    week((nowMs, i) => {
      clock.advance(nowMs)
      bounds.note(i, clock.timeMs - 0.7 * nowMs)
    })
    expect(bounds.late).toBeLessThan(2e-6)
  })

  test('C1 C9 FixedTimestep in mode fixed', () => {
    const clock = new FixedTimestep({ stepMs: FRAME_MS, mode: 'fixed' })
    week((nowMs) => clock.advance(nowMs))
    expect(clock.timeMs).toBe(FRAMES * FRAME_MS)
  })

  test('B2 C9 PhaseLockedLoop, clocks 200 ppm apart', () => {
    const loop = new PhaseLockedLoop()
    const bounds = new Bounds()
    loop.begin(FRAME_MS)
    week((nowMs, i) => {
      loop.updated(i, 100 + nowMs * 1.0002)
      bounds.note(i, loop.timeMs(100 + i * FRAME_MS * 1.0002) - i * FRAME_MS)
    })
    expect(bounds.minute).toBeLessThan(2)
    expect(bounds.late).toBeLessThan(2)
    expect(loop.relocks).toBe(0)
  })

  test('B8 C9 RoundTripClock, clocks 500 ppm apart', () => {
    const clock = new RoundTripClock()
    const bounds = new Bounds()
    week((nowMs, i) => {
      const serverMs = nowMs * 1.0005
      if (i % 20 === 0)
        clock.sample(nowMs, serverMs + 40, serverMs + 45, nowMs + 85 + ((i * 3) % 7))
      bounds.note(i, clock.timeMs(nowMs) - serverMs)
    })
    expect(bounds.minute).toBeLessThan(25)
    expect(bounds.late).toBeLessThan(5)
  })

  test('B1 C9 FixedDelay, clocks 200 ppm apart', () => {
    const playout = new FixedDelay(300)
    const bounds = new Bounds()
    playout.begin(FRAME_MS)
    week((nowMs, i) => {
      playout.arrived(nowMs * 1.0002, nowMs + 40)
      bounds.note(i, playout.advance(nowMs + 40) - (nowMs * 1.0002 - 300))
    })
    expect(bounds.late).toBeLessThan(5)
    expect(playout.jumps).toBe(0)
    expect(playout.waits).toBe(0)
  })

  test('A11 C9 Pace, clocks 200 ppm apart', () => {
    const stepMs = 1000 / 30
    const pace = new Pace()
    pace.begin(stepMs)
    const clock = new FixedTimestep({ stepMs })
    const bounds = new Bounds()
    week((nowMs, i) => {
      const serverSteps = (nowMs * 1.0002) / stepMs
      clock.advance(nowMs)
      clock.scale = pace.rate(nowMs, clock.stepCount + clock.alpha)
      pace.generated(i, nowMs)
      pace.snapshot(nowMs, nowMs, i, serverSteps)
      bounds.note(i, clock.stepCount + clock.alpha - serverSteps)
    })
    expect(bounds.late).toBeLessThan(0.5)
  })
})
