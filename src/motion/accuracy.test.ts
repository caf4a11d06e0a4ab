import { describe, expect, test } from 'vitest'
import type { Curve } from './curves.ts'
import { hermiteCurve } from './hermite-curve.ts'
import { Track } from './track.ts'

/** The position and velocity of a motion at a time in seconds. */
interface Motion {
  at(seconds: number): number
  speedAt(seconds: number): number
}

/** Seconds between two samples. */
const H = 0.05
const SENT: readonly Curve[] = [hermiteCurve(1), 'linear']
const LINEAR: readonly Curve[] = ['linear', 'linear']

/** The largest error of the picture between `from` and `to`, with samples every H seconds up to `newest`. */
function worst(
  curves: readonly Curve[],
  motion: Motion,
  from: number,
  to: number,
  newest: number,
): number {
  const track = new Track({ curves, extrapolateMs: Number.POSITIVE_INFINITY })
  for (let t = -2 * H; t <= newest + 1e-9; t += H)
    track.push(t * 1000, [motion.at(t), motion.speedAt(t)])
  const out = new Float64Array(2)
  let most = 0
  for (let i = 0; i <= 200; i++) {
    const t = from + ((to - from) * i) / 200
    track.sample(t * 1000, out)
    most = Math.max(most, Math.abs(out[0]! - motion.at(t)))
  }
  return most
}

/** The largest error between two samples. */
const between = (curves: readonly Curve[], motion: Motion): number =>
  worst(curves, motion, 0, H, 4 * H)

/** The largest error up to H seconds past the newest sample. */
const beyond = (curves: readonly Curve[], motion: Motion): number => worst(curves, motion, 0, H, 0)

/** The largest error over every moment within the bracket in which the motion changes. */
function anyMoment(motionFrom: (seconds: number) => Motion, error: (m: Motion) => number): number {
  let most = 0
  for (let i = 0; i <= 100; i++) most = Math.max(most, error(motionFrom((H * i) / 100)))
  return most
}

const A = 2400
const V = 320
const steady: Motion = { at: (t) => V * t + (A * t * t) / 2, speedAt: (t) => V + A * t }
const quartic: Motion = { at: (t) => (1e6 * t ** 4) / 24, speedAt: (t) => (1e6 * t ** 3) / 6 }
const accelerated = (s: number): Motion => ({
  at: (t) => (t < s ? 0 : (A * (t - s) ** 2) / 2),
  speedAt: (t) => (t < s ? 0 : A * (t - s)),
})
const kicked = (s: number): Motion => ({
  at: (t) => (t < s ? 0 : V * (t - s)),
  speedAt: (t) => (t < s ? 0 : V),
})

/** Expects that the bound holds and is tight: the worst error comes within 2 % of it. */
function expectBound(error: number, bound: number): void {
  expect(error).toBeLessThanOrEqual(bound * 1.003)
  expect(error).toBeGreaterThan(bound * 0.98)
}

describe('the worst error of the picture', () => {
  test('D3 straight lines: a h^2/8 in an even acceleration, 0.125 da h^2 and 0.25 dv h at a sudden change', () => {
    expectBound(between(LINEAR, steady), (A * H * H) / 8)
    expectBound(
      anyMoment(accelerated, (m) => between(LINEAR, m)),
      0.125 * A * H * H,
    )
    expectBound(
      anyMoment(kicked, (m) => between(LINEAR, m)),
      0.25 * V * H,
    )
  })

  test('D3 sent velocities: none in an even acceleration, h^4/384 of the fourth derivative', () => {
    expect(between(SENT, steady)).toBeLessThan(1e-9)
    expectBound(between(SENT, quartic), (1e6 * H ** 4) / 384)
  })

  test('D3 sent velocities: 0.0162 da h^2 and 0.148 dv h at a sudden change', () => {
    expectBound(
      anyMoment(accelerated, (m) => between(SENT, m)),
      0.0162 * A * H * H,
    )
    expectBound(
      anyMoment(kicked, (m) => between(SENT, m)),
      0.148 * V * H,
    )
  })

  test('D3 without sent velocities a smooth motion is at least five times nearer than by straight lines', () => {
    const wave: Motion = {
      at: (t) => 100 * Math.sin(6 * t + 0.4),
      speedAt: (t) => 600 * Math.cos(6 * t + 0.4),
    }
    const straight = between(LINEAR, wave)
    expect(between([hermiteCurve(), 'linear'], wave)).toBeLessThan(straight / 5)
  })

  test('D6 extrapolated by sent velocities: none in an even acceleration, 0.5 da h^2 or dv h at a sudden change', () => {
    expect(beyond(SENT, steady)).toBeLessThan(1e-9)
    expectBound(
      anyMoment(
        (s) => accelerated(s + 1e-9),
        (m) => beyond(SENT, m),
      ),
      0.5 * A * H * H,
    )
    // The sample itself still has the old velocity when the kick comes right after it.
    expectBound(
      anyMoment(
        (s) => kicked(s + 1e-9),
        (m) => beyond(SENT, m),
      ),
      V * H,
    )
  })
})
