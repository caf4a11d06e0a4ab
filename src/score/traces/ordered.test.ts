import { describe, expect, test } from 'vitest'
import { traceNames, traceOf } from './catalogue.ts'
import { ordered } from './ordered.ts'
import type { Trace } from './trace.ts'

const every = (stepMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => i * stepMs)

/** A network of `delayMs` that loses the packets sent at the given times. */
function lossy(delayMs: number, isLost: (sentMs: number) => boolean): Trace {
  return {
    name: 'lossy',
    kind: 'datagram',
    lengthMs: Number.POSITIVE_INFINITY,
    arrivals: (sentMs) =>
      Float64Array.from(sentMs, (atMs) => (isLost(atMs) ? Number.NaN : atMs + delayMs)),
  }
}

describe('TCP delivers everything in the order of sending, never earlier than the network does', () => {
  test.each(traceNames)('%s', (name) => {
    for (const hz of [10, 20, 60]) {
      const sentMs = every(1000 / hz, 60 * hz)
      const datagrams = traceOf(name).arrivals(sentMs)
      const stream = traceOf(`${name}/tcp`).arrivals(sentMs)
      expect(stream.findIndex(Number.isNaN)).toBe(-1)
      expect(stream.findIndex((atMs, i) => atMs < stream[i - 1]!)).toBe(-1)
      expect(stream.findIndex((atMs, i) => atMs < datagrams[i]!)).toBe(-1)
    }
  })
})

test('the name gets /tcp, the rest of the trace stays, and an ordered trace is left as it is', () => {
  const stream = ordered(traceOf('skew200'))
  expect(stream).toMatchObject({ name: 'skew200/tcp', kind: 'ordered', clockPpm: 200 })
  expect(stream.lengthMs).toBe(Number.POSITIVE_INFINITY)
  expect(ordered(stream)).toBe(stream)
  expect(traceOf('skew200/tcp').name).toBe('skew200/tcp')
})

test('TCP changes nothing if nothing is lost and nothing overtakes', () => {
  const sentMs = every(20, 500)
  for (const name of ['const50', 'wifi-spike']) {
    expect(traceOf(`${name}/tcp`).arrivals(sentMs)).toEqual(traceOf(name).arrivals(sentMs))
  }
})

test('a lost packet is repeated a quarter round trip after the next acknowledgement', () => {
  // The packet of 330 arrives at 430, its acknowledgement at 530: the repeat leaves at 580.
  const arrivesMs = ordered(lossy(100, (atMs) => atMs === 300)).arrivals(every(30, 30))
  expect(arrivesMs[9]).toBe(370)
  expect(arrivesMs[10]).toBeCloseTo(680, 9)
})

test('packets after a lost one wait for it and come together', () => {
  const arrivesMs = ordered(lossy(100, (atMs) => atMs === 300)).arrivals(every(30, 30))
  expect(arrivesMs.filter((atMs) => Math.abs(atMs - 680) < 1e-9).length).toBe(1 + 9)
  expect(arrivesMs[20]).toBe(700)
})

test('without a later packet the timeout repairs it, and doubles when the repeat is lost', () => {
  // The acknowledgement of the packet of 270 comes at 290; the timeout is the least one, 200 ms.
  const last = (isLost: (atMs: number) => boolean) =>
    ordered(lossy(10, isLost)).arrivals(every(30, 11))[10]
  expect(last((atMs) => atMs === 300)).toBeCloseTo(300 + 200 + 10, 9)
  expect(last((atMs) => atMs >= 300 && atMs < 600)).toBeCloseTo(300 + 200 + 400 + 10, 9)
})

test('a packet sent after a lost repeat reveals the loss', () => {
  // The packet of 330 is acknowledged at 370, so the repeat leaves at 380; it is lost, too.
  const trace = lossy(20, (atMs) => atMs === 300 || (atMs > 379 && atMs < 381))
  const arrivesMs = ordered(trace).arrivals(every(30, 40))
  // The packet of 390 is acknowledged at 430, so the next repeat leaves at 440.
  expect(arrivesMs[10]).toBeCloseTo(440 + 20, 9)
})

test('a repeat meets the network as it is when the repeat is sent', () => {
  // Nothing gets through from 300 to 3300, whatever is sent.
  const isDown = (atMs: number) => atMs >= 300 && atMs < 3300
  const arrivesMs = ordered(lossy(50, isDown)).arrivals(every(50, 100))
  expect(arrivesMs[6]).toBeGreaterThan(3350)
  expect(arrivesMs[6]).toBeLessThan(3350 + 150 + 50)
})

test('a network that stays dead causes a delay of minutes, not a hang', () => {
  const arrivesMs = ordered(lossy(50, (atMs) => atMs >= 1000)).arrivals(every(50, 22))
  expect(arrivesMs[21]).toBeGreaterThan(60_000)
  expect(arrivesMs[21]).toBeLessThan(600_000)
})

test('a longer round trip makes repairs later', () => {
  const trace = lossy(20, (atMs) => atMs === 300)
  const repairedAt = (rttMs: number) => ordered(trace, { rttMs }).arrivals(every(10, 200))[30]!
  expect(repairedAt(40)).toBeCloseTo(310 + 20 + 20 + 10 + 20, 9)
  expect(repairedAt(100)).toBeCloseTo(310 + 20 + 50 + 25 + 20, 9)
  expect(() => ordered(trace, { rttMs: -1 })).toThrow('rttMs is -1')
})

test('a growing queue puts the timeout off', () => {
  const trace: Trace = {
    ...lossy(0, () => false),
    arrivals: (sentMs) =>
      Float64Array.from(sentMs, (atMs) => (atMs === 3000 ? Number.NaN : atMs * 1.1 + 20)),
  }
  const [lastMs, repairedMs] = ordered(trace).arrivals(every(50, 61)).slice(-2)
  // Above the least timeout, as the round trip is about 310 ms then.
  expect(repairedMs! - lastMs!).toBeGreaterThan(310)
})
