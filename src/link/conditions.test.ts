import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { ConditionedLink } from './conditions.ts'
import type { Conditions, Impairment } from './impairment.ts'
import { Recorder, runLinkCases } from './link.case.ts'
import type { Link, LinkKind } from './link.ts'
import { memoryPair } from './memory.ts'
import { presets } from './presets.ts'

/** Returns an impairment without second copies and without loss on a datagram link, by chance or by a full queue. */
const lossless = ({
  latencyMs = 0,
  jitterMs = 0,
  reorder = 0,
  freeze,
}: Impairment): Impairment => ({
  latencyMs,
  jitterMs,
  reorder,
  freeze,
})

// The contract waits for every packet exactly once. Datagrams therefore get only the presets' delays, reordering and freezes.
for (const [name, kind, conditions] of Object.entries(presets).flatMap(
  ([name, { up, down }]): [string, LinkKind, Conditions][] => [
    [name, 'ordered', { up, down }],
    [`the delays of ${name}`, 'datagram', { up: lossless(up), down: lossless(down) }],
  ],
)) {
  runLinkCases({
    name: `conditioned by ${name}, ${kind}`,
    open: async () => {
      const clock = new VirtualClock()
      const pair = memoryPair(clock, kind)
      const client = new ConditionedLink(pair.client, clock, conditions, 7)
      return {
        client,
        server: pair.server,
        turn: async () => clock.advance(100),
        end: () => undefined,
      }
    },
  })
}

