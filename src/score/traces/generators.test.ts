import { describe, expect, test } from 'vitest'
import { Episodes } from '../../link/episodes.ts'
import { traceNames, traceOf, traces } from './catalogue.ts'
import type { Trace } from './trace.ts'

const SECONDS = 120

function sendTimes(hz: number, seconds = SECONDS): Float64Array {
  return Float64Array.from({ length: seconds * hz }, (_, i) => (i * 1000) / hz)
}

/** Returns the mean loss in per cent, and mean and quantiles of the delays of arrivals, over several seeds. */
function figures(name: string, hz: number, seeds = 4) {
  const delays: number[] = []
  let sent = 0
  for (let seed = 1; seed <= seeds; seed++) {
    const sentMs = sendTimes(hz)
    const arrivesMs = traceOf(name, { seed }).arrivals(sentMs)
    sent += sentMs.length
    arrivesMs.forEach((atMs, i) => {
      if (!Number.isNaN(atMs)) delays.push(atMs - sentMs[i]!)
    })
  }
  delays.sort((a, b) => a - b)
  const quantile = (q: number) => delays[Math.floor(q * (delays.length - 1))]!
  return {
    loss: 100 * (1 - delays.length / sent),
    mean: delays.reduce((sum, ms) => sum + ms, 0) / delays.length,
    least: quantile(0),
    median: quantile(0.5),
    q99: quantile(0.99),
    most: quantile(1),
  }
}

/** The range that each figure has to be in at any rate of sending: [from, to]. */
const EXPECTED: Record<string, Partial<Record<keyof ReturnType<typeof figures>, number[]>>> = {
  const50: { loss: [0, 0], least: [49.99, 50], most: [50, 50.01] },
  article200: { loss: [13.5, 16.5], least: [90, 90.3], mean: [99.6, 100.4], most: [109.7, 110] },
  gilbert: { loss: [2.4, 5], least: [40, 40.5], mean: [43.7, 44.3], q99: [50, 57] },
  'wifi-spike': { loss: [0, 0], least: [12.49, 12.6], median: [12.5, 14], most: [140, 185] },
  'route-step': { loss: [0, 0], least: [40, 40.1], mean: [69, 70.5], most: [125.9, 126] },
  skew200: { loss: [0, 0], least: [60, 60.1], mean: [62.7, 63.3], q99: [71, 77] },
  bufferbloat: { loss: [0.01, 0.35], least: [40, 40.1], mean: [101, 105], most: [290.5, 291] },
  'lte-tail': {
    loss: [0, 0],
    least: [45, 46.5],
    median: [49, 52],
    mean: [52, 54.5],
    most: [200, 1400],
  },
}

describe('a generated network has its figures at every rate of sending', () => {
  for (const name of traceNames) {
    test.each([10, 20, 60])(`${name} at %i Hz`, (hz) => {
      const measured = figures(name, hz)
      for (const [figure, [from, to]] of Object.entries(EXPECTED[name]!)) {
        const value = measured[figure as keyof typeof measured]
        expect(value, figure).toBeGreaterThanOrEqual(from!)
        expect(value, figure).toBeLessThanOrEqual(to!)
      }
    })
  }
})

describe.each(traces)('$name', (trace) => {
  test('a packet meets the same fate whatever else is sent', () => {
    const every = trace.arrivals(sendTimes(60))
    const third = trace.arrivals(sendTimes(20))
    const times = sendTimes(20)
    third.forEach((atMs, i) => {
      const alone = i % 50 === 0 ? trace.arrivals([times[i]!])[0]! : atMs
      if (Number.isNaN(atMs)) expect(every[3 * i]).toBeNaN()
      else expect([every[3 * i], alone]).toEqual([expect.closeTo(atMs, 6), expect.closeTo(atMs, 6)])
    })
  })

  test('equal seeds give equal networks, and other seeds others', () => {
    const again = traceOf(trace.name, { seed: 1 }).arrivals(sendTimes(20))
    expect(again).toEqual(trace.arrivals(sendTimes(20)))
    const other = traceOf(trace.name, { seed: 2 }).arrivals(sendTimes(20))
    if (trace.name === 'const50') expect(other).toEqual(again)
    else expect(other).not.toEqual(again)
  })

  test('nothing arrives before it was sent', () => {
    const sentMs = sendTimes(60)
    expect(trace.arrivals(sentMs).findIndex((atMs, i) => atMs < sentMs[i]!)).toBe(-1)
  })
})

