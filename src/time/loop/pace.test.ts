import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { FixedTimestep } from './fixed-timestep.ts'
import { Pace } from './pace.ts'

interface World {
  readonly stepMs?: number
  /** Client clock rate against the server's, parts per million. */
  readonly ppm?: number
  readonly uplinkMs: (sentMs: number) => number
  /** Packets never overtake: TCP. */
  readonly ordered?: boolean
  readonly sendMs?: number
  readonly downlinkMs?: number
  readonly targetSteps?: number
  readonly startErrorSteps?: number
  readonly endMs: number
}

interface Frame {
  readonly nowMs: number
  readonly rate: number
  /** How much too early the stamp is for the shortest way at the moment, relative to the target. */
  readonly errorSteps: number
}

function paceOf(stepMs: number, targetSteps = 0): Pace {
  const pace = new Pace()
  pace.begin(stepMs)
  pace.targetSteps = targetSteps
  return pace
}

/** A client whose input clock is paced by the server's reports, in true (server) time. */
function run(world: World): Frame[] {
  const stepMs = world.stepMs ?? 1000 / 60
  const speed = 1 + (world.ppm ?? 0) / 1e6
  const target = world.targetSteps ?? 2
  const pace = paceOf(stepMs, target)
  const clock = new FixedTimestep({ stepMs })
  const base = (world.uplinkMs(0) + (world.startErrorSteps ?? 0) * stepMs) / stepMs + target
  const uplink: { id: number; atMs: number }[] = []
  const downlink: { id: number; arrival: number; atMs: number }[] = []
  let lastUpMs = 0
  let newest = { id: -1, arrival: 0 }
  let nextReportMs = 0
  const frames: Frame[] = []
  for (let nowMs = 0; nowMs < world.endMs; nowMs += 1000 / 60) {
    for (let i = 0; i < uplink.length; i++) {
      const input = uplink[i]!
      if (input.atMs > nowMs || input.id <= newest.id) continue
      newest = { id: input.id, arrival: input.atMs / stepMs }
    }
    for (let i = uplink.length - 1; i >= 0; i--) if (uplink[i]!.atMs <= nowMs) uplink.splice(i, 1)
    if (nowMs >= nextReportMs) {
      nextReportMs += world.sendMs ?? 50
      downlink.push({ ...newest, atMs: nowMs + (world.downlinkMs ?? 50) })
    }
    while (downlink.length > 0 && downlink[0]!.atMs <= nowMs) {
      const report = downlink.shift()!
      pace.snapshot(0, 0, report.id, report.arrival)
    }
    const localMs = 777 + nowMs * speed
    const steps = clock.advance(localMs)
    const stamp = base + clock.stepCount + clock.alpha
    clock.scale = pace.rate(localMs, stamp)
    for (let i = 0; i < steps; i++) {
      const id = clock.stepCount - steps + i
      pace.generated(id, localMs)
      let atMs = nowMs + world.uplinkMs(nowMs)
      if (world.ordered) atMs = Math.max(atMs, lastUpMs)
      lastUpMs = atMs
      uplink.push({ id, atMs })
    }
    const after = base + clock.stepCount + clock.alpha
    const errorSteps = after - (nowMs + quickest(world, nowMs)) / stepMs - target
    frames.push({ nowMs, rate: clock.scale, errorSteps })
  }
  return frames
}

/** The least uplink delay around a time, without jitter. */
function quickest(world: World, nowMs: number): number {
  let least = Infinity
  for (let i = 0; i < 40; i++) least = Math.min(least, world.uplinkMs(nowMs))
  return least
}

function worstAfter(frames: readonly Frame[], fromMs: number): number {
  let worst = 0
  for (const f of frames) if (f.nowMs > fromMs) worst = Math.max(worst, Math.abs(f.errorSteps))
  return worst
}

/** How often the pace crossed 1. */
function turns(frames: readonly Frame[], fromMs: number): number {
  let count = 0
  let side = 0
  for (const f of frames) {
    const now = Math.sign(f.rate - 1)
    if (f.nowMs > fromMs && now !== 0 && now !== side) count++
    if (now !== 0) side = now
  }
  return count
}

