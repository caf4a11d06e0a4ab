import { describe, expect, test } from 'vitest'
import { type InputTimes, inputLatencySteps, inputTiming } from '../bench/timing/input-timing.ts'
import { madeNetwork, madeNetworks } from '../bench/timing/networks.ts'
import { recoverLead } from '../bench/timing/recovery.ts'
import { scoreTiming } from '../bench/timing/score.ts'

const STEP_MS = 10

/** Inputs a step apart, each for the tick `ahead` steps after its sending, which take so many steps. */
function timesOf(ways: readonly number[], ahead: number, more: Partial<InputTimes> = {}) {
  const stampTicks = ways.map((_, i) => i + ahead)
  const sentMs = ways.map((_, i) => i * STEP_MS)
  const arrivedMs = ways.map((way, i) => (i + way) * STEP_MS)
  return { stepMs: STEP_MS, frameMs: 0, stampTicks, sentMs, arrivedMs, ...more }
}

describe('the figures of input timing', () => {
  test('waits are of those in time, what came late or never is missing', () => {
    const timing = inputTiming(timesOf([1, 2, 3.5, Number.NaN, 3, 1, 1, 1, 1, 2], 3))
    expect(timing.ticks).toBe(10)
    expect(timing.missingPercent).toBeCloseTo(20)
    expect(timing.waitSteps).toBeCloseTo((2 + 1 + 0 + 2 * 4 + 1) / 8)
  })

  test('a tick that nobody made an input for is missing, too', () => {
    const times = timesOf([1, 1, 1, 1], 3)
    const timing = inputTiming({ ...times, stampTicks: [3, 4, 7, 8] })
    expect(timing.ticks).toBe(6)
    expect(timing.missingPercent).toBeCloseTo(100 / 3)
  })

  test('only inputs sent within the times asked for count', () => {
    const timing = inputTiming(timesOf([9, 1, 1, 9], 3), STEP_MS, 3 * STEP_MS)
    expect(timing.ticks).toBe(2)
    expect(timing.missingPercent).toBe(0)
  })

  test('the clairvoyant knows the least distance that leaves as many ticks without', () => {
    const ways = Array.from({ length: 1000 }, (_, i) => (i % 100 === 7 ? 4 : 1))
    const wide = inputTiming(timesOf(ways, 6))
    expect(wide.missingPercent).toBe(0)
    expect(wide.waitSteps).toBeCloseTo(5 - 0.03)
    expect(wide.constantSteps).toBeCloseTo(3 - 0.03)
    const tight = inputTiming(timesOf(ways, 2))
    expect(tight.missingPercent).toBeCloseTo(1)
    expect(tight.constantSteps).toBeCloseTo(0)
    expect(tight.halfPercentSteps).toBeCloseTo(3 - 0.03)
  })

  test('the clairvoyant has the same frames, and has to wait for them as well', () => {
    const ways = Array.from({ length: 500 }, () => 1.75)
    const { waitSteps, constantSteps } = inputTiming(timesOf(ways, 3, { frameMs: STEP_MS }))
    expect(waitSteps).toBeCloseTo(1.25)
    expect(constantSteps).toBeCloseTo(0.25)
  })

  test('latency is from sending to tick', () => {
    expect([...inputLatencySteps(timesOf([1, 2], 3))]).toEqual([3, 3])
  })
})

describe.each(['datagrams', 'TCP'])('A11 over %s', (kind) => {
  const isOrdered = kind === 'TCP'

  test.each([59.94, 60, 144])(
    'at %s frames a second jitter of 50 ms costs at most one tick in 200, and 2 ticks of waiting',
    (frameHz) => {
      const score = scoreTiming(madeNetwork('jitter50', isOrdered), { seconds: 60, frameHz })
      expect(score.missingPercent).toBeLessThanOrEqual(0.5)
      expect(score.waitSteps).toBeLessThanOrEqual(2)
      expect(score.startMissingPercent).toBeLessThan(1)
    },
  )

  test.each(madeNetworks(isOrdered))(
    '$name: inputs wait at most half a tick longer than a clairvoyant has them',
    (network) => {
      const { waitSteps, constantSteps } = scoreTiming(network, { seconds: 90, runs: 6 })
      expect(waitSteps - constantSteps).toBeLessThanOrEqual(0.5)
    },
  )

  test('at 30 steps a second, as games with many entities have them, it is the same', () => {
    const options = { seconds: 60, stepHz: 30 }
    const score = scoreTiming(madeNetwork('jitter50', isOrdered), options)
    expect(score.missingPercent).toBeLessThanOrEqual(0.5)
    expect(score.waitSteps).toBeLessThanOrEqual(1.2)
    const even = scoreTiming(madeNetwork('const50', isOrdered), options)
    expect(even.missingPercent).toBeLessThanOrEqual(0.1)
    expect(even.waitSteps).toBeLessThanOrEqual(0.5)
  })

  test.each(['const50', 'jitter50', 'wifi-spike', 'lte-tail'])(
    '%s: 2 s after a stall of 300 ms inputs take what they took before, to within a tick',
    (name) => {
      for (const stalls of ['network', 'client'] as const) {
        const { backSeconds, beforeSteps, afterSteps } = recoverLead(
          madeNetwork(name, isOrdered),
          stalls,
        )
        expect(backSeconds).toBeLessThan(2)
        expect(Math.abs(afterSteps[2]! - beforeSteps)).toBeLessThan(1)
      }
    },
  )
})