describe('packets that share a queue do not overtake each other', () => {
  test.each(['const50', 'wifi-spike', 'bufferbloat'])('%s, 500 packets a second', (name) => {
    expect(overtaken(traceOf(name), sendTimes(500, 30))).toBe(0)
  })

  test('a stall of wifi-spike lets nothing through, and then everything at once', () => {
    const arrivesMs = traceOf('wifi-spike').arrivals(sendTimes(100))
    const { silentMs, lump } = longestSilence(arrivesMs)
    expect(silentMs).toBeGreaterThan(130)
    expect(lump).toBeGreaterThanOrEqual(12)
  })

  test('a hand-over of lte-tail lets nothing through, and then everything at once', () => {
    const arrivesMs = traceOf('lte-tail').arrivals(sendTimes(100)).sort()
    const { silentMs, lump } = longestSilence(arrivesMs)
    expect(silentMs).toBeGreaterThan(80)
    expect(silentMs).toBeLessThan(260)
    expect(lump).toBeGreaterThanOrEqual(7)
  })
})

test('the clocks of skew200 part by 200 ppm, those of the others as usual', () => {
  expect(traces.map(({ name, clockPpm }) => [name, clockPpm ?? 20])).toEqual(
    traceNames.map((name) => [name, name === 'skew200' ? 200 : 20]),
  )
})

test('the way of route-step changes after 40 s and back after 80 s', () => {
  const atMs = [39_000, 41_000, 79_000, 81_000, 119_000, 161_000]
  const delays = traceOf('route-step')
    .arrivals(atMs)
    .map((arrivesMs, i) => Math.floor((arrivesMs - atMs[i]!) / 10) * 10)
  expect([...delays]).toEqual([40, 120, 120, 40, 40, 120])
})

test('the queue of bufferbloat grows for 5 s, stays for 3 s, drains in 1 s', () => {
  const seconds = [2.9, 5.5, 8, 11, 11.5, 12, 26.9, 29.5]
  const sentMs = seconds.map((second) => second * 1000)
  const trace = traceOf('bufferbloat', { seed: 2 })
  const queues = trace.arrivals(sentMs).map((atMs, i) => Math.floor(atMs - sentMs[i]! - 40))
  expect([...queues]).toEqual([0, 125, 250, 250, 125, 0, 0, 125])
})

test('an unknown name throws with the known ones', () => {
  expect(() => traceOf('wifi')).toThrow(/trace is wifi, but must be one of const50, article200, /)
  expect(() => traceOf('toString')).toThrow('but must be one of')
  expect(() => traceOf('/tcp')).toThrow('but must be one of')
})

test('episodes are the same in any order of questions', () => {
  const make = () =>
    new Episodes(
      7,
      (random) => random.between(5, 20),
      () => 10,
    )
  const asked = Array.from({ length: 1000 }, (_, i) => i * 1.7)
  const forwards = make()
  const ends = asked.map((timeMs) => forwards.endMs(timeMs))
  const backwards = make()
  for (let i = asked.length - 1; i >= 0; i--) expect(backwards.endMs(asked[i]!)).toBe(ends[i])
  const share = asked.filter((timeMs) => forwards.has(timeMs)).length / asked.length
  expect(share).toBeGreaterThan(0.35)
  expect(share).toBeLessThan(0.55)
})

function overtaken(trace: Trace, sentMs: Float64Array): number {
  const arrived = trace.arrivals(sentMs).filter((atMs) => !Number.isNaN(atMs))
  return arrived.filter((atMs, i) => i > 0 && atMs < arrived[i - 1]!).length
}

/** Returns the longest time without an arrival, and how many packets arrive at its end. */
function longestSilence(arrivesMs: Float64Array): { silentMs: number; lump: number } {
  let longest = 1
  for (let i = 1; i < arrivesMs.length; i++) {
    const isLonger =
      arrivesMs[i]! - arrivesMs[i - 1]! > arrivesMs[longest]! - arrivesMs[longest - 1]!
    if (isLonger) longest = i
  }
  const endMs = arrivesMs[longest]!
  return {
    silentMs: endMs - arrivesMs[longest - 1]!,
    lump: arrivesMs.filter((atMs) => Math.abs(atMs - endMs) < 1e-6).length,
  }
}
