import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Ball, SPEED_M_PER_S } from '../games/lab/timestep/ball.ts'
import { TimestepBench } from '../games/lab/timestep/bench.ts'
import { LANES, type Lane, mostSteps } from '../games/lab/timestep/lane.ts'
import {
  DEFAULTS,
  NUMBERS,
  readTimestep,
  SITUATIONS,
  SWITCHES,
  type TimestepSettings,
  writeTimestep,
} from '../games/lab/timestep/settings.ts'
import { Spring } from '../games/lab/timestep/spring.ts'
import { whatToSee } from '../games/lab/timestep/words.ts'

const bench = (changes: Partial<TimestepSettings> = {}): TimestepBench =>
  new TimestepBench({ ...DEFAULTS, ...changes })

/** The lanes after `seconds` on the bench's own display, in the order of `LANES`. */
function shownAfter(seconds: number, on: TimestepBench): [Lane, Lane, Lane, Lane] {
  on.advance(seconds * 1000)
  return on.lanes as unknown as [Lane, Lane, Lane, Lane]
}

describe('the bodies', () => {
  test('a spring that gets two steps has the energy of the semi-implicit Euler method', () => {
    const spring = new Spring(100)
    spring.step(0.1)
    // v = -100 x 1 x 0.1 = -10; x = 1 - 10 x 0.1 = 0: all energy is in the movement, v2 / (k x2) = 1.
    expect([spring.x, spring.before, spring.meanEnergy]).toEqual([0, 1, 1])
    spring.step(0.05)
    // v stays -10; x = -0.5: the energy is 1.25, for a third of the time.
    expect(spring.x).toBeCloseTo(-0.5, 12)
    expect(spring.meanEnergy).toBeCloseTo((0.1 + 1.25 * 0.05) / 0.15, 12)
  })

  test('a ball hits the wall with short steps and flies through it with a long one', () => {
    const short = new Ball()
    for (let i = 0; i < 60; i++) short.step(1 / 60)
    expect([short.tunnelled, short.x < 6]).toEqual([0, true])
    const long = new Ball()
    long.step(0.45)
    expect([long.x.toFixed(2), long.tunnelled]).toEqual(['5.55', 0])
    long.step(0.1)
    expect([long.x.toFixed(2), long.tunnelled, long.hasTurned]).toEqual(['6.75', 1, false])
    long.step(0.15)
    // 8.55 is 0.55 beyond the room, so it is 0.55 from where balls start.
    expect([long.x.toFixed(2), long.before.toFixed(2), long.hasTurned]).toEqual([
      '0.70',
      '0.70',
      true,
    ])
  })
})