describe('both kinds', () => {
  test.each(['datagram', 'ordered'] as const)(
    'A10 latency and jitter stay in their range, evenly (%s)',
    (kind) => {
      const { delays } = run(kind, { latencyMs: 100, jitterMs: 10 }, 5000, 33)
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(90)
      expect(Math.max(...delays)).toBeLessThanOrEqual(110)
      expect(mean(delays)).toBeCloseTo(100, 0)
      expect(delays.filter((delayMs) => delayMs < 95).length / 5000).toBeCloseTo(0.25, 1)
    },
  )

  test.each(['datagram', 'ordered'] as const)(
    'equal seeds repeat every delivery, others do not (%s)',
    (kind) => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const first = run(kind, presets.awful.up, 200, 20, seed)
          expect(run(kind, presets.awful.up, 200, 20, seed).arrivals).toEqual(first.arrivals)
          expect(run(kind, presets.awful.up, 200, 20, seed + 1).arrivals).not.toEqual(
            first.arrivals,
          )
        }),
        { numRuns: 20 },
      )
    },
  )

  test('the two directions have their own random numbers and their own counters', () => {
    const { clock, link, server } = wrapped('datagram', { up: { loss: 0.5 }, down: { loss: 0.5 } })
    const received: number[][] = [[], []]
    link.open({ packet: (bytes) => received[0]?.push(id(bytes)), closed: () => undefined })
    server.open({ packet: (bytes) => received[1]?.push(id(bytes)), closed: () => undefined })
    for (let i = 0; i < 200; i++) {
      link.send(numbered(i))
      server.send(numbered(i))
      clock.advance(10)
    }
    expect(received[0]).not.toEqual(received[1])
    expect(link.stats.down.delivered).toBe(received[0]?.length)
    expect(link.stats.up.delivered).toBe(received[1]?.length)
    expect(link.stats.up.sent).toBe(200)
  })

  test('a bottleneck spaces packets by their size', () => {
    const { delays } = run('datagram', { latencyMs: 50, bytesPerSecond: 10_000 }, 3, 0)
    expect(delays).toEqual([60, 70, 80])
  })

  test('a freeze holds all packets back, then releases them at once', () => {
    const { arrivals } = run('datagram', { freeze: { everyMs: 1000, forMs: 300 } }, 200, 10)
    for (const { atMs } of arrivals) expect(atMs % 1000).toBeLessThan(700)
    expect(arrivals.filter(({ atMs }) => atMs === 1000).length).toBe(31)
    expect(arrivals.length).toBe(200)
  })

  test('a change meets new packets only; packets under way keep their outcome', () => {
    const { clock, link, server } = wrapped('datagram', both({ latencyMs: 100 }))
    const seen = new Recorder(server)
    server.open(seen)
    link.send(numbered(0))
    clock.advance(50)
    link.conditions = both({ latencyMs: 20 })
    link.send(numbered(1))
    clock.advance(40)
    link.conditions = both({ loss: 1 })
    link.send(numbered(2))
    clock.advance(100)
    expect(seen.packets.map(id)).toEqual([1, 0])
    expect(seen.stamps).toEqual([70, 100])
    expect(link.stats.up).toMatchObject({ sent: 3, delivered: 2, lost: 1, reordered: 1 })
  })

  test('E11 the loss slider acts at once, up and down again', () => {
    const { clock, link, server } = wrapped('datagram', presets.none)
    server.open(new Recorder(server))
    const lostAt = [0, 0.15, 0.5, 1, 0].map((loss) => {
      link.conditions = both({ loss })
      const before = link.stats.up.lost
      for (let i = 0; i < 1000; i++) {
        link.send(numbered(i))
        clock.advance(10)
      }
      return (link.stats.up.lost - before) / 1000
    })
    expect(lostAt[0]).toBe(0)
    expect(lostAt[1]).toBeCloseTo(0.15, 1)
    expect(lostAt[2]).toBeCloseTo(0.5, 1)
    expect(lostAt.slice(3)).toEqual([1, 0])
  })

  test('nothing is left on the clock after the end', () => {
    for (const kind of ['datagram', 'ordered'] as const) {
      const { clock, link, server } = wrapped(kind, presets.awful)
      link.open(new Recorder(link))
      server.open(new Recorder(server))
      for (let i = 0; i < 50; i++) link.send(numbered(i))
      for (let i = 0; i < 50; i++) server.send(numbered(i))
      clock.advance(20)
      link.close('left')
      clock.advance(60_000)
      expect([server.isOpen, clock.pending]).toEqual([false, 0])
    }
  })

  test.each([
    [{ loss: 1.5 }, 'conditions.up.loss is 1.5, but must be from 0 to 1'],
    [{ latencyMs: -1 }, 'conditions.up.latencyMs is -1, but must be a finite number, at least 0'],
    [
      { jitterMs: Number.NaN },
      'conditions.up.jitterMs is NaN, but must be a finite number, at least 0',
    ],
    [
      { freeze: { everyMs: 5, forMs: 9 } },
      'conditions.up.freeze.everyMs is 5, but must be more than forMs (9)',
    ],
    [
      { burst: { goodMs: 0, badMs: 9, badLoss: 1 } },
      'conditions.up.burst.goodMs is 0, but must be at least 1',
    ],
    [
      { trace: [Number.NaN] },
      'conditions.up.trace is NaN, but must be a list with at least one delay',
    ],
  ] as [Impairment, string][])('refuses %o', (up, message) => {
    expect(() => wrapped('ordered', { up, down: {} })).toThrow(message)
    const { link } = wrapped('ordered', presets.lan)
    expect(() => {
      link.conditions = { up, down: {} }
    }).toThrow(message)
    expect(link.conditions.up.latencyMs).toBe(0.5)
  })
})

