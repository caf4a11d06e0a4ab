import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { PhaseLockedSteps } from '../sync/phase-locked-steps.ts'
import { RoundTripSteps } from '../sync/round-trip-steps.ts'
import { FixedTimestep } from './fixed-timestep.ts'
import { Pace } from './pace.ts'
import type { StepDriver } from './step-driver.ts'

const STEP_MS = 1000 / 30
const INTERVAL_MS = 100
const HOUR_MS = 3_600_000

interface World {
  /** Client clock rate against the server's, parts per million. */
  readonly ppm: number
  /** The length of the next frame, in true time. */
  readonly frameMs: () => number
  readonly lossless?: boolean
  /** Added to both ways from this true time on. */
  readonly slower?: { readonly fromMs: number; readonly ms: number }
  readonly endMs?: number
}

interface Run {
  /** The greatest difference between client and server steps, once both count. */
  readonly worstSteps: number
  readonly leastRate: number
  readonly mostRate: number
}

/** A client whose steps are driven, and a server that counts its own; 200 ms ping, 10 ms jitter, 15 % loss. */
function run(driver: StepDriver, world: World): Run {
  const random = new Random(3)
  const speed = 1 + world.ppm / 1e6
  const clock = new FixedTimestep({ stepMs: STEP_MS })
  const sentAtMs: number[] = []
  const flying: { atMs: number; stampMs: number; id: number; arrival: number }[] = []
  const wayMs = (t: number) =>
    100 + random.between(-10, 10) + (world.slower && t > world.slower.fromMs ? world.slower.ms : 0)
  let [sendMs, received, arrival] = [INTERVAL_MS, -1, 0]
  let [startSteps, worstSteps, leastRate, mostRate] = [Number.NaN, 0, 2, 0]
  driver.begin(STEP_MS, INTERVAL_MS)
  for (let nowMs = 0; nowMs < (world.endMs ?? HOUR_MS); nowMs += world.frameMs()) {
    for (; sendMs <= nowMs; sendMs += INTERVAL_MS) {
      const upMs = wayMs(sendMs)
      while (sentAtMs[received + 1]! + upMs <= sendMs)
        arrival = (sentAtMs[++received]! + upMs) / STEP_MS
      const atMs = sendMs + wayMs(sendMs)
      if (world.lossless || random.next() >= 0.15)
        flying.push({ atMs, stampMs: sendMs, id: received, arrival })
    }
    const localMs = 777 + nowMs * speed
    while (flying.length > 0 && flying[0]!.atMs <= nowMs) {
      const { atMs, stampMs, id, arrival } = flying.shift()!
      driver.snapshot(stampMs, 777 + atMs * speed, id, arrival)
    }
    clock.scale = driver.rate(localMs, Number.NaN)
    leastRate = Math.min(leastRate, clock.scale)
    mostRate = Math.max(mostRate, clock.scale)
    for (let steps = clock.advance(localMs); steps > 0; steps--) {
      driver.generated(sentAtMs.length, localMs)
      sentAtMs.push(nowMs)
    }
    const aheadSteps = clock.stepCount + clock.alpha - nowMs / STEP_MS
    if (Number.isNaN(startSteps) && nowMs > 5000) startSteps = aheadSteps
    if (nowMs > 5000) worstSteps = Math.max(worstSteps, Math.abs(aheadSteps - startSteps))
  }
  return { worstSteps, leastRate, mostRate }
}

const random = new Random(12)
const DISPLAYS: Readonly<Record<string, () => number>> = {
  '59.94 Hz': () => 1000 / 59.94,
  '144 Hz': () => 1000 / 144,
  'an uneven display': () => random.between(4, 45),
}

describe.each([200, -200])('B3 with clocks %d ppm apart, for an hour', (ppm) => {
  test.each(Object.keys(DISPLAYS))(
    'B3 steps driven by the phase-locked loop are those of the server, on %s',
    (display) => {
      const told = run(new PhaseLockedSteps(), { ppm, frameMs: DISPLAYS[display]! })
      expect(told.worstSteps).toBeLessThan(1)
    },
  )

  test('B3 steps driven by round trips are those of the server, on an uneven display', () => {
    const told = run(new RoundTripSteps(), { ppm, frameMs: DISPLAYS['an uneven display']! })
    expect(told.worstSteps).toBeLessThan(1)
  })

  test('B3 without a driver the steps run away', () => {
    const idle: StepDriver = {
      begin() {},
      generated() {},
      snapshot() {},
      rate: () => 1,
    }
    const told = run(idle, { ppm, frameMs: DISPLAYS['59.94 Hz']!, endMs: HOUR_MS / 6 })
    expect(told.worstSteps).toBeGreaterThan(3)
  })
})

