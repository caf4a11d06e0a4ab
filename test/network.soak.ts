/**
 * Both kinds of link on a network that loses real packets, between two network namespaces of this machine. First, it measures
 * the ages of echoes over a WebSocket. Then a page in Chromium plays the platformer with bots, over a WebSocket and over
 * datagrams at once. One test blocks UDP in the middle of play and allows it again, and others use slow connections. SECONDS=n
 * sets how long each network is measured; default 60. SEED=n chooses other random numbers. CONGESTION=bbr uses that congestion
 * control of TCP instead of cubic. TRACES=a.csv,b.csv adds recorded networks. It needs root on Linux, a C compiler and
 * Chromium. Takes about 25 minutes.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MEASURED } from '../bench/tcp.ts'
import { ms, percent, shown, tableText } from '../src/score/command/table.ts'
import { quantile } from '../src/score/measures/quantile.ts'
import { traceOf } from '../src/score/traces/catalogue.ts'
import type { Trace } from '../src/score/traces/trace.ts'
import { parseTrace } from '../src/score/traces/trace-file.ts'
import {
  type BadNetwork,
  openBadNetwork,
  type PacketCounters,
  type PacketImpairment,
} from './network/bad-network.ts'
import { Contest, WARM_UP_MS } from './network/contest.ts'
import type { LinkFigures } from './network/figures.ts'
import { Program } from './network/program.ts'
import type { EchoPlan, EchoReport } from './network/websocket-client.ts'

const seconds = Number(process.env['SECONDS'] ?? 60)
const seed = Number(process.env['SEED'] ?? 1)
const congestion = process.env['CONGESTION'] ?? 'cubic'
const files = (process.env['TRACES'] ?? '').split(',').filter((file) => file !== '')

const HZ = 30
/** Losses of one direction, in per cent: those that simulated TCP is compared at. */
const LOSSES = MEASURED.map(({ lossPercent }) => lossPercent)
const FAR = { latencyMs: 50, jitterMs: 10 }
const NEAR = { latencyMs: 25, jitterMs: 5 }
/** The least delay of one way. */
const leastOf = ({ latencyMs, jitterMs }: typeof FAR): number => latencyMs - jitterMs

describe('echoes over a WebSocket', () => {
  const rows: string[][] = []
  let network: BadNetwork
  let client: Program<EchoPlan, EchoReport>
  let server: Program<object, object>

  beforeAll(async () => {
    network = await openBadNetwork({ seed }, congestion)
    ;[client, server] = await Promise.all([
      Program.start<EchoPlan, EchoReport>(network, 'client', 'websocket-client.ts'),
      Program.start<object, object>(network, 'server', 'websocket-server.ts'),
    ])
  })
  afterAll(async () => {
    await Promise.all([client?.stop(), server?.stop()])
    await network?.close()
    print('Ages of echoes over a WebSocket', `${FAR.latencyMs} ± ${FAR.jitterMs} ms each way`, [
      ['loss each way, %', 'measured', 'p50', 'p90', 'p99', 'max'],
      ...rows,
    ])
  })

  test.each(LOSSES)('with %s per cent of packets lost each way', async (lossPercent) => {
    const way = { ...FAR, loss: lossPercent / 100 }
    await network.set({ up: way, down: way, seed })
    const before = await network.counters()
    const count = Math.round(seconds * HZ)
    const { echoes } = await client.ask({ count, hz: HZ, bytes: 100 })
    const after = await network.counters()
    const ages = echoes.map(({ delayMs }) => delayMs)
    const quantiles = [0.5, 0.9, 0.99, 1].map((q) => ms(quantile(ages, q)))
    rows.push([String(lossPercent), percent(lossOf(before, after)), ...quantiles])
    expect(echoes.length).toBe(count)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(2 * leastOf(FAR))
  })
})

/** A network for the contest, with the least delay of its packets. */
type Network = readonly [name: string, way: PacketImpairment, leastMs: number]

