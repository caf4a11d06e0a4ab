import { describe, expect, test } from 'vitest'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { ConditionedLink } from './conditions.ts'
import type { Impairment } from './impairment.ts'
import { Recorder } from './link.case.ts'
import { memoryPair } from './memory.ts'
import { presets } from './presets.ts'

const LOST = Number.NaN

describe('ordered links repair loss as TCP does', () => {
  test('A10 under the log preset everything arrives, in order, 15 % of it repaired', () => {
    const { clock, link, seen, sendEvery } = stream(presets.log.up)
    sendEvery(33, 10_000)
    clock.advance(60_000)
    expect(seen.packets.map(id)).toEqual(Array.from({ length: 10_000 }, (_, i) => i))
    expect(seen.stamps).toEqual([...seen.stamps].sort((a, b) => a - b))
    const { sent, lost, delivered, blocked, reordered } = link.stats.up
    expect([sent, delivered, reordered]).toEqual([10_000, 10_000, 0])
    expect(lost / sent).toBeCloseTo(0.15, 2)
    expect(blocked).toBeGreaterThan(3 * lost)
  })

  test('a lost packet in a stream is sent again a quarter round trip after the next acknowledgement', () => {
    // The lost packet was sent at 1000. The packet of 1030 is acknowledged at 1230, so the lost one is repeated at 1280.
    const { seen, sendEvery, clock, link } = stream({ latencyMs: 100 })
    sendEvery(1000, 1)
    link.conditions = both({ latencyMs: 100, loss: 1 })
    link.send(numbered(1))
    link.conditions = both({ latencyMs: 100 })
    clock.advance(30)
    sendEvery(30, 12, 2)
    clock.advance(1000)
    expect(seen.packets.map(id)).toEqual(Array.from({ length: 14 }, (_, i) => i))
    expect(seen.stamps.slice(0, 2)).toEqual([100, 1300])
  })

  test('packets behind a lost one wait for it and then arrive together', () => {
    const trace = [100, LOST, ...Array<number>(98).fill(100)]
    const { seen, sendEvery, clock, link } = stream({ trace }, 5)
    sendEvery(20, 20)
    clock.advance(5000)
    const repairedAtMs = 40 + 200 + 50 + 100
    expect(seen.stamps.filter((atMs) => Math.abs(atMs - repairedAtMs) < 1).length).toBe(1 + 13)
    expect(link.stats.up).toMatchObject({ lost: 1, blocked: 13, delivered: 20 })
  })

  test('without a later packet the timeout repairs it: at least 200 ms, else the round trip and 4 variations', () => {
    for (const [impairment, rtoMs] of [
      [{ latencyMs: 20 }, 200],
      [{ latencyMs: 150, jitterMs: 20 }, 380],
    ] as const) {
      const { seen, clock, link } = stream({ ...impairment, loss: 1 })
      link.send(numbered(0))
      link.conditions = both(impairment)
      clock.advance(2000)
      const delayMs = (seen.stamps[0] ?? 0) - rtoMs
      expect(Math.abs(delayMs - impairment.latencyMs)).toBeLessThanOrEqual(
        'jitterMs' in impairment ? 20 : 1e-6,
      )
    }
  })

  test('repeats that are lost back off: 200, 400, 800 ms', () => {
    const { seen, clock, link } = stream({ latencyMs: 10, loss: 1 })
    link.send(numbered(0))
    clock.advance(1000)
    link.conditions = both({ latencyMs: 10 })
    clock.advance(10_000)
    expect(seen.stamps).toEqual([200 + 400 + 800 + 10])
  })

  test('E11 a moment at 100 % loss does not hang the link', () => {
    const { seen, clock, link, sendEvery } = stream({ latencyMs: 50 })
    sendEvery(50, 20)
    link.conditions = both({ latencyMs: 50, loss: 1 })
    sendEvery(50, 60, 20)
    const { length } = seen.packets
    link.conditions = both({ latencyMs: 50 })
    sendEvery(50, 20, 80)
    clock.advance(3500)
    expect(length).toBe(20)
    expect(seen.packets.map(id)).toEqual(Array.from({ length: 100 }, (_, i) => i))
  })

  test('at 100 % loss the seventh repeat passes', () => {
    const { seen, clock, link } = stream({ latencyMs: 10, loss: 1 })
    link.send(numbered(0))
    clock.advance(60_000)
    expect(seen.stamps).toEqual([200 * (2 ** 7 - 1) + 10])
  })

  test('a bottleneck makes the sender wait instead of losing', () => {
    const { seen, clock, link } = stream({ bytesPerSecond: 1000 })
    for (let i = 0; i < 50; i++) link.send(numbered(i))
    expect(link.bufferedBytes).toBeCloseTo(5000)
    clock.advance(1000)
    expect(link.bufferedBytes).toBeCloseTo(4000)
    expect(seen.packets.length).toBe(10)
    clock.advance(4000)
    expect(seen.packets.length).toBe(50)
    expect(link.bufferedBytes).toBe(0)
  })
})

function stream(impairment: Impairment, seed = 1) {
  const clock = new VirtualClock()
  const { client, server } = memoryPair(clock)
  const link = new ConditionedLink(client, clock, both(impairment), seed)
  const seen = new Recorder(server)
  server.open(seen)
  const sendEvery = (gapMs: number, count: number, from = 0) => {
    for (let i = from; i < from + count; i++) {
      link.send(numbered(i))
      clock.advance(gapMs)
    }
  }
  return { clock, link, seen, sendEvery }
}

function both(impairment: Impairment) {
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
