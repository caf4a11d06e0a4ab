import { describe, expect, test } from 'vitest'
import { horizonOf, WAY, wayOf } from '../../base/horizons.ts'
import { glissade, glissadeAlone } from '../measures/glissade.ts'
import { score } from '../measures/measure.ts'
import { STATE, STATE_WIDTH, TOLD_WIDTH } from '../measures/player.ts'
import { boid } from '../motions/boid.ts'
import { INPUT_WIDTH, type Motion } from '../motions/motion.ts'
import { platformer } from '../motions/platformer.ts'
import { stopAndGo } from '../motions/stop-and-go.ts'
import { traceOf } from '../traces/catalogue.ts'
import { ExtrapolationCodes } from './extrapolation-codes.ts'
import { COLUMN, COLUMNS, MovedOn, TRACER_SCALE, TrackForesight } from './track-foresight.ts'

/** Returns what is told of one entity, snapshot by snapshot. */
function toldOf(motion: Motion, sendHz: number, knowsMove = true): number[] {
  const measured = new ExtrapolationCodes([knowsMove ? motion.move : undefined])
  const [path] = motion.create(1, 1, 40_000)
  const states = new Float64Array(STATE_WIDTH)
  const inputs = new Float64Array(INPUT_WIDTH)
  const told = new Float64Array(TOLD_WIDTH)
  return Array.from({ length: 40 * sendHz }, (_, k) => {
    const stampMs = (k * 1000) / sendHz
    path!.state(stampMs, states, 0)
    path!.input?.(stampMs, inputs, 0)
    states[STATE.tracer] = stampMs
    measured.send(stampMs, states, told, inputs)
    return told[0]!
  })
}

describe.each([10, 20, 30, 60])('at %i Hz', (sendHz) => {
  test('an entity with a move is extrapolated by it, for longer than by its curve', () => {
    for (const motion of [platformer, stopAndGo]) {
      const told = toldOf(motion, sendHz).slice(10 * sendHz)
      expect(told.every((code) => wayOf(code) === WAY.move)).toBe(true)
      const byCurve = toldOf(motion, sendHz, false).at(-1)!
      expect(wayOf(byCurve)).toBe(WAY.curve)
      expect(horizonOf(told.at(-1)!)).toBeGreaterThan(byCurve)
    }
  })

  test('an entity without a move is extrapolated by its curve', () => {
    const told = toldOf(boid, sendHz)
    expect(told.every((code) => wayOf(code) === WAY.curve)).toBe(true)
    expect(told.at(-1)).toBeGreaterThan(4)
  })
})

test('an entity that stands rests, whatever velocity is sent', () => {
  // Its velocity says that it moves, as if it ran against a wall.
  const measured = new ExtrapolationCodes([
    (state, _inputs, _at, dtSeconds) => void (state[0]! += dtSeconds * 90),
  ])
  const told = new Float64Array(TOLD_WIDTH)
  for (let k = 0; k < 400; k++)
    measured.send(
      k * 50,
      Float64Array.of(5, 6, 90, 0, k * 50, 0),
      told,
      new Float64Array(INPUT_WIDTH),
    )
  expect(told[0]).toBe(WAY.rest * 8 + 7)
})

describe('MovedOn', () => {
  const inputs = Float64Array.of(320, 0, 0, 0)
  const moved = new MovedOn(platformer.move!)
  const out = new Float64Array(COLUMNS)
  const at = (reachMs: number) => {
    moved.write(reachMs, out)
    return [...out.subarray(0, 4)]
  }

  test('goes in steps of 1/60 s, and straight between them', () => {
    moved.begin(Float64Array.of(10, 0, 0, 0), 0, inputs, 0)
    const [first, half] = [at(1000 / 60), at(1500 / 60)]
    const second = at(2000 / 60)
    expect(first[2]).toBeCloseTo(40, 9)
    expect(second[2]).toBeCloseTo(80, 9)
    expect(half[0]).toBeCloseTo((first[0]! + second[0]!) / 2, 9)
    // For an earlier moment, which a newer sample may ask for, it is where it was.
    expect(at(1000 / 60)).toEqual(first)
  })

  test('lands on the floor and stays there', () => {
    moved.begin(Float64Array.of(0, -10, 320, 600), 0, inputs, 0)
    expect(at(50)[1]).toBe(0)
    expect(at(400)).toEqual([expect.closeTo(128, 6), 0, 320, 0])
  })
})

test('TrackForesight moves the tracer on in both ways, and the place by move only', () => {
  const foresight = new TrackForesight(platformer.move)
  const newest = Float64Array.of(0, 0, 320, 0, 5000 * TRACER_SCALE, 1000 * TRACER_SCALE)
  foresight.begin(newest, 0, Float64Array.of(320, 0, 0, 0), 0)
  for (const [way, x] of [
    [WAY.rest, 0],
    [WAY.move, 16],
  ] as const) {
    foresight.way = way
    const out = newest.slice()
    foresight.write(out, Float64Array.of(50))
    expect(out[COLUMN.x]).toBeCloseTo(x, 9)
    expect(out[COLUMN.tracer]).toBeCloseTo(5050 * TRACER_SCALE, 9)
  }
})

test('foresight shows a platformer closer to the present than its curves, and without a jump', () => {
  const options = { motions: [platformer], seconds: 60 }
  const trace = traceOf('gilbert')
  const [told] = score(glissade, trace, options).motions
  const [alone] = score(glissadeAlone, trace, options).motions
  expect(told!.delayMs).toBeLessThan(0.9 * alone!.delayMs)
  expect(told!.errorCostMs).toBeLessThan(0.9 * alone!.errorCostMs)
  expect(told!.largestJump).toBeLessThan(8)
})
