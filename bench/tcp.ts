import { ConditionedLink } from '../src/link/conditions.ts'
import type { Impairment } from '../src/link/impairment.ts'
import { memoryPair } from '../src/link/memory.ts'
import { reporting } from '../src/score/command/command.ts'
import { shown, tableText } from '../src/score/command/table.ts'
import { VirtualClock } from '../src/testing/virtual-clock.ts'
import { readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- tcp'
const HELP = `${COMMAND} [--links N]: ages of echoes over simulated TCP, beside those over a real connection

  --links N   links per network, 1 to 1000; each echoes for 240 s (default: 100)
  --help      says this`

const ECHO_BYTES = 100
const ECHO_HZ = 30
const SECONDS = 240
/** After the last echo was sent, how long late ones count. */
const SETTLE_SECONDS = 20

/** Three percentiles of the ages of echoes, in ms. */
export interface Ages {
  readonly p50: number
  readonly p90: number
  readonly p99: number
}

/** A network, the same both ways, and what a real connection through it made of the ages of echoes. */
export interface MeasuredNetwork {
  readonly lossPercent: number
  readonly real: Ages
}

/** The delay of each packet in all `MEASURED` networks: 50 ms, and evenly distributed up to 10 ms less or more. */
const DELAY = { latencyMs: 50, jitterMs: 10 }

/**
 * What `npm run soak -- network` measures: 100 bytes at 30 Hz through a WebSocket (`ws`, TCP_NODELAY), echoed, between two
 * network namespaces of Linux 6.18 with CUBIC. A program forwards the packets with delay and independent loss.
 */
export const MEASURED: readonly MeasuredNetwork[] = [
  { lossPercent: 0, real: { p50: 100, p90: 111, p99: 118 } },
  { lossPercent: 1, real: { p50: 102, p90: 139, p99: 255 } },
  { lossPercent: 5, real: { p50: 143, p90: 294, p99: 521 } },
  { lossPercent: 7.5, real: { p50: 191, p90: 386, p99: 732 } },
  { lossPercent: 15, real: { p50: 346, p90: 900, p99: 2706 } },
]

/** Prints the ages of echoes over simulated and real TCP. `words`: as `--help` says. */
export async function printTcp(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const values = readOptions(words, {
      help: { type: 'boolean', short: 'h' },
      links: { type: 'string' },
    })
    if (values.help) return console.log(HELP)
    const links = whole('--links', values.links ?? '100', 1, 1000)
    const rows = MEASURED.map(({ lossPercent, real }) => {
      const simulated = simulateEchoes({ ...DELAY, loss: lossPercent / 100 }, links)
      return [
        `${lossPercent} %`,
        ...(['p50', 'p90', 'p99'] as const).flatMap((name) => [
          shown(simulated[name], 0),
          shown(real[name], 0),
          shown(100 * (simulated[name] / real[name] - 1), 0),
        ]),
      ]
    })
    const head = ['loss each way']
    for (const name of ['p50', 'p90', 'p99']) head.push(name, 'real', '%')
    console.log(
      tableText({
        title: 'Ages of echoes over TCP, in ms',
        about: `${ECHO_BYTES} bytes at ${ECHO_HZ} Hz, 50 ms +- 10 ms each way, ${links} links of ${SECONDS} s;
%: how much older echoes are than over a real connection`,
        head,
        rows,
      }),
    )
  })
}

/** Echoes messages over `links` simulated ordered links, impaired alike both ways. Returns the ages of all echoes. */
export function simulateEchoes(impairment: Impairment, links: number): Ages {
  const ages: number[] = []
  for (let seed = 1; seed <= links; seed++) echoOnce(impairment, seed, ages)
  const sorted = Float64Array.from(ages).sort()
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) }
}

function echoOnce(impairment: Impairment, seed: number, ages: number[]): void {
  const clock = new VirtualClock()
  const { client, server } = memoryPair(clock)
  const link = new ConditionedLink(client, clock, { up: impairment, down: impairment }, seed)
  const closed = () => undefined
  server.open({ packet: (bytes) => server.send(bytes), closed })
  link.open({
    packet: (bytes, arrivedAtMs) => ages.push(arrivedAtMs - viewOf(bytes).getFloat64(0)),
    closed,
  })
  const bytes = new Uint8Array(ECHO_BYTES)
  for (let i = 0; i < SECONDS * ECHO_HZ; i++) {
    clock.advanceTo((i * 1000) / ECHO_HZ)
    viewOf(bytes).setFloat64(0, clock.nowMs())
    link.send(bytes)
  }
  clock.advance(1000 * SETTLE_SECONDS)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset)
}
