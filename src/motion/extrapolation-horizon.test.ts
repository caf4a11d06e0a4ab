import { describe, expect, test } from 'vitest'
import { HORIZONS_MS } from '../base/horizons.ts'
import { Random } from '../base/random.ts'
import type { Curve } from './curves.ts'
import { ExtrapolationHorizon } from './extrapolation-horizon.ts'
import { hermiteCurve } from './hermite-curve.ts'

/** x, y and their velocities at a moment in seconds. */
type Motion = (seconds: number) => number[]

const SENT: readonly Curve[] = [hermiteCurve(2), hermiteCurve(3), 'step', 'step']
const PLAIN: readonly Curve[] = ['linear', hermiteCurve(), 'step', 'step']
const MOST = HORIZONS_MS.length - 1
const RATES = [10, 15, 20, 30, 60]

interface Watch {
  readonly hz?: number
  readonly curves?: readonly Curve[]
  readonly seconds?: number
  readonly scale?: number
  /** Called before each state. */
  readonly before?: (horizon: ExtrapolationHorizon, seconds: number) => void
}

/** The code after half a minute of a motion. */
function codeOf(motion: Motion, watch: Watch = {}): number {
  const { hz = 20, curves = SENT, seconds = 30, scale = 1, before } = watch
  const horizon = new ExtrapolationHorizon(curves)
  for (let i = 0; i <= seconds * hz; i++) {
    before?.(horizon, i / hz)
    const values = motion(i / hz).map((value) => value * scale)
    horizon.note(5000 + (i * 1000) / hz, values)
  }
  return horizon.code
}

const line: Motion = (t) => [100 + 50 * t, -20 * t, 50, -20]
const rest: Motion = () => [5, 6, 0, 0]
const circle =
  (turns: number): Motion =>
  (t) => [
    100 * Math.cos(turns * t),
    100 * Math.sin(turns * t),
    -100 * turns * Math.sin(turns * t),
    100 * turns * Math.cos(turns * t),
  ]
/** Bounces every 0.8 s. */
const ball: Motion = (t) => {
  const since = t % 0.8
  const [g, v] = [2400, 960]
  return [100 * t, v * since - (g * since * since) / 2, 100, v - g * since]
}
/** To and fro, turning five times a second. */
const shuttle: Motion = (t) => {
  const since = t % 0.4
  return since < 0.2 ? [since * 300, 0, 300, 0] : [(0.4 - since) * 300, 0, -300, 0]
}

describe('D6 how far movement can be extrapolated', () => {
  test.each([5, ...RATES])('a straight line, and rest: as far as possible, at %d Hz', (hz) => {
    for (const curves of [SENT, PLAIN])
      for (const motion of [line, rest]) expect(codeOf(motion, { hz, curves })).toBe(MOST)
  })

  test.each(RATES)('a bounce, and a turn: hardly, at %d Hz', (hz) => {
    for (const motion of [ball, shuttle]) {
      expect(codeOf(motion, { hz })).toBeLessThanOrEqual(3)
      expect(codeOf(motion, { hz, curves: PLAIN })).toBe(0)
    }
  })

  test.each(RATES)(
    'a circle: the less the faster it turns, and more with sent velocities, at %d Hz',
    (hz) => {
      for (const curves of [SENT, PLAIN]) {
        const codes = [1, 2, 4, 8].map((turns) => codeOf(circle(turns), { hz, curves }))
        expect(codes).toEqual([...codes].sort((a, b) => b - a))
        expect(codes[0]! - codes[3]!).toBeGreaterThanOrEqual(4)
      }
      for (const turns of [1, 2, 4, 8])
        expect(codeOf(circle(turns), { hz })).toBeGreaterThanOrEqual(
          codeOf(circle(turns), { hz, curves: PLAIN }),
        )
    },
  )

  test('the measure is the same in metres as in pixels, or smaller units forgive more', () => {
    for (const hz of RATES) {
      for (const motion of [line, rest])
        for (const scale of [0.01, 100]) expect(codeOf(motion, { hz, scale })).toBe(MOST)
      expect(codeOf(shuttle, { hz, scale: 0.01 })).toBeLessThanOrEqual(1)
      // The limit of 2 units never applies here, only that of a fifth of the way. A bounce still misses by more.
      expect(codeOf(ball, { hz, scale: 0.01 })).toBeLessThan(MOST)
    }
  })

  test('an entity that starts and stops now and then keeps most of the horizon of its runs', () => {
    const stopAndGo: Motion = (t) => {
      const run = Math.min(t % 4, 2)
      return [(Math.floor(t / 4) * 2 + run) * 300, 0, t % 4 < 2 ? 300 : 0, 0]
    }
    expect(codeOf(stopAndGo)).toBeGreaterThanOrEqual(4)
  })
})

