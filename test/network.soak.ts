/**
 * Real packets between two network namespaces, through networks that lose some of them: how long a WebSocket takes to bring 100
 * bytes to a server and back, 30 times a second. SECONDS=n measures each network for that long, default 60. Needs root on Linux.
 * Takes five minutes.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ms, percent, tableText } from '../src/score/command/table.ts'
import { quantile } from '../src/score/measures/quantile.ts'
import { type BadNetwork, openBadNetwork, type PacketCounters } from './network/bad-network.ts'
import { Program } from './network/program.ts'
import type { EchoPlan, EchoReport } from './network/websocket-client.ts'

const seconds = Number(process.env['SECONDS'] ?? 60)
const HZ = 30
/** Losses of one direction, in per cent. The first four come to about 0, 1, 5 and 15 % there and back. */
const LOSSES = [0, 0.5, 2.5, 7.5, 15]
const LATENCY_MS = 50
const JITTER_MS = 10

let network: BadNetwork
beforeAll(async () => {
  network = await openBadNetwork()
})
afterAll(() => network?.close())

describe('echoes over a WebSocket', () => {
  const rows: string[][] = []
  let client: Program<EchoPlan, EchoReport>
  let server: Program<object, object>

  beforeAll(async () => {
    ;[client, server] = await Promise.all([
      Program.start<EchoPlan, EchoReport>(network, 'client', 'websocket-client.ts'),
      Program.start<object, object>(network, 'server', 'websocket-server.ts'),
    ])
  })
  afterAll(async () => {
    await Promise.all([client?.stop(), server?.stop()])
    console.log(
      tableText({
        title: 'Ages of echoes over a WebSocket',
        about: `In ms; ${seconds} s each; ${LATENCY_MS} ± ${JITTER_MS} ms each way.`,
        head: ['loss each way, %', 'measured', 'p50', 'p90', 'p99', 'max'],
        rows,
      }),
    )
  })

  test.each(LOSSES)('with %s per cent of packets lost each way', async (lossPercent) => {
    const way = { latencyMs: LATENCY_MS, jitterMs: JITTER_MS, loss: lossPercent / 100 }
    await network.set({ up: way, down: way, seed: 1 })
    const before = await network.counters()
    const count = Math.round(seconds * HZ)
    const { echoes } = await client.ask({ count, hz: HZ, bytes: 100 })
    const after = await network.counters()
    const ages = echoes.map(({ delayMs }) => delayMs)
    const quantiles = [0.5, 0.9, 0.99, 1].map((q) => ms(quantile(ages, q)))
    rows.push([String(lossPercent), percent(lossOf(before, after)), ...quantiles])
    expect(echoes.length).toBe(count)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(2 * (LATENCY_MS - JITTER_MS))
  })
})

type Counters = Readonly<Record<'up' | 'down', PacketCounters>>

/** Returns the share of packets lost in both directions, in per cent. */
function lossOf(before: Counters, after: Counters): number {
  const sum = (name: 'lost' | 'seen'): number =>
    after.up[name] + after.down[name] - before.up[name] - before.down[name]
  return (100 * sum('lost')) / sum('seen')
}
