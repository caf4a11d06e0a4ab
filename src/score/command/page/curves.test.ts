import { expect, test } from 'vitest'
import { play } from '../../measures/play.ts'
import type { MotionContender } from '../../measures/player.ts'
import { SHOWN, SHOWN_WIDTH, STATE, STATE_WIDTH } from '../../measures/player.ts'
import type { Trace } from '../../traces/trace.ts'
import { CurveKeeper, ERROR_EDGES } from './curves.ts'
import type { CurveMs } from './data.ts'

/** A network of 40 ms, but packets sent from 20 s to 21 s come at 21.04 s. */
const stalling: Trace = {
  name: 'stalling',
  kind: 'datagram',
  clockPpm: 0,
  lengthMs: Infinity,
  arrivals: (sentMs) =>
    Float64Array.from(sentMs, (ms) => (ms >= 20_000 && ms < 21_000 ? 21_040 : ms + 40)),
}

/** Shows the newest state, or one 100 ms older for the second motion. */
const newest: MotionContender = {
  name: 'newest',
  about: 'shows the newest',
  create() {
    const last = { stampMs: -1, states: new Float64Array(0) }
    return {
      arrived({ stampMs, states }) {
        if (stampMs > last.stampMs) Object.assign(last, { stampMs, states: states.slice() })
      },
      frame(_, shown) {
        for (let i = 0; i * STATE_WIDTH < last.states.length; i++) {
          const from = i * STATE_WIDTH
          shown[i * SHOWN_WIDTH + SHOWN.x] = last.states[from + STATE.x]!
          shown[i * SHOWN_WIDTH + SHOWN.y] = last.states[from + STATE.y]!
          shown[i * SHOWN_WIDTH + SHOWN.tracer] =
            last.states[from + STATE.tracer]! - (i >= 2 && i < 4 ? 100 : 0)
        }
      },
    }
  },
}

const keeper = new CurveKeeper(['absent', 'newest'])
keeper.add(play(newest, stalling, { seconds: 30, sendHz: 20, perMotion: 2 }))
const curves = keeper.curves('stalling', 20)
const mostOf = (values: CurveMs): number => Math.max(...values.map(Number))

test('the window lies around the worst moment, and holds every frame of it', () => {
  const from = curves?.windowFrom ?? 0
  expect(from).toBeGreaterThan(16)
  expect(from + 10).toBeGreaterThan(21)
  const ages = curves?.windowAge ?? []
  expect(ages.length).toBe(599)
  expect(mostOf(ages)).toBeGreaterThan(1030)
  expect(ages.every((age) => Number.isInteger(age))).toBe(true)
})

test('a player that shows the newest state has its age, and another motion is kept if it differs', () => {
  const [first, second, third] = curves?.players[1] ?? []
  expect(curves?.players[0]).toBeNull()
  expect(first?.window).toEqual(curves?.windowAge)
  expect([first?.same, second?.same, third?.same]).toEqual([0, 1, 0])
  expect(third?.window).toEqual([])
  const shift = Number(second?.window[0]) - Number(first?.window[0])
  expect(Math.abs(shift - 100)).toBeLessThanOrEqual(1)
})

test('the whole run is kept as the least and the most value of each bucket', () => {
  const bands = curves?.wholeAge ?? []
  expect(bands.length).toBe(720)
  for (let i = 0; i < bands.length; i += 2) expect(bands[i + 1]).toBeGreaterThanOrEqual(bands[i]!)
  expect(mostOf(bands)).toBe(mostOf(curves?.windowAge ?? []))
})

test('frames without error are all in the first bin, and all frames are counted', () => {
  const [first, second] = curves?.players[1] ?? []
  expect(first?.errors[0]).toBe(10_000)
  expect(first?.errors.length).toBe(ERROR_EDGES.length + 1)
  const sum = second?.errors.reduce((total, share) => total + share, 0) ?? 0
  expect(Math.abs(sum - 10_000)).toBeLessThan(20)
  expect(second?.errors[0]).toBeLessThan(5000)
})

test('a frame that showed nothing has no number', () => {
  const silent = { name: 'silent', about: '', create: () => ({ arrived() {}, frame() {} }) }
  const its = new CurveKeeper(['silent'])
  its.add(play(silent, stalling, { seconds: 12, sendHz: 20, perMotion: 1 }))
  const [first] = its.curves('stalling', 20)?.players[0] ?? []
  expect(first?.window.length).toBeGreaterThan(100)
  expect(new Set([...(first?.window ?? []), ...(first?.whole ?? [])])).toEqual(new Set([null]))
})

test('a run that was not played has no curves', () => {
  expect(keeper.curves('stalling', 10)).toBeNull()
})
