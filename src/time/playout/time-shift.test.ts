import { expect, test } from 'vitest'
import { GlissadeError } from '../../base/error.ts'
import { Random } from '../../base/random.ts'
import { Track, TrackState } from '../../motion/track.ts'
import { play, runPlayoutCases } from './playout.case.ts'
import { TimeShift } from './time-shift.ts'

runPlayoutCases({ name: 'E1 TimeShift', open: () => new TimeShift(), delayMs: 75 })
runPlayoutCases({
  name: 'E1 TimeShift of 100 ms',
  open: () => new TimeShift({ shiftMs: 100 }),
  delayMs: 100,
})

test('E1 the shift is 50 to 100 ms, and anything else is refused', () => {
  expect(new TimeShift({ shiftMs: 50 }).delayMs).toBe(50)
  expect(new TimeShift({ shiftMs: 100 }).delayMs).toBe(100)
  for (const shiftMs of [49, 101, Number.NaN]) {
    expect(() => new TimeShift({ shiftMs })).toThrow(GlissadeError)
    expect(() => new TimeShift({ shiftMs })).toThrow(
      `shiftMs is ${shiftMs}, but must be from 50 to 100`,
    )
  }
})

test('E1 render time is now less the offset less the shift', () => {
  const playout = new TimeShift({ shiftMs: 60 })
  playout.begin(50)
  playout.arrived(5000, 1030)
  expect(playout.advance(1040)).toBe(1040 + 3970 - 60)
  playout.arrived(5050, 1080)
  expect(playout.advance(1090)).toBe(1090 + 3970 - 60)
})

test('E1 the offset is smoothed: jitter moves neither the shift nor the rate by more than a hair', () => {
  const random = new Random(31)
  const playout = new TimeShift()
  const owdMs = () => 40 + random.between(0, 20)
  let worstMs = 0
  let fastest = 0
  play(playout, { owdMs, endMs: 60_000 }, (nowMs, _, behindMs) => {
    if (nowMs < 5000) return
    worstMs = Math.max(worstMs, Math.abs(behindMs - 115))
    fastest = Math.max(fastest, Math.abs(playout.rate - 1))
  })
  expect(worstMs).toBeLessThan(4)
  expect(fastest).toBeLessThan(0.01)
})

test('E1 a shift above the send interval always finds two states in the history', () => {
  const playout = new TimeShift({ shiftMs: 75 })
  const track = new Track({ curves: ['linear'] })
  const out = new Float64Array(1)
  playout.begin(50)
  for (let nowMs = 0; nowMs < 5000; nowMs += 10) {
    if (nowMs % 50 === 0) {
      playout.arrived(nowMs, nowMs + 5)
      track.push(nowMs, [nowMs * 0.1])
    }
    const state = track.sample(playout.advance(nowMs + 5), out)
    if (nowMs < 100) continue
    expect(state).toBe(TrackState.between)
    expect(out[0]).toBeCloseTo((nowMs - 75) * 0.1, 6)
  }
})
