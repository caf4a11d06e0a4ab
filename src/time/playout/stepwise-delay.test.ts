import { describe, expect, test } from 'vitest'
import { GlissadeError } from '../../base/error.ts'
import { play, runPlayoutCases } from './playout.case.ts'
import { StepwiseDelay, type StepwiseDelayOptions } from './stepwise-delay.ts'

runPlayoutCases({
  name: 'D7 StepwiseDelay',
  open: () => new StepwiseDelay(),
  // The delay settles anywhere from one send interval to two.
  delayMs: 75,
  withinMs: 28,
})

const FRAME_MS = 1000 / 60

/** Sends one snapshot without any delay, and as many more as asked for, each 50 ms newer. */
function opened(snapshots: number, options?: StepwiseDelayOptions): StepwiseDelay {
  const playout = new StepwiseDelay(options)
  playout.begin(50)
  for (let i = 0; i < snapshots; i++) playout.arrived(i * 50, i * 50)
  return playout
}

describe('StepwiseDelay', () => {
  test('D7 a dry frame of 1/60 s makes the delay 5 ms longer, up to 200 ms', () => {
    const playout = opened(1)
    // The only snapshot is stamped 0 and shown 100 ms later, in frame 6. The delay is dry from then on.
    const delays: number[] = []
    for (let frame = 0; frame <= 9; frame++) {
      playout.advance(frame * FRAME_MS)
      delays.push(Math.round(playout.delayMs * 1000) / 1000)
    }
    expect(delays).toEqual([100, 100, 100, 100, 100, 100, 105, 110, 115, 120])
    // Frame 7 came 16.667 ms after frame 6 and was shown with 5 ms more delay: 11.667 ms of server time.
    expect(playout.renderTimeMs).toBeCloseTo(9 * FRAME_MS - 115, 9)
    expect(playout.rate).toBeCloseTo(0.7, 9)
    for (let frame = 10; frame < 60; frame++) playout.advance(frame * FRAME_MS)
    expect(playout.delayMs).toBe(200)
  })

  test('D7 a frame with plenty makes it 1 ms shorter, down to 50 ms, and no more once it is not plenty', () => {
    const playout = opened(1, { startMs: 120 })
    for (let i = 1; i <= 10; i++) playout.arrived(i * 50, i * 50 - 500)
    // Arrivals 500 ms early make the offset -500. The moment shown is 380, with 400, 450 and 500 ahead.
    playout.advance(0)
    expect(playout.renderTimeMs).toBe(380)
    expect(playout.delayMs).toBe(120) // no time has passed yet
    playout.advance(FRAME_MS)
    expect(playout.renderTimeMs).toBeCloseTo(500 + FRAME_MS - 120, 9)
    expect(playout.snapshotsAhead).toBe(3)
    expect(playout.delayMs).toBeCloseTo(119, 9)
    playout.advance(2 * FRAME_MS)
    // 500 + 33.3 - 119 = 414.3: two snapshots are ahead, which is enough.
    expect(playout.snapshotsAhead).toBe(2)
    expect(playout.delayMs).toBeCloseTo(119, 9)
  })

  test('D7 it never leaves its bounds', () => {
    const low = new StepwiseDelay({ startMs: 55, plentyAhead: 1 })
    let least = 999
    // At 100 Hz there are always plenty of snapshots ahead of 50 ms.
    play(low, { owdMs: () => 20, intervalMs: 10, endMs: 10_000 }, () => {
      least = Math.min(least, low.delayMs)
    })
    expect(least).toBe(50)
    const high = new StepwiseDelay()
    let most = 0
    // At 4 Hz every interval runs dry.
    play(high, { owdMs: () => 20, intervalMs: 250, endMs: 10_000 }, () => {
      most = Math.max(most, high.delayMs)
    })
    expect(most).toBe(200)
  })

  test('D7 the display does not matter: 30, 60 and 144 Hz come to the same delay', () => {
    const at = (frameHz: number): number => {
      const playout = new StepwiseDelay()
      // At first 15 of every 200 ms are dry, then the delay is enough.
      play(playout, { owdMs: () => 20, intervalMs: 175, frameHz, endMs: 1500 }, () => {})
      return playout.delayMs
    }
    expect(at(60)).toBeGreaterThan(130)
    expect(Math.abs(at(30) - at(60))).toBeLessThan(12)
    expect(Math.abs(at(144) - at(60))).toBeLessThan(12)
    const shrunk = (frameHz: number): number => {
      const playout = new StepwiseDelay({ startMs: 200 })
      const conditions = { owdMs: () => 20, intervalMs: 10, frameHz, endMs: 1000 }
      play(playout, conditions, () => {})
      return playout.delayMs
    }
    for (const hz of [30, 144, 240]) expect(Math.abs(shrunk(hz) - shrunk(60))).toBeLessThan(2.1)
  })

  test('D7 jitter makes it longer, and calm makes it shorter again', () => {
    const playout = new StepwiseDelay()
    let longest = 0
    const owdMs = (t: number): number =>
      t < 20_000 && (t / 50) % 4 < 3 ? 150 - ((t / 50) % 4) * 30 : 40
    play(playout, { owdMs, endMs: 40_000 }, () => {
      longest = Math.max(longest, playout.delayMs)
    })
    expect(longest).toBeGreaterThan(140)
    // Two intervals, and the part of the third that frames of 60 Hz miss.
    expect(playout.delayMs).toBeLessThanOrEqual(100 + FRAME_MS)
  })

  test('D7 duplicates are not counted twice', () => {
    const playout = opened(1)
    for (let i = 0; i < 5; i++) playout.arrived(50, -50)
    playout.advance(0)
    expect(playout.renderTimeMs).toBe(0)
    expect(playout.snapshotsAhead).toBe(1)
  })

  test('D7 a long frame counts for 250 ms at most', () => {
    const playout = opened(1, { startMs: 50, mostMs: 1000 })
    playout.advance(0)
    playout.advance(5000)
    expect(playout.delayMs).toBeCloseTo(50 + 5 * 15, 9)
  })

  test.each<[StepwiseDelayOptions, string]>([
    [{ leastMs: -1 }, 'leastMs is -1, but must be a finite number, at least 0'],
    [{ mostMs: 40 }, 'mostMs is 40, but must be at least 50'],
    [{ startMs: 20 }, 'startMs is 20, but must be from 50 to 200'],
    [{ growMs: 0 }, 'growMs is 0, but must be from 0.1 to 16'],
    [{ shrinkMs: Number.NaN }, 'shrinkMs is NaN, but must be from 0.1 to 16'],
    [{ plentyAhead: 1.5 }, 'plentyAhead is 1.5, but must be an integer above 0'],
  ])('refuses %o', (options, message) => {
    expect(() => new StepwiseDelay(options)).toThrow(GlissadeError)
    expect(() => new StepwiseDelay(options)).toThrow(message)
  })
})
