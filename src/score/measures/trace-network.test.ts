import { expect, test } from 'vitest'
import { memoryPair } from '../../link/memory.ts'
import { VirtualClock } from '../../testing/virtual-clock.ts'
import type { Trace } from '../traces/trace.ts'
import { TraceNetwork } from './trace-network.ts'

/** A trace with the delays that `delayMs` returns for times of sending. */
function traceOf(kind: Trace['kind'], delayMs: (sentMs: number) => number): Trace {
  const arrivals = (sentMs: ArrayLike<number>) =>
    Float64Array.from(sentMs, (at) => at + delayMs(at))
  return { name: 'test', kind, lengthMs: Number.POSITIVE_INFINITY, arrivals }
}

/** Sends a packet with its number every 10 ms in both directions. Returns what came when. */
function sent(up: Trace, down: Trace, fromMs = 0): { up: number[][]; down: number[][] } {
  const clock = new VirtualClock(500)
  const pair = memoryPair(clock, up.kind)
  const network = new TraceNetwork(
    { trace: up, fromMs, gridMs: 10 },
    { trace: down, fromMs, gridMs: 10 },
    1000,
  )
  const link = network.wrap(pair.client, clock)
  const came = { up: [] as number[][], down: [] as number[][] }
  const listen = (to: number[][]) => ({
    packet: (bytes: Uint8Array, arrivedAtMs: number) =>
      void to.push([bytes[0]!, arrivedAtMs - 500]),
    closed: () => {},
  })
  link.open(listen(came.down))
  pair.server.open(listen(came.up))
  const bytes = new Uint8Array(1)
  for (let i = 0; i < 5; i++) {
    bytes[0] = i
    link.send(bytes)
    pair.server.send(bytes)
    clock.advance(10)
  }
  clock.advance(1000)
  return came
}

test('each direction has its own trace, from the moment of wrapping on', () => {
  const { up, down } = sent(
    traceOf('datagram', (atMs) => 20 + atMs),
    traceOf('datagram', () => 5),
  )
  expect(up).toEqual([0, 1, 2, 3, 4].map((i) => [i, 20 + 20 * i]))
  expect(down).toEqual([0, 1, 2, 3, 4].map((i) => [i, 5 + 10 * i]))
})

test('packets that the trace loses never come, and overtaking ones overtake', () => {
  const { up } = sent(
    traceOf('datagram', (atMs) => (atMs === 10 ? Number.NaN : atMs === 20 ? 25 : 1)),
    traceOf('datagram', () => 0),
  )
  expect(up.map(([packet]) => packet)).toEqual([0, 3, 4, 2])
})

test('over an ordered trace all comes, in order', () => {
  const { up, down } = sent(
    traceOf('ordered', (atMs) => (atMs === 10 ? 30.1 : 0.1)),
    traceOf('ordered', () => 3),
  )
  expect(up.map(([packet]) => packet)).toEqual([0, 1, 2, 3, 4])
  expect(up[2]![1]).toBeCloseTo(40.1)
  expect(down.length).toBe(5)
})

test('it begins at the given place in the trace', () => {
  const { up } = sent(
    traceOf('datagram', (atMs) => (atMs >= 1000 ? 7 : 1)),
    traceOf('datagram', () => 0),
    1000,
  )
  expect(up[0]).toEqual([0, 7])
})
