import { describe, expect, test } from 'vitest'
import type { Clock } from '../base/clock.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { ConditionedLink } from './conditions.ts'
import { checkImpairment, type Impairment } from './impairment.ts'
import { Recorder } from './link.case.ts'
import { memoryPair } from './memory.ts'
import { presets } from './presets.ts'
import { TcpConnection } from './tcp-connection.ts'

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
    expect(lost / sent).toBeCloseTo(0.15, 1)
    expect(blocked).toBeGreaterThan(2 * lost)
  })

  test('a lost packet in a stream is sent again a quarter round trip after RACK expects its acknowledgement', () => {
    // The packet sent at 1000 is lost. The one sent at 1030 is acknowledged after a round trip of 200 ms, so the lost one was
    // due at 1200, and it is sent again at 1250. Linux's timer is two ticks of 4 ms late.
    const { seen, sendEvery, clock, link } = stream({ latencyMs: 100 })
    sendEvery(1000, 1)
    loseNext(link, { latencyMs: 100 }, 1)
    clock.advance(30)
    sendEvery(30, 12, 2)
    clock.advance(1000)
    expect(seen.packets.map(id)).toEqual(Array.from({ length: 14 }, (_, i) => i))
    expect(seen.stamps.slice(0, 2)).toEqual([100, 1250 + 8 + 100])
  })

  test('packets behind a lost one wait for it and then arrive together', () => {
    const trace = [100, LOST, ...Array<number>(998).fill(100)]
    const { seen, sendEvery, clock, link } = stream({ trace }, 5)
    sendEvery(20, 20)
    clock.advance(5000)
    // The packet of 20 is repeated at 278 and arrives at 378; those of 40 to 260 have arrived by then.
    expect(seen.stamps.filter((atMs) => Math.abs(atMs - 378) < 1e-6).length).toBe(1 + 12)
    expect(link.stats.up).toMatchObject({ lost: 1, blocked: 12, delivered: 20 })
  })

  test('a lost repeat is found by what is sent after it, without a timeout', () => {
    const { seen, sendEvery, clock, link } = stream({ latencyMs: 50 })
    sendEvery(20, 10)
    loseNext(link, { latencyMs: 50 }, 10)
    clock.advance(20)
    sendEvery(20, 5, 11)
    clock.advance(10)
    // The packet of 200 is repeated at 200 + 125 + 8 ms, and the repeat is lost too.
    link.conditions = both({ latencyMs: 50, loss: 1 })
    clock.advance(5)
    link.conditions = both({ latencyMs: 50 })
    clock.advance(5)
    sendEvery(20, 20, 16)
    clock.advance(1000)
    expect(seen.packets.map(id)).toEqual(Array.from({ length: 36 }, (_, i) => i))
    // Found by the packets sent after it: sent again at 460, where the timeout would have come at 640.
    expect(seen.stamps[10]).toBeCloseTo(510, -1)
  })

  test('the last packet of a stream is probed for, after two round trips', () => {
    const { seen, clock, link } = stream({ latencyMs: 50 })
    link.send(numbered(0))
    loseNext(link, { latencyMs: 50 }, 1)
    clock.advance(40)
    // The first packet is acknowledged after 140 ms, because the acknowledgement waits for 40 ms.
    clock.advance(2000)
    expect(seen.packets.map(id)).toEqual([0, 1])
    const srttMs = 100 + 40 / 8
    const repeatedAtMs = (seen.stamps[1] ?? 0) - 50
    expect(repeatedAtMs).toBeCloseTo(140 + Math.min(2 * srttMs, srttMs) + 200, 6)
  })

  test('without a later packet the timeout repairs it: the round trip and at least 200 ms, or 4 variations', () => {
    for (const latencyMs of [20, 150]) {
      const { seen, clock, link } = stream({ latencyMs })
      loseNext(link, { latencyMs }, 0)
      clock.advance(3000)
      // At first the variation is half of the only measurement.
      const timeoutMs = 2 * latencyMs + Math.max(200, (4 * 2 * latencyMs) / 2)
      const probeMs = 2 * 2 * latencyMs + 200
      expect(seen.stamps[0]).toBeCloseTo(Math.min(timeoutMs, probeMs) + latencyMs, 6)
    }
  })

  test('repeats that are lost back off: the timeout, once more after the probe, then twice, four times it', () => {
    const { seen, clock, link } = stream({ latencyMs: 10, loss: 1 })
    link.send(numbered(0))
    clock.advance(1000)
    link.conditions = both({ latencyMs: 10 })
    clock.advance(10_000)
    expect(seen.stamps).toEqual([220 + 220 + 440 + 880 + 10])
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

  test('at 100 % loss the seventh repeat passes, and what waited behind it follows', () => {
    const { seen, clock, link } = stream({ latencyMs: 10, loss: 1 })
    link.send(numbered(0))
    clock.advance(1000)
    link.send(numbered(1))
    clock.advance(60_000)
    // The probe, and timeouts of 220, 440, ... ms.
    expect(seen.stamps[0]).toBe(220 + 220 * (2 ** 6 - 1) + 10)
    expect(seen.packets.map(id)).toEqual([0, 1])
  })
})