describe('Pace', () => {
  test('runs at 1 until the server has reported', () => {
    const pace = paceOf(10, 2)
    expect(pace.rate(0, 1e6)).toBe(1)
    pace.snapshot(0, 0, 3, 100)
    expect(pace.rate(0, 1e6)).toBe(1)
  })

  test('an early input slows the clock down, a late one speeds it up, within 0.9 and 1.1', () => {
    const pace = paceOf(10, 2)
    pace.generated(1, 1000)
    pace.snapshot(0, 0, 1, 105)
    expect(pace.errorSteps(1000, 107)).toBeCloseTo(0)
    expect(pace.rate(1000, 107)).toBe(1)
    expect(pace.rate(1000, 108)).toBeCloseTo(0.925)
    expect(pace.rate(1000, 106)).toBeCloseTo(1.075)
    expect(pace.rate(1000, 117)).toBe(0.9)
    expect(pace.rate(1000, 97)).toBe(1.1)
    pace.targetSteps = 3
    expect(pace.errorSteps(1000, 108)).toBeCloseTo(0)
  })

  test('repeated, overtaken and forgotten reports change nothing', () => {
    const pace = paceOf(10)
    for (let id = 0; id < 400; id++) pace.generated(id, id * 10)
    pace.snapshot(0, 0, 390, 395)
    pace.snapshot(0, 0, 390, 200)
    pace.snapshot(0, 0, 380, 200)
    pace.snapshot(0, 0, 2, -100)
    expect(pace.errorSteps(3900, 395)).toBeCloseTo(0)
  })

  test.each([500, -500])('A11 holds its inputs punctual for an hour at %d ppm', (ppm) => {
    const frames = run({ uplinkMs: () => 60, ppm, endMs: 3_600_000 })
    expect(worstAfter(frames, 3000)).toBeLessThan(0.5)
    expect(turns(frames, 3000)).toBeLessThanOrEqual(1)
  })

  test('10 ms of uplink jitter wiggles the pace by 3 % at most, and the error stays below a step', () => {
    const random = new Random(6)
    const uplinkMs = () => 60 + random.between(-10, 10)
    const frames = run({ uplinkMs, endMs: 120_000 })
    expect(worstAfter(frames, 3000)).toBeLessThan(0.6)
    let most = 0
    let sum = 0
    for (const f of frames) if (f.nowMs > 3000) most = Math.max(most, Math.abs(f.rate - 1))
    for (const f of frames) if (f.nowMs > 3000) sum += Math.abs(f.rate - 1)
    expect(most).toBeLessThan(0.03)
    expect(sum / frames.length).toBeLessThan(0.002)
  })

  test.each([100, -100])(
    'a route change of %d ms heals to one step in 2 s, without swinging',
    (ms) => {
      const uplinkMs = (t: number) => (t < 10_000 ? 150 : 150 + ms)
      const frames = run({ uplinkMs, endMs: 30_000 })
      expect(worstAfter(frames.slice(0, 590), 2000)).toBeLessThan(0.5)
      expect(worstAfter(frames, 12_000)).toBeLessThan(1)
      expect(worstAfter(frames, 14_000)).toBeLessThan(0.5)
      expect(turns(frames, 10_000)).toBe(1)
    },
  )

  test.each([8, -8])('a start %d steps off is within one step in 2 s at 60 and 30 Hz', (steps) => {
    for (const stepMs of [1000 / 60, 1000 / 30]) {
      const startErrorSteps = (steps * 1000) / 60 / stepMs
      const frames = run({ uplinkMs: () => 80, stepMs, startErrorSteps, endMs: 10_000 })
      expect(worstAfter(frames, 2000)).toBeLessThan(1)
      expect(turns(frames, 0)).toBe(1)
    }
  })

  test('a stall of the uplink that ends in a burst leaves no trace', () => {
    const uplinkMs = (t: number) => (t > 5000 && t < 6500 ? 80 + (6500 - t) : 80)
    const frames = run({ uplinkMs, ordered: true, endMs: 12_000 })
    const stalled = frames.filter((f) => f.nowMs > 5000)
    expect(Math.max(...stalled.map((f) => Math.abs(f.rate - 1)))).toBeLessThan(0.011)
  })

  test('ordered mode with retransmissions keeps the pace calm', () => {
    const random = new Random(8)
    const uplinkMs = () => 80 + (random.next() < 0.05 ? 180 : 0)
    const frames = run({ uplinkMs, ordered: true, endMs: 60_000 })
    let away = 0
    for (const f of frames) if (f.nowMs > 3000 && Math.abs(f.errorSteps) > 2) away++
    expect(away / frames.length).toBeLessThan(0.01)
  })
})

describe('Pace as a StepDriver', () => {
  test('B3 begin reads the length of a step, keeps the target and forgets everything else', () => {
    const pace = new Pace()
    pace.targetSteps = 2
    expect(pace.rate(1000, 107)).toBe(1)
    pace.begin(10, 50)
    for (const base of [0, 5000]) {
      pace.generated(1, base + 1000)
      pace.snapshot(9e9, 9e9, 1, 105)
      expect(pace.errorSteps(base + 1000, 107)).toBeCloseTo(0)
      pace.begin(10, 50)
      expect(pace.rate(base + 1000, 1e6)).toBe(1)
    }
    pace.begin(20, 50)
    pace.generated(7, 1000)
    pace.snapshot(0, 0, 7, 55)
    expect(pace.errorSteps(1000, 57)).toBeCloseTo(0)
    expect(pace.rate(1000, 58)).toBeCloseTo(0.925)
  })

  test('B3 a snapshot without a report of inputs changes nothing', () => {
    const pace = new Pace()
    pace.begin(10, 50)
    pace.generated(-1, 1000)
    pace.snapshot(1000, 1000, -1, 5)
    expect(pace.rate(1000, 1e6)).toBe(1)
  })

  test('steps of no length are refused by name', () => {
    expect(() => new Pace().begin(0)).toThrow(/stepMs/)
    expect(() => new Pace().begin(Number.NaN)).toThrow(/stepMs/)
  })
})