describe('PhaseLockedSteps and RoundTripSteps', () => {
  test.each([
    ['the phase-locked loop', () => new PhaseLockedSteps()],
    ['round trips', () => new RoundTripSteps()],
  ])('B3 a slower route changes the pace of steps driven by %s gently', (_, make) => {
    const frameMs = () => 1000 / 60
    const slower = { fromMs: 60_000, ms: 80 }
    const told = run(make(), { ppm: 0, frameMs, slower, endMs: 180_000 })
    expect(told.leastRate).toBeGreaterThanOrEqual(0.9 - 1e-9)
    expect(told.mostRate).toBeLessThanOrEqual(1.1 + 1e-9)
    expect(told.worstSteps).toBeLessThan(80 / STEP_MS + 1)
  })

  test('B3 the rate is how far the followed clock came in the frame', () => {
    const steps = new PhaseLockedSteps({ gain: 1, integratorDecay: 0, maxCorrectionMs: 4 })
    steps.begin(20, 50)
    steps.snapshot(1000, 100, -1, 0)
    expect(steps.rate(100, 0)).toBe(1)
    expect(steps.rate(120, 0)).toBe(1)
    // The clock is 2 ms early, and the loop makes it all good: 22 ms in this frame of 20.
    steps.snapshot(1050, 148, -1, 0)
    expect(steps.rate(140, 0)).toBeCloseTo(1.1, 9)
    expect(steps.rate(140, 0)).toBeCloseTo(1.1, 9)
    expect(steps.rate(150, 0)).toBeCloseTo(1, 9)
    steps.snapshot(1100, 197, -1, 0)
    expect(steps.rate(160, 0)).toBeCloseTo(1.1, 9)
    steps.begin(20, 50)
    expect(steps.rate(160, 0)).toBe(1)
  })

  test('B3 a jump of the followed clock makes the steps run at double speed for one frame, not more', () => {
    const steps = new RoundTripSteps()
    steps.begin(10, 50)
    const answer = (id: number, nowMs: number, serverMs: number) => {
      steps.generated(id, nowMs)
      steps.snapshot(serverMs, nowMs + 10, id, serverMs / 10)
    }
    answer(1, 0, 5000)
    steps.rate(20, 0)
    expect(steps.rate(40, 0)).toBe(1)
    answer(2, 40, 9000)
    expect(steps.rate(60, 0)).toBe(2)
    expect(steps.rate(80, 0)).toBe(1)
    expect(steps.clock.timeMs(80)).toBe(9035)
  })

  test('B3 round trips are made of inputs and the snapshots that answer them', () => {
    const steps = new RoundTripSteps()
    steps.begin(10, 50)
    steps.generated(7, 1000)
    // The input reached the server at step 504, was answered at 5045, and the answer arrived at 1085.
    steps.snapshot(5045, 1085, 7, 504)
    expect(steps.clock.rttMs).toBe(80)
    expect(steps.clock.timeMs(1085)).toBe(5085)
    steps.snapshot(5000, 1100, -1, 0)
    steps.snapshot(5000, 1100, 6, 500)
    expect(steps.clock.rttMs).toBe(80)
    steps.begin(10, 50)
    steps.snapshot(5045, 1085, 7, 504)
    expect(steps.clock.rttMs).toBeNaN()
  })
})

describe.each([
  ['Pace', () => new Pace()],
  ['PhaseLockedSteps', () => new PhaseLockedSteps()],
  ['RoundTripSteps', () => new RoundTripSteps()],
] as const)('every driver: %s', (_, make) => {
  test('B3 runs at 1 before it knows anything, and again after begin', () => {
    const driver = make()
    for (let round = 0; round < 2; round++) {
      driver.begin(20, 50)
      for (let nowMs = 0; nowMs < 500; nowMs += 16) expect(driver.rate(nowMs, 500)).toBe(1)
      const rates: number[] = []
      for (let id = 0; id < 30; id++) {
        driver.generated(id, 500 + id * 20)
        driver.snapshot(900 + id * 21, 600 + id * 20, id, 45 + id)
        rates.push(driver.rate(600 + id * 20, 45 + id))
      }
      expect(Math.min(...rates)).toBeGreaterThan(0)
      expect(rates.some((rate) => rate !== 1)).toBe(true)
      driver.snapshot(9000, 1190, 29, 450)
      driver.rate(1200, 75)
      driver.begin(20, 50)
      expect(driver.rate(1200, 75)).toBe(1)
    }
  })

  test('B3 survives a clock that stands still, runs backwards, or says nothing', () => {
    const driver = make()
    driver.begin(20, 50)
    const clocks = [0, 0, 16, 10, Number.NaN, 30, 5000, -9000, -8980, -8960]
    for (const [id, nowMs] of clocks.entries()) {
      driver.generated(id, nowMs)
      driver.snapshot(1000 + id * 50, nowMs, id, id)
      const rate = driver.rate(nowMs, id)
      expect(rate).toBeGreaterThanOrEqual(0.5)
      expect(rate).toBeLessThanOrEqual(2)
    }
  })
})