describe('the congestion window of an ordered link', () => {
  test('at most ten packets go before the first acknowledgement; the others wait and are merged', () => {
    const { seen, clock, link } = stream({ latencyMs: 50 })
    for (let i = 0; i < 40; i++) link.send(numbered(i))
    expect(link.bufferedBytes).toBe(30 * 100)
    clock.advance(1000)
    expect(seen.packets.map(id)).toEqual(Array.from({ length: 40 }, (_, i) => i))
    expect(seen.stamps).toEqual([...Array(10).fill(50), ...Array(30).fill(150)])
    expect(link.bufferedBytes).toBe(0)
  })

  test('a packet larger than a segment arrives when all its segments have', () => {
    const { seen, clock, link } = stream({ latencyMs: 50, bytesPerSecond: 100_000 })
    link.send(new Uint8Array(3000))
    clock.advance(50 + 29)
    expect(seen.packets.length).toBe(0)
    clock.advance(1)
    expect(seen.packets.map(({ length }) => length)).toEqual([3000])
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

  test('without a delay packets pass inside send, however many', () => {
    const { seen, clock, link } = stream({})
    for (let i = 0; i < 500; i++) link.send(numbered(i))
    expect(link.stats.up.delivered).toBe(500)
    clock.advance(0)
    expect(seen.packets.length).toBe(500)
  })
})

test('packets have exact stamps on a clock whose timers are late', () => {
  const stampsWith = (tickMs: number) => {
    const clock = new VirtualClock()
    const late: Clock = {
      nowMs: () => clock.nowMs(),
      after: (delayMs, run) => {
        const atMs = Math.ceil((clock.nowMs() + delayMs) / tickMs) * tickMs
        return clock.after(Math.max(0, atMs - clock.nowMs()), run)
      },
    }
    const impairment = checkImpairment({ latencyMs: 50, jitterMs: 10, loss: 0.1 }, 'up')
    const stamps: number[] = []
    const receiver = {
      packet: (_: Uint8Array, atMs: number) => stamps.push(atMs),
      closed: () => undefined,
    }
    const { up } = new TcpConnection(
      late,
      { impairment, seed: 1, receiver },
      { impairment, seed: 2, receiver },
    )
    for (let i = 0; i < 300; i++) {
      up.send(numbered(i), clock.nowMs())
      clock.advance(30)
    }
    clock.advance(20_000)
    return stamps
  }
  expect(stampsWith(25)).toEqual(stampsWith(1 / 1024))
  expect(stampsWith(25).length).toBe(300)
})

/** Sends packet `index` into a network that loses it, and then goes back to `impairment`. */
function loseNext(link: ConditionedLink, impairment: Impairment, index: number) {
  link.conditions = both({ ...impairment, loss: 1 })
  link.send(numbered(index))
  link.conditions = both(impairment)
}

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
