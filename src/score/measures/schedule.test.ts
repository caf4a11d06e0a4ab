import { describe, expect, it } from 'vitest'
import type { Trace } from '../traces/trace.ts'
import { clientMs, schedule } from './schedule.ts'

/** Every `k`th packet arrives `delayMs(k)` after it was sent. */
function trace(delayMs: (k: number) => number): Trace {
  return {
    name: 'made',
    kind: 'datagram',
    lengthMs: Infinity,
    arrivals: (sentMs) => Float64Array.from(sentMs, (timeMs, k) => timeMs + delayMs(k)),
  }
}
const even = trace(() => 50)

describe('schedule', () => {
  it('stamps snapshots at their rate and sends each up to 1.5 ms later', () => {
    const { stampMs, leavesMs } = schedule(even, { sendHz: 20, seconds: 20 })
    expect(stampMs.slice(0, 3)).toEqual(Float64Array.of(0, 50, 100))
    expect(stampMs.length).toBe(401)
    const lateMs = leavesMs.map((timeMs, k) => timeMs - stampMs[k]!)
    expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...lateMs)).toBeLessThanOrEqual(1.5)
    expect(Math.max(...lateMs)).toBeGreaterThan(1.3)
  })

  it('draws even frames over the whole run and scores those after the warm-up', () => {
    const { frameMs, firstScored } = schedule(even, { frameHz: 50, seconds: 12, warmupSeconds: 10 })
    expect(frameMs.length).toBe(600)
    for (let frame = 1; frame < 600; frame++)
      expect(frameMs[frame]! - frameMs[frame - 1]!).toBeCloseTo(20, 9)
    expect(frameMs[firstScored]).toBeGreaterThanOrEqual(10_000)
    expect(frameMs[firstScored - 1]).toBeLessThan(10_000)
  })

  it('drops the given share of frames, and says how many display frames each frame took', () => {
    const all = schedule(even, { seconds: 60 })
    const some = schedule(even, { seconds: 60, droppedFrames: 0.2 })
    expect(some.frameMs.length / all.frameMs.length).toBeCloseTo(0.8, 1)
    for (let frame = 1; frame < some.frameMs.length; frame++) {
      const steps = ((some.frameMs[frame]! - some.frameMs[frame - 1]!) * 59.94) / 1000
      expect(some.frameSteps[frame]).toBe(Math.round(steps))
    }
    expect(Math.max(...some.frameSteps)).toBeGreaterThan(1)
  })

  it('knows the newest stamp of each frame, whatever the order of arrival', () => {
    // Of four snapshots, the second is lost and the third comes after the fourth.
    const delays = [30, Number.NaN, 130, 30]
    const run = schedule(
      trace((k) => delays[k % 4]!),
      { sendHz: 10, seconds: 2, warmupSeconds: 0 },
    )
    expect([...run.arrivalOrder.slice(0, 4)]).toEqual([0, 3, 2, 4])
    expect(run.arrivesMs[1]).toBeNaN()
    for (let frame = 0; frame < run.frameMs.length; frame++) {
      const arrived = [...run.stampMs].filter((_, k) => run.arrivesMs[k]! <= run.frameMs[frame]!)
      const newestMs = arrived.length === 0 ? Number.NaN : Math.max(...arrived)
      expect(run.ageMs[frame]).toBe(run.frameMs[frame]! - newestMs)
    }
  })

  it('is the same for the same seed, and another for another', () => {
    const short = { seconds: 5, warmupSeconds: 1, droppedFrames: 0.1 }
    const one = schedule(even, { ...short, seed: 7 })
    expect(schedule(even, { ...short, seed: 7 })).toEqual(one)
    const other = schedule(even, { ...short, seed: 8 })
    expect(other.leavesMs).not.toEqual(one.leavesMs)
    expect(other.frameMs).not.toEqual(one.frameMs)
  })

  it("runs the client's clock at the trace's rate, far from the server's", () => {
    const run = schedule({ ...even, clockPpm: 200 })
    expect(clientMs(run, 10_000) - clientMs(run, 0)).toBeCloseTo(10_002, 6)
    expect(Math.abs(clientMs(run, 0))).toBeGreaterThan(1e6)
    expect(schedule(even).clockRate).toBe(1.00002)
  })

  it.each([
    ['sendHz', { sendHz: 61 }],
    ['frameHz', { frameHz: 5 }],
    ['seconds', { seconds: 0 }],
    ['warmupSeconds', { seconds: 10, warmupSeconds: 10 }],
    ['droppedFrames', { droppedFrames: 0.6 }],
  ])('refuses a wrong %s', (name, options) => {
    expect(() => schedule(even, options)).toThrow(name)
  })
})