describe('D6 what the horizon learns', () => {
  test('unknown movement is not extrapolated; two seconds are enough', () => {
    expect(new ExtrapolationHorizon(SENT).code).toBe(0)
    expect(codeOf(line, { seconds: 0.1 })).toBeLessThanOrEqual(1)
    expect(codeOf(line, { seconds: 0.5 })).toBeLessThan(MOST)
    expect(codeOf(line, { seconds: 2 })).toBe(MOST)
  })

  test('a change in how an entity moves is noticed, and so is the change back', () => {
    const changing: Motion = (t) => (t > 20 && t < 40 ? shuttle(t) : rest(t))
    const codes: number[] = []
    codeOf(changing, { seconds: 100, before: (horizon) => codes.push(horizon.code) })
    expect(codes[19 * 20]).toBe(MOST)
    expect(codes[39 * 20]).toBeLessThanOrEqual(2)
    expect(codes[99 * 20]).toBeGreaterThan(3)
  })

  test('a teleport says nothing about the next movement', () => {
    const jumpy: Motion = (t) => [50 * t + Math.floor(2 * t + 1e-9) * 500, 0, 50, 0]
    const breaks = (horizon: ExtrapolationHorizon, t: number) => {
      if (Math.abs(2 * t - Math.round(2 * t)) < 1e-6) horizon.breakOff()
    }
    expect(codeOf(jumpy, { before: breaks })).toBe(MOST)
    expect(codeOf(jumpy)).toBeLessThan(MOST - 2)
  })

  test('a gap in time is not extrapolated over', () => {
    const horizon = new ExtrapolationHorizon(SENT)
    let turned = 1
    for (let i = 0, ms = 0; i < 400; i++) {
      // After half a second of silence the motion turns round.
      ms += i % 10 === 0 ? 500 : 50
      if (i % 10 === 0) turned = -turned
      horizon.note(ms, [turned * (ms % 7000) * 0.05, 0, turned * 50, 0])
    }
    expect(horizon.code).toBe(MOST)
  })
})

describe('D6 the states that are noted', () => {
  test('a state that is not later than all before, or has no time, changes nothing', () => {
    const seen = (spoil: boolean) => {
      const horizon = new ExtrapolationHorizon(SENT)
      const random = new Random(4)
      if (spoil) horizon.note(Number.NaN, [0, 0, 0, 0])
      for (let i = 0; i < 200; i++) {
        horizon.note(i * 50, ball(i * 0.05))
        if (!spoil) continue
        horizon.note(i * 50, [random.between(-900, 900), 0, 900, 0])
        horizon.note(i * 50 - 70, [random.between(-900, 900), 0, 900, 0])
        horizon.note(Number.NaN, [random.between(-900, 900), 0, 900, 0])
      }
      return horizon.code
    }
    expect(seen(true)).toBe(seen(false))
    expect(seen(true)).toBeGreaterThan(0)
  })

  test('NaN is not extrapolated well', () => {
    const horizon = new ExtrapolationHorizon(SENT)
    for (let i = 0; i < 400; i++) horizon.note(i * 50, [Number.NaN, 0, 50, 0])
    expect(horizon.code).toBe(0)
  })

  test('states closer than 30 ms are taken as one', () => {
    const random = new Random(6)
    const horizon = new ExtrapolationHorizon(SENT)
    // Every second state is nonsense, but comes too soon to count.
    for (let i = 0; i < 400; i++) {
      horizon.note(i * 50, line(i * 0.05))
      horizon.note(i * 50 + 16, [random.between(-900, 900), 0, 900, 0])
    }
    expect(horizon.code).toBe(MOST)
  })

  test('after a break time may begin anew', () => {
    const horizon = new ExtrapolationHorizon(SENT)
    horizon.note(1e6, [0, 0, 0, 0])
    horizon.breakOff()
    for (let i = 0; i < 100; i++) horizon.note(i * 50, line(i * 0.05))
    expect(horizon.code).toBe(MOST)
  })

  test('columns are read from the offset on, and only places count', () => {
    const horizon = new ExtrapolationHorizon(['step', 'angle', ...['linear' as const]])
    const random = new Random(7)
    for (let i = 0; i < 100; i++) {
      horizon.note(i * 50, [0, 0, random.between(0, 9), random.between(0, 9), i * 5], 2)
    }
    expect(horizon.code).toBe(MOST)
  })

  test('an entity without places can be extrapolated for ever', () => {
    const horizon = new ExtrapolationHorizon(['angle', 'step'])
    for (let i = 0; i < 100; i++) horizon.note(i * 50, [i % 3, i])
    expect(horizon.code).toBe(MOST)
  })
})

test('D6 an entity that has rested is judged by how it moves, not by where it rested', () => {
  const codes = (from: number, curves: readonly Curve[]): number[] => {
    const horizon = new ExtrapolationHorizon(curves)
    return Array.from({ length: 60 }, (_, n) => {
      // At first the motion is so small that a state extrapolated at rest is not off yet.
      const way = n < 20 ? 0 : n < 26 ? (n - 20) / 8 : (n - 20) * (n % 3) * 4
      horizon.note(n * 50, [from + way, from - way, 0, 0])
      return horizon.code
    })
  }
  for (const curves of [PLAIN, SENT]) {
    expect(codes(4096, curves)).toEqual(codes(0, curves))
    expect(new Set(codes(0, curves)).size).toBeGreaterThan(1)
  }
})