function ofTrace(trace: Trace, name = trace.name): Network {
  const sentMs = Float64Array.from({ length: 6000 }, (_, i) => i * 20)
  const delays = trace.arrivals(sentMs).map((atMs, i) => atMs - sentMs[i]!)
  return [name, { trace }, Math.min(...delays.filter((delayMs) => delayMs >= 0))]
}

const NETWORKS: readonly Network[] = [
  ['100 ms there and back, 7.5 % lost each way', { ...FAR, loss: 0.075 }, leastOf(FAR)],
  ['50 ms there and back, 1 % lost each way', { ...NEAR, loss: 0.01 }, leastOf(NEAR)],
  [
    '100 ms, bursts: 60 % lost for 150 ms every 2 s',
    { ...FAR, loss: 0.005, burst: { goodMs: 2000, badMs: 150, badLoss: 0.6 } },
    leastOf(FAR),
  ],
  ofTrace(traceOf('gilbert', { seed })),
  ofTrace(traceOf('wifi-spike', { seed })),
  ...files.map((file) => ofTrace(parseTrace(readFileSync(file, 'utf8'), file), basename(file))),
]

describe('a WebSocket and datagrams at once, in one page', () => {
  const HEAD = ['network, link', 'p50', 'p90', 'p99', 'max', 'longest gap']
  HEAD.push('shown', 'faults %', 'corrections', 'rebases')
  const rows: string[][] = []
  const starts: string[][] = []
  const slow: string[][] = []
  let contest: Contest
  beforeAll(async () => {
    contest = await Contest.open(seed, congestion)
  })
  afterAll(async () => {
    await contest?.close()
    const about = 'ages of the newest snapshot and of the picture of others'
    print('Two links, the same network', about, [HEAD, ...rows])
    print('Starts', 'from the call of connect on; ten pages each', [
      ['network', 'first snapshot p50', 'max', 'on datagrams p50', 'p90', 'max'],
      ...starts,
    ])
    print('Slow lines', 'the picture of others, one link at a time', [
      ['line, link', 'idle', 'shown', 'at most', 'in the first 10 s', 'corrections', 'rebases'],
      ...slow,
    ])
  })

  test.each(NETWORKS)('%s', async (name, way, leastMs) => {
    const { figures, recording } = await contest.run({ up: way, down: way }, leastMs, seconds)
    const { datagram, socket } = figures
    for (const link of ['datagram', 'socket'] as const) {
      const { corrections, rebases } = recording.sessions[link]
      const counts = [String(corrections), String(rebases)]
      rows.push([`${name}, ${link}`, ...cells(figures[link]), ...counts])
    }
    const ratio = (of: (link: LinkFigures) => number): string => shown(of(datagram) / of(socket), 2)
    const ages = [ratio((f) => f.ageP50), ratio((f) => f.ageP90), ratio((f) => f.ageP99)]
    const others = [ratio((f) => f.ageMax), ratio((f) => f.longestGapMs), ratio((f) => f.shownMs)]
    rows.push([`${name}, ratio`, ...ages, ...others])
    const { isOnDatagrams, reasons } = recording.sessions.datagram
    expect(isOnDatagrams).toBe(true)
    expect(reasons).not.toContain('the line is too slow for datagrams')
    expect(recording.frameMs.length).toBeGreaterThan(10 * seconds)
  })

  test('UDP blocked and freed in the middle of play', async () => {
    await contest.network.set({ up: FAR, down: FAR, seed })
    const far = await contest.openPage()
    const isOnDatagrams = 'recording.sessions.datagram.isOnDatagrams'
    await far.page.waitForFunction(isOnDatagrams, undefined, { timeout: 120_000 })
    let backMs = Number.NaN
    const { figures, recording } = await contest.record(far, leastOf(FAR), 50, async () => {
      await far.page.waitForTimeout(5000)
      await contest.network.block('udp')
      await far.page.waitForTimeout(20_000)
      expect(await far.page.evaluate(isOnDatagrams)).toBe(false)
      const freedMs = performance.now()
      await contest.network.block('none')
      await far.page.waitForFunction(isOnDatagrams, undefined, { timeout: 60_000 })
      backMs = performance.now() - freedMs
    })
    const { datagram } = figures
    const { sent, returned } = recording.sessions.datagram
    rows.push([
      `UDP blocked, datagram; back after ${ms(backMs)} ms, frozen for ${ms(datagram.frozenMs)} ms`,
      ...cells(datagram),
    ])
    // Those that were sent within a round trip of the end may not be back.
    expect(returned.slice(0, sent - 5)).toEqual(Array.from({ length: sent - 5 }, (_, i) => i + 1))
    expect(datagram.longestGapMs).toBeLessThanOrEqual(500)
    expect(backMs).toBeLessThanOrEqual(10_000)
    await far.close()
  })

  test.each([20_000, 5000])('a line of %d bytes a second', async (bytesPerSecond) => {
    for (const link of ['datagram', 'socket'] as const) {
      await contest.network.set({ up: FAR, down: FAR, seed })
      const far = await contest.openPage(link)
      await far.page.waitForTimeout(WARM_UP_MS)
      const idle = await contest.record(far, leastOf(FAR), 5)
      const way = { ...FAR, bytesPerSecond }
      await contest.network.set({ up: way, down: way, seed })
      const first = await contest.record(far, leastOf(FAR), 10)
      const { figures, recording } = await contest.record(far, leastOf(FAR), seconds)
      const { shownMs, shownMaxMs } = figures[link]
      const { corrections, rebases, isOnDatagrams } = recording.sessions[link]
      const name = link === 'datagram' && !isOnDatagrams ? 'datagram, back on the WebSocket' : link
      const idleMs = idle.figures[link].shownMs
      const times = [idleMs, shownMs, shownMaxMs, first.figures[link].shownMaxMs].map(ms)
      const counts = [String(corrections), String(rebases)]
      slow.push([`${bytesPerSecond / 1000} kB/s, ${name}`, ...times, ...counts])
      await far.close()
      expect.soft(shownMaxMs).toBeLessThanOrEqual(2 * idleMs + 500)
    }
  })

  test.each(NETWORKS.slice(0, 2))('how soon a session plays on %s', async (name, way) => {
    await contest.network.set({ up: way, down: way, seed })
    const first: number[] = []
    const moved: number[] = []
    for (let i = 0; i < 10; i++) {
      const far = await contest.openPage('datagram')
      const datagram = 'recording.sessions.datagram'
      await far.page.waitForFunction(`${datagram}.isOnDatagrams`, undefined, { timeout: 120_000 })
      first.push((await far.page.evaluate(`${datagram}.firstSnapshotMs`)) as number)
      moved.push((await far.page.evaluate(`${datagram}.onDatagramsMs`)) as number)
      await far.close()
    }
    const firsts = [0.5, 1].map((q) => ms(quantile(first, q)))
    starts.push([name, ...firsts, ...[0.5, 0.9, 1].map((q) => ms(quantile(moved, q)))])
  })
})

const cells = (figures: LinkFigures): string[] => [
  ms(figures.ageP50),
  ms(figures.ageP90),
  ms(figures.ageP99),
  ms(figures.ageMax),
  ms(figures.longestGapMs),
  ms(figures.shownMs),
  percent(figures.faultPercent),
]

function print(title: string, about: string, [head = [], ...rows]: readonly string[][]): void {
  console.log(
    tableText({
      title,
      about: `In ms; ${seconds} s each; TCP with ${congestion}; ${about}.`,
      head,
      rows,
    }),
  )
}

type Counters = Readonly<Record<'up' | 'down', PacketCounters>>

/** Returns the share of packets lost in both directions, in per cent. */
function lossOf(before: Counters, after: Counters): number {
  const sum = (name: 'lost' | 'seen'): number =>
    after.up[name] + after.down[name] - before.up[name] - before.down[name]
  return (100 * sum('lost')) / sum('seen')
}
