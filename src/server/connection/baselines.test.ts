import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SentPackets } from '../../link/acks.ts'
import type { LinkKind } from '../../link/link.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { Baselines } from './baselines.ts'

/** The baselines of a client, and the packets that its snapshots go in. */
class Client {
  readonly sent: SentPackets
  readonly baselines: Baselines

  constructor(kind: LinkKind) {
    this.sent = new SentPackets(kind)
    this.baselines = new Baselines(kind, this.sent)
  }

  /** Sends a snapshot, and returns the number of its packet. */
  send(tick: number, baseline: number = this.baselines.newest): number {
    this.sent.note(tick, 0)
    this.baselines.noteSent(tick, baseline)
    return this.sent.next - 1
  }

  acknowledge(packet: number): void {
    this.sent.acknowledge(packet & 0xffff, 0, 0)
  }
}

const KINDS = ['ordered', 'datagram'] as const

describe.each(KINDS)('on a link that is %s', (kind) => {
  test('there is no baseline before the first snapshot, and no state is needed', () => {
    const { baselines } = new Client(kind)
    expect([baselines.lastSentTick, baselines.newest]).toEqual([-1, -1])
    expect([-1, 0, 7].map((tick) => baselines.of(tick))).toEqual([-1, -1, -1])
    expect(baselines.oldestNeeded).toBe(Infinity)
  })

  test('each of the last snapshots has its baseline, and a tick without a snapshot has none', () => {
    const client = new Client(kind)
    const { baselines } = client
    client.send(10, -1)
    client.send(11, 10)
    client.send(13, 10)
    client.send(14, 11)
    expect([9, 10, 11, 12, 13, 14, 15].map((tick) => baselines.of(tick))).toEqual([
      -1, -1, 10, -1, 10, 11, -1,
    ])
    for (let tick = 15; tick <= 14 + HISTORY_TICKS; tick++) client.send(tick)
    expect([-1, 11, 13, 14].map((tick) => baselines.of(tick))).toEqual([-1, -1, -1, -1])
  })

  test('to begin anew gives up all baselines, also those acknowledged later', () => {
    const client = new Client(kind)
    const { baselines } = client
    const packets = [10, 11, 12].map((tick) => client.send(tick))
    client.acknowledge(packets[1]!)
    baselines.beginAnew()
    expect([baselines.lastSentTick, baselines.anewAfterTick]).toEqual([12, 12])
    expect([baselines.newest, baselines.oldestNeeded]).toEqual([-1, Infinity])
    client.acknowledge(packets[2]!)
    expect([baselines.newest, baselines.oldestNeeded]).toEqual([-1, Infinity])
    client.acknowledge(client.send(15))
    expect([baselines.newest, baselines.oldestNeeded]).toEqual([15, 15])
  })
})

test('on an ordered link each snapshot counts as acknowledged', () => {
  const client = new Client('ordered')
  client.send(10)
  expect(client.baselines.newest).toBe(10)
  client.send(13)
  expect(client.baselines.newest).toBe(13)
})

test('on a datagram link the newest baseline is the newest acknowledged, whatever comes after', () => {
  const client = new Client('datagram')
  const packets = [10, 11, 12].map((tick) => client.send(tick))
  expect(client.baselines.newest).toBe(-1)
  client.acknowledge(packets[1]!)
  expect(client.baselines.newest).toBe(11)
  client.acknowledge(packets[0]!)
  expect(client.baselines.newest).toBe(11)
})

test('on an ordered link three ticks are needed, on a datagram link those since two acknowledged ones before', () => {
  const ordered = new Client('ordered')
  const datagram = new Client('datagram')
  for (let tick = 100; tick < 113; tick++)
    for (const client of [ordered, datagram]) {
      const packet = client.send(tick)
      if (tick === 104 || tick === 109) client.acknowledge(packet)
    }
  expect([ordered.baselines.oldestNeeded, datagram.baselines.oldestNeeded]).toEqual([110, 100])
  datagram.acknowledge(12)
  expect(datagram.baselines.oldestNeeded).toBe(104)
})

/** How many packets before the newest the acknowledged one is, if any; and whether the client asks for a complete snapshot. */
const moves = fc.array(
  fc.record({
    skipped: fc.nat(3),
    acked: fc.integer({ min: -1, max: 9 }),
    isComplete: fc.nat(5).map((n) => n === 0),
    isAnew: fc.nat(30).map((n) => n === 0),
  }),
  { minLength: 20, maxLength: 120 },
)

test.each(KINDS)(
  'what a body is coded against, or between, was never said to be needed no longer: %s',
  (kind) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), moves, (start, list) => {
        const client = new Client(kind)
        const { baselines, sent } = client
        const used = new Map<number, number>()
        let oldest = -1
        let tick = start
        for (const { skipped, acked, isComplete, isAnew } of list) {
          tick += 1 + skipped
          if (isAnew && baselines.lastSentTick >= 0) baselines.beginAnew()
          const packet = sent.next - 1 - acked
          if (acked >= 0 && packet >= 0) client.acknowledge(packet)
          oldest = Math.max(oldest, Math.min(tick, baselines.oldestNeeded))
          const { newest } = baselines
          const isUsed = newest >= 0 && tick - newest < HISTORY_TICKS && !isComplete
          if (isUsed) {
            const before = used.get(newest)!
            expect(baselines.of(newest)).toBe(before)
            expect(newest).toBeGreaterThanOrEqual(oldest)
            if (before >= 0) expect(before).toBeGreaterThanOrEqual(oldest)
            const earlier = before < 0 ? -1 : used.get(before)!
            if (before >= 0 && tick - before < HISTORY_TICKS)
              expect(baselines.of(before)).toBe(earlier)
            if (earlier >= 0 && tick - earlier < HISTORY_TICKS)
              expect(earlier).toBeGreaterThanOrEqual(oldest)
          }
          used.set(tick, isUsed ? newest : -1)
          client.send(tick, isUsed ? newest : -1)
        }
      }),
      { numRuns: 1000 },
    )
  },
)