describe('the four loops', () => {
  test('C2 with variable steps on a slow display, the spring explodes and the ball flies through the wall', () => {
    const [variable, ...others] = shownAfter(20, bench())
    expect(variable.spring.explosions).toBeGreaterThan(10)
    expect(variable.ball.tunnelled).toBeGreaterThan(2)
    for (const { spring, ball } of others) {
      expect([spring.explosions, ball.tunnelled]).toEqual([0, 0])
      expect(spring.meanEnergy).toBeLessThan(1.5)
    }
    const [fast] = shownAfter(20, bench({ refreshHz: 60 }))
    expect([fast.spring.explosions, fast.ball.tunnelled]).toEqual([0, 0])
  })

  test('C3 no refresh rate breaks semi-fixed steps, but each has its own energy', () => {
    const energies = new Set<string>()
    for (let refreshHz = 10; refreshHz <= 240; refreshHz += 10) {
      const [, { spring, ball }] = shownAfter(
        5,
        bench({ refreshHz, isUneven: refreshHz % 20 === 0 }),
      )
      expect([spring.explosions, ball.tunnelled]).toEqual([0, 0])
      energies.add(spring.meanEnergy.toFixed(3))
    }
    expect(energies.size).toBeGreaterThan(15)
  })

  test('C4 fixed steps give the same bits on every display', () => {
    const states = [10, 24, 60, 75, 144, 240].map((refreshHz) => {
      const on = bench({ refreshHz })
      for (const lane = on.lanes[2]!; lane.steps < 600; ) on.advance(1000 / refreshHz)
      // Displays show different numbers of steps at once: go on to the same step alone.
      const { spring, ball, steps } = on.lanes[2]!
      for (let i = steps; i < 620; i++) {
        spring.step(1 / 60)
        ball.step(1 / 60)
      }
      return [spring.x, spring.before, spring.meanEnergy, ball.x]
    })
    for (const state of states) expect(state).toEqual(states[0])
  })

  test('C5 without blending, fixed steps stutter; with it, they move evenly on every display', () => {
    for (const refreshHz of [24, 50, 75, 144, 240]) {
      const [, , newest, blended] = shownAfter(10, bench({ refreshHz }))
      expect(newest.unevenFrames / newest.frames).toBeGreaterThan(0.3)
      expect(newest.largestJump).toBeGreaterThan(1.15)
      expect(blended.unevenFrames).toBe(0)
      expect(blended.largestJump).toBeCloseTo(1, 6)
    }
    const [, , , blended] = shownAfter(10, bench({ refreshHz: 60, isUneven: true }))
    expect([blended.unevenFrames, blended.frames > 400]).toEqual([0, true])
  })

  test('the counters equal those computed by hand', () => {
    // 20 steps of 50 ms a second, and frames at 0, 75, 150, 225, 300 ms: the steps are 1, 2, 1, 2.
    const on = bench({ stepHz: 20, stiffness: 100 })
    for (const nowMs of [0, 75, 150, 225, 300]) on.frame(nowMs)
    const [variable, semi, newest, blended] = on.lanes as unknown as [Lane, Lane, Lane, Lane]
    // 12 m/s: 0.6 m per step, from 0.15 m. Even movement is 0.9 m per frame.
    expect(newest.shownBallM).toBeCloseTo(0.15 + 6 * 0.6, 9)
    expect(variable.shownBallM).toBeCloseTo(0.15 + 4 * 0.9, 9)
    // 100 ms of the 300 ms fall into the step that is shown, and 50 ms into the one to come.
    expect(blended.shownBallM).toBeCloseTo(0.15 + 5 * 0.6, 9)
    // The frame at 0 has no step, and the one at 75 ms is the first that moves. 0.6 and 1.2 are not 0.9.
    expect([newest.frames, newest.unevenFrames]).toEqual([2, 2])
    expect(newest.largestJump).toBeCloseTo(1.2 / 0.9, 9)
    expect([blended.unevenFrames, variable.unevenFrames, semi.unevenFrames]).toEqual([0, 0, 0])
  })
})

describe('the time scale', () => {
  const SLOW = 0.1

  test('C7 slow motion has no jumps: no frame shows more movement than the slowed speed allows', () => {
    const on = bench({ refreshHz: 60 })
    on.advance(2000)
    on.adjust({ ...on.settings, timeScale: SLOW })
    const [, , newest, blended] = on.lanes as unknown as [Lane, Lane, Lane, Lane]
    const evenM = SPEED_M_PER_S / 60
    let [most, mostRaw] = [0, 0]
    for (let i = 0; i < 600; i++) {
      on.advance(1000 / 60)
      // The scale falls from 1 to 0.1 within 24 frames, and then stays.
      const scale = Math.max(SLOW, 1 - (0.9 * i) / 24)
      if (!Number.isNaN(blended.movedM)) {
        expect(blended.movedM).toBeLessThanOrEqual(evenM * scale * 1.0001)
        if (i > 30) most = Math.max(most, blended.movedM)
      }
      if (i > 30 && !Number.isNaN(newest.movedM)) mostRaw = Math.max(mostRaw, newest.movedM)
    }
    expect(most).toBeCloseTo(evenM * SLOW, 6)
    expect(mostRaw).toBeCloseTo(evenM, 6)
    expect(blended.unevenFrames).toBe(0)
  })

  test('twice the speed is twice the movement, and loses no time', () => {
    for (const refreshHz of [10, 24, 60, 240]) {
      const on = bench({ refreshHz, isUneven: true })
      on.advance(500)
      on.adjust({ ...on.settings, timeScale: 2 })
      on.advance(10_000)
      for (const lane of on.lanes) expect([lane.lostMs, lane.behindMs < 100]).toEqual([0, true])
    }
  })
})

describe('an overload', () => {
  test('C6 makes frames longer and longer without a limit; with one, the loop loses time and recovers', () => {
    const on = bench({ refreshHz: 60, isOverloaded: true })
    let longestMs = 0
    for (let i = 0; i < 30; i++) {
      on.advance(1000)
      longestMs = Math.max(longestMs, on.lanes[2]!.behindMs)
    }
    const [variable, semi, newest, blended] = on.lanes as unknown as [Lane, Lane, Lane, Lane]
    expect(longestMs).toBeGreaterThan(2000)
    expect(newest.lostMs).toBe(0)
    // Three steps of 20.8 ms take 62.5 ms, so every fourth refresh shows 50 of its 66.7 ms.
    expect(mostSteps(on.settings)).toBe(3)
    expect(blended.lostMs / 30_000).toBeCloseTo(0.25, 2)
    expect(blended.behindMs).toBeLessThan(100)
    expect(semi.behindMs).toBeLessThan(350)
    expect(variable.lostMs).toBe(0)

    on.adjust({ ...on.settings, isOverloaded: false })
    on.advance(100)
    const uneven = on.lanes.map(({ unevenFrames }) => unevenFrames)
    on.advance(5000)
    expect(newest.behindMs).toBeLessThan(20)
    expect(on.lanes.map(({ unevenFrames }) => unevenFrames)).toEqual(uneven)
  })
})