describe('datagram links', () => {
  test('A10 the log preset loses 15 % and keeps 90 to 110 ms', () => {
    const { delays, stats } = run('datagram', presets.log.up, 20_000, 33)
    expect(stats.lost / stats.sent).toBeCloseTo(0.15, 2)
    expect(delays.length).toBe(20_000 - stats.lost)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(90)
    expect(Math.max(...delays)).toBeLessThanOrEqual(110)
  })

  test('reorder holds packets back so that others overtake them', () => {
    const { arrivals, stats } = run('datagram', { latencyMs: 20, reorder: 0.1 }, 5000, 20)
    const overtaken = arrivals.filter(({ index }, i) =>
      arrivals.slice(0, i).some((a) => a.index > index),
    )
    expect(stats.reordered).toBe(overtaken.length)
    expect(stats.reordered / 5000).toBeCloseTo(0.1, 1)
  })

  test('duplicate delivers packets twice', () => {
    const { arrivals, stats } = run(
      'datagram',
      { latencyMs: 20, jitterMs: 5, duplicate: 0.2 },
      5000,
      20,
    )
    expect(arrivals.length).toBe(5000 + stats.duplicated)
    expect(stats.duplicated / 5000).toBeCloseTo(0.2, 1)
    expect(stats.reordered).toBe(0)
  })

  test('bursts bunch the loss in time', () => {
    const burst = { goodMs: 5000, badMs: 300, badLoss: 0.6 }
    const long = run('datagram', { loss: 0.003, burst }, 50_000, 200).stats
    const badShare = 300 / 5300
    expect(long.lost / 50_000).toBeCloseTo(badShare * 0.6 + (1 - badShare) * 0.003, 2)
    const { arrivals, stats } = run('datagram', { loss: 0.003, burst }, 50_000, 20)
    const arrived = new Set(arrivals.map(({ index }) => index))
    let pairs = 0
    for (let i = 1; i < 50_000; i++) if (!arrived.has(i) && !arrived.has(i - 1)) pairs++
    expect(pairs / stats.lost).toBeGreaterThan(0.4)
  })

  test('a trace is played packet by packet, in a loop', () => {
    const { arrivals, stats } = run('datagram', { trace: [30, Number.NaN, 40], loss: 1 }, 6, 100)
    expect(arrivals).toEqual([
      { index: 0, atMs: 30 },
      { index: 2, atMs: 240 },
      { index: 3, atMs: 330 },
      { index: 5, atMs: 540 },
    ])
    expect(stats.lost).toBe(2)
  })

  test('a packet that finds a full queue before the bottleneck is lost', () => {
    const { delays, stats } = run('datagram', { bytesPerSecond: 10_000 }, 1000, 5)
    expect(Math.max(...delays)).toBeLessThanOrEqual(510)
    expect(stats.lost / 1000).toBeCloseTo(0.5, 1)
  })

  test('a close comes at once', () => {
    const { clock, link, server } = wrapped('datagram', both({ latencyMs: 500 }))
    const seen = new Recorder(server)
    server.open(seen)
    link.send(numbered(1))
    link.close('left', 'bye')
    clock.advance(0)
    expect(seen.ends).toEqual([{ reason: 'left', detail: 'bye', isOpen: false }])
    expect(seen.packets).toEqual([])
  })
})

interface Arrival {
  readonly index: number
  readonly atMs: number
}

/** Sends `count` packets of 100 bytes, one every `gapMs`, upwards through `impairment`. */
function run(kind: LinkKind, impairment: Impairment, count: number, gapMs: number, seed = 1) {
  const { clock, link, server } = wrapped(kind, both(impairment), seed)
  const sentAtMs: number[] = []
  const arrivals: Arrival[] = []
  server.open({
    packet: (bytes, atMs) => arrivals.push({ index: id(bytes), atMs }),
    closed: () => undefined,
  })
  for (let i = 0; i < count; i++) {
    sentAtMs.push(clock.nowMs())
    link.send(numbered(i))
    clock.advance(gapMs)
  }
  clock.advance(100_000)
  const delays = arrivals.map(({ index, atMs }) => atMs - (sentAtMs[index] ?? Number.NaN))
  return { arrivals, delays, stats: link.stats.up }
}

function wrapped(
  kind: LinkKind,
  conditions: Conditions,
  seed = 1,
): { clock: VirtualClock; link: ConditionedLink; server: Link } {
  const clock = new VirtualClock()
  const { client, server } = memoryPair(clock, kind)
  return { clock, link: new ConditionedLink(client, clock, conditions, seed), server }
}

function both(impairment: Impairment): Conditions {
  return { up: impairment, down: impairment }
}

function numbered(index: number): Uint8Array {
  const bytes = new Uint8Array(100)
  new DataView(bytes.buffer).setUint32(0, index)
  return bytes
}

function id(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