describe('the settings', () => {
  test('go into the query of an address and come back', () => {
    const settings = fc.record({
      refreshHz: fc.integer({ min: 10, max: 240 }),
      isUneven: fc.boolean(),
      stepHz: fc.integer({ min: 10, max: 240 }),
      stiffness: fc.integer({ min: 100, max: 4000 }),
      timeScale: fc.double({ min: 0.05, max: 2, noNaN: true }),
      isOverloaded: fc.boolean(),
    })
    fc.assert(
      fc.property(settings, settings, (first, second) => {
        const query = new URLSearchParams('other=1')
        writeTimestep(first, query)
        writeTimestep(second, query)
        const again = new URLSearchParams(String(query))
        expect(readTimestep(again)).toEqual({ settings: second, problems: [] })
        expect(query.get('other')).toBe('1')
        writeTimestep(DEFAULTS, query)
        expect(String(query)).toBe('other=1')
      }),
    )
  })

  test('that make no sense are named, and have their default values', () => {
    const query = new URLSearchParams(
      'loop-refresh=1e9&loop-step=60.5&loop-stiffness=&loop-scale=NaN&loop-uneven=yes&loop-overload=1',
    )
    const { settings, problems } = readTimestep(query)
    expect(settings).toEqual({ ...DEFAULTS, isOverloaded: true })
    expect(problems).toEqual([
      "loop-refresh is '1e9', but must be an integer from 10 to 240.",
      "loop-step is '60.5', but must be an integer from 10 to 240.",
      "loop-stiffness is '', but must be an integer from 100 to 4000.",
      "loop-scale is 'NaN', but must be a number from 0.05 to 2.",
      "loop-uneven is 'yes', but must be 0 or 1.",
    ])
  })

  const said = (settings: TimestepSettings): string[] =>
    LANES.map((lane) => whatToSee(lane, settings))

  test('each change what the pictures say', () => {
    const before = said(DEFAULTS)
    for (const { key, from } of NUMBERS)
      expect(said({ ...DEFAULTS, [key]: from }), key).not.toEqual(before)
    for (const { key } of SWITCHES)
      expect(said({ ...DEFAULTS, [key]: true }), key).not.toEqual(before)
    for (const { settings } of SITUATIONS.slice(1)) expect(said(settings)).not.toEqual(before)
  })

  test.each([
    [100, 60, 'A new step comes only every 1.7 frames, so the ball jumps and then stands still.'],
    [64, 60, 'A new step comes only every 1.1 frames, so the ball jumps and then stands still.'],
    [61, 60, 'Now and then a frame gets no new step, so the ball stutters.'],
    [60, 60, 'One step fits each frame exactly, so the ball moves evenly, by luck.'],
    [59, 60, 'Frames get 1 or 2 steps, so the ball stutters.'],
  ])('say how many new steps frames get, at %i Hz with %i steps', (refreshHz, stepHz, sentence) => {
    expect(whatToSee('newest', { ...DEFAULTS, refreshHz, stepHz, stiffness: 100 })).toBe(sentence)
  })

  test('say what then happens: where they speak of an explosion there is one, and nowhere else', () => {
    for (const stepHz of [15, 20, 60])
      for (const refreshHz of [12, 24, 33, 60]) {
        const on = bench({ refreshHz, stepHz, stiffness: 2000 })
        on.advance(20_000)
        for (const { name, spring } of on.lanes) {
          const sentence = whatToSee(name, on.settings)
          const fits = spring.explosions > 0 ? /explode/ : /^(?!.*explodes)/
          expect([name, sentence]).toEqual([name, expect.stringMatching(fits)])
        }
      }
  })

  test('at the ends of their ranges leave every lane finite', () => {
    for (const { key, from, to } of NUMBERS)
      for (const value of [from, to]) {
        const on = bench({ [key]: value, isUneven: true, isOverloaded: true })
        on.advance(5000)
        for (const lane of on.lanes)
          expect(Number.isFinite(lane.shownBallM + lane.shownSpringM)).toBe(true)
      }
  })
})
