import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseTrace, traceOf } from 'glissade/score'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import {
  type BadNetwork,
  openBadNetwork,
  type PacketConditions,
  type PacketCounters,
} from './bad-network.ts'
import type { ClientOrder, ClientReport } from './datagram-client.ts'
import type { Arrival } from './numbered-packet.ts'
import { NODE_ARGUMENTS, Program } from './program.ts'
import { type Machine, missingForBadNetwork } from './requirements.ts'

const missing = missingForBadNetwork()

describe('what a bad network needs', () => {
  const able: Machine = {
    platform: 'linux',
    isRoot: true,
    mayMakeNamespaces: true,
    hasTun: true,
    programs: new Set(['cc', 'ip']),
  }

  test('nothing more on a machine that has everything', () => {
    expect(missingForBadNetwork(able)).toBeNull()
  })

  test.each<[string, Partial<Machine>]>([
    ['Linux', { platform: 'darwin' }],
    ['the rights of root', { isRoot: false }],
    ['CAP_SYS_ADMIN', { mayMakeNamespaces: false }],
    ['a C compiler named cc', { programs: new Set(['ip']) }],
    ['the program ip', { programs: new Set(['cc']) }],
    ['/dev/net/tun', { hasTun: false }],
  ])('is %s if that is missing', (what, lack) => {
    expect(missingForBadNetwork({ ...able, ...lack })).toContain(what)
  })
})

if (missing === null) describe('a bad network', badNetworkTests)
else
  test('a bad network cannot be opened here, and says why', async () => {
    expect(missing).toMatch(/Linux|root|CAP_SYS_ADMIN|cc|the program ip|\/dev\/net\/tun/)
    await expect(openBadNetwork()).rejects.toThrow(missing)
  })

/** What became of packets that a client sent to a server that sends them back. */
interface Outcome {
  readonly up: PacketCounters
  readonly down: PacketCounters
  /** At the server. */
  readonly arrivals: readonly Arrival[]
  /** At the client, with the delay there and back. */
  readonly echoes: readonly Arrival[]
}

interface Plan {
  /** 300 at most: a network device queues 500, and loses what comes while a busy machine lets its reader wait. */
  readonly count: number
  readonly everyMs?: number
  readonly bytes?: number
}

function badNetworkTests(): void {
  let network: BadNetwork
  let server: Program<object, readonly Arrival[]>
  let client: Program<ClientOrder, ClientReport>

  beforeAll(async () => {
    network = await openBadNetwork()
    ;[server, client] = await Promise.all([
      Program.start<object, readonly Arrival[]>(network, 'server', 'datagram-server.ts'),
      Program.start<ClientOrder, ClientReport>(network, 'client', 'datagram-client.ts'),
    ])
  })
  afterAll(() => network?.close())

  /** Sets the conditions, sends, and waits until all packets have arrived or are lost. */
  async function send(conditions: PacketConditions, plan: Plan): Promise<Outcome> {
    await network.set(conditions)
    return exchange(network, server, client, plan)
  }

  test('loses packets independently, in one direction or both', async () => {
    const { up, down, arrivals, echoes } = await send({ up: { loss: 0.2 } }, { count: 300 })
    expect(arrivals.length).toBeGreaterThan(300 * 0.75)
    expect(arrivals.length).toBeLessThan(300 * 0.85)
    expect(up).toMatchObject({ seen: 300, udp: 300, lost: 300 - arrivals.length })
    expect(down).toMatchObject({ seen: arrivals.length, lost: 0 })
    expect(echoes.length).toBe(arrivals.length)
  })

  test('loses the same packets again with the same seed', async () => {
    const lost: string[] = []
    for (const seed of [1, 2, 1]) {
      const { arrivals } = await send({ up: { loss: 0.5 }, seed }, { count: 100 })
      lost.push(arrivals.map(({ number }) => number).join())
    }
    expect(lost[1]).not.toEqual(lost[0])
    expect(lost[2]).toEqual(lost[0])
  })

  test('delays packets, and jitter lets some overtake others', async () => {
    const way = { latencyMs: 40, jitterMs: 10 }
    const { arrivals, echoes } = await send({ up: way, down: way }, { count: 300 })
    expect(least(arrivals)).toBeGreaterThanOrEqual(30)
    expect(arrivals.filter(({ delayMs }) => delayMs >= 40).length).toBeGreaterThan(100)
    expect(most(arrivals) - least(arrivals)).toBeGreaterThan(10)
    expect(least(echoes)).toBeGreaterThanOrEqual(60)
    expect(echoes.length).toBe(300)
    expect(overtaken(arrivals)).toBeGreaterThan(30)
  })

  test('keeps the order of packets if it is told to', async () => {
    const up = { latencyMs: 40, jitterMs: 30, inOrder: true }
    const { arrivals } = await send({ up }, { count: 300 })
    expect(arrivals.length).toBe(300)
    expect(overtaken(arrivals)).toBe(0)
    expect(most(arrivals)).toBeGreaterThan(50)
  })

  test('holds packets back, so that others overtake them', async () => {
    const { arrivals } = await send({ up: { reorder: 0.1 } }, { count: 300 })
    expect(arrivals.filter(({ delayMs }) => delayMs >= 50).length).toBeGreaterThan(15)
    expect(overtaken(arrivals)).toBeGreaterThan(15)
  })

  test('duplicates packets', async () => {
    const { up, arrivals } = await send({ up: { duplicate: 0.3 } }, { count: 300 })
    expect(up.duplicated).toBe(arrivals.length - 300)
    expect(up.duplicated).toBeGreaterThan(60)
    expect(up.duplicated).toBeLessThan(120)
    expect(new Set(arrivals.map(({ number }) => number)).size).toBe(300)
  })

  test('loses packets in bursts', async () => {
    const up = { burst: { goodMs: 100, badMs: 100, badLoss: 1 } }
    const { arrivals } = await send({ up }, { count: 300, everyMs: 5 })
    expect(arrivals.length).toBeGreaterThan(45)
    expect(arrivals.length).toBeLessThan(255)
    // A loss of a half that chooses each packet by itself would make some 75 runs.
    expect(lossRuns(arrivals)).toBeLessThan(40)
    expect(lossRuns(arrivals)).toBeGreaterThan(2)
  })

  test('limits the rate, and loses what finds the queue full', async () => {
    const up = { bytesPerSecond: 20_000, queueMs: 200 }
    const { up: counted, arrivals } = await send({ up }, { count: 200, everyMs: 0, bytes: 472 })
    expect(counted).toMatchObject({ bytes: 200 * 500, queueFull: 200 - arrivals.length })
    expect(counted.queueFull).toBeGreaterThan(0)
    // 500 bytes take 25 ms, and the clock of the first one starts before it is sent.
    const first = arrivals[0]!.atMs - arrivals[0]!.delayMs
    expect(arrivals.at(-1)!.atMs - first).toBeGreaterThanOrEqual(25 * arrivals.length - 1)
    expect(arrivals.length).toBeGreaterThanOrEqual(9)
  })

  test('stands still regularly, and then delivers all at once', async () => {
    const up = { freeze: { everyMs: 300, forMs: 200 } }
    const { arrivals } = await send({ up }, { count: 300, everyMs: 4 })
    expect(arrivals.length).toBe(300)
    expect(overtaken(arrivals)).toBe(0)
    const silences = arrivals.filter(
      ({ atMs }, i) => i > 0 && atMs - arrivals[i - 1]!.atMs > 100,
    ).length
    expect(silences).toBeGreaterThanOrEqual(2)
  })

  test('plays a trace by time, in a loop', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => {
      const delayMs = i < 10 ? 20 : 80
      return `${i * 10},${i >= 20 ? 'LOST' : i * 10 + delayMs}`
    })
    const trace = parseTrace(`# a test\nsend_ms,arrive_ms\n${lines.join('\n')}\n`, 'thirds')
    const { up, arrivals } = await send({ up: { trace } }, { count: 225, everyMs: 4 })
    expect(up.lost).toBeGreaterThan(37)
    expect(up.lost).toBeLessThan(113)
    expect(least(arrivals)).toBeGreaterThanOrEqual(20)
    const late = arrivals.filter(({ delayMs }) => delayMs >= 80).length
    expect(late).toBeGreaterThan(37)
    expect(lossRuns(arrivals)).toBeGreaterThanOrEqual(2)
  })

  test('plays a generated trace', async () => {
    const { up, arrivals } = await send({ up: { trace: traceOf('article200') } }, { count: 300 })
    expect(up.lost).toBeGreaterThan(15)
    expect(up.lost).toBeLessThan(90)
    expect(least(arrivals)).toBeGreaterThanOrEqual(90)
  })

  test('blocks UDP alone, or everything, until told otherwise', async () => {
    await network.set({})
    await network.block('udp')
    const { up, arrivals } = await exchange(network, server, client, { count: 50 })
    expect(arrivals).toEqual([])
    expect(up).toMatchObject({ udp: 50, blocked: 50, delivered: 0 })
    await client.ask({ kind: 'tcp', bytes: 1000 })

    await network.block('all')
    const before = await network.counters()
    let isEchoed = false
    const echoed = client.ask({ kind: 'tcp', bytes: 1000 }).then(() => (isEchoed = true))
    await expect.poll(async () => (await network.counters()).up.tcp).toBeGreaterThan(before.up.tcp)
    const after = await network.counters()
    expect(after.up.delivered).toBe(before.up.delivered)
    expect(isEchoed).toBe(false)
    await network.block('none')
    await echoed
    expect((await exchange(network, server, client, { count: 50 })).echoes.length).toBe(50)
  })

  test('carries no packet above 1500 bytes, also where the kernel would join them', async () => {
    await network.set({})
    await client.ask({ kind: 'tcp', bytes: 200_000 })
    await exchange(network, server, client, { count: 5, bytes: 4000 })
    const { up, down } = await network.counters()
    expect([up.largestTcp, down.largestTcp]).toEqual([1500, 1500])
    expect([up.largestUdp, down.largestUdp]).toEqual([1500, 1500])
  })

  test('refuses a value that makes no sense', async () => {
    await expect(network.set({ up: { loss: 2 } })).rejects.toThrow('up.loss')
    await expect(network.set({ down: { queueMs: -1 } })).rejects.toThrow('down.queueMs')
    await expect(network.set({ up: { trace: traceOf('gilbert/tcp') } })).rejects.toThrow('up.trace')
  })

  test('removes its namespaces and ends their programs when it closes', async () => {
    const one = await openBadNetwork()
    const program = one.spawnIn('client', 'sleep', ['1000'])
    await one.close()
    expect(program.signalCode).toBe('SIGTERM')
    for (const name of Object.values(one.namespaces)) expect(hasNamespace(name)).toBe(false)
    await expect(one.counters()).rejects.toThrow('has ended')
  })

  test('does so too when a signal ends the process that opened it', async () => {
    const file = fileURLToPath(new URL('opener.ts', import.meta.url))
    const ends = (['SIGINT', 'SIGKILL'] as const).map(async (signal) => {
      const opener = spawn(process.execPath, [...NODE_ARGUMENTS, file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [said] = (await once(opener.stdout, 'data')) as [Buffer]
      const { names, pid } = JSON.parse(said.toString())
      expect(names.map(hasNamespace)).toEqual([true, true])
      expect(existsSync(`/proc/${pid}`)).toBe(true)
      opener.kill(signal)
      await until(() => !names.some(hasNamespace) && !existsSync(`/proc/${pid}`))
    })
    await Promise.all(ends)
  })
}

const hasNamespace = (name: string): boolean => existsSync(`/run/netns/${name}`)

async function exchange(
  network: BadNetwork,
  server: Program<object, readonly Arrival[]>,
  client: Program<ClientOrder, ClientReport>,
  { count, everyMs = 1, bytes = 64 }: Plan,
): Promise<Outcome> {
  expect(count).toBeLessThanOrEqual(300)
  const before = await network.counters()
  await client.ask({ kind: 'send', count, everyMs, bytes })
  const arrivals: Arrival[] = []
  const echoes: Arrival[] = []
  let up = before.up
  let down = before.down
  await expect
    .poll(async () => {
      arrivals.push(...(await server.ask({})))
      echoes.push(...(await client.ask({ kind: 'take' })).echoes)
      const now = await network.counters()
      up = difference(now.up, before.up)
      down = difference(now.down, before.down)
      return [
        up.udp >= count && isEmpty(now.up) && isEmpty(now.down),
        // Large packets travel as several.
        bytes > 1472 ||
          (arrivals.length === up.deliveredUdp && echoes.length === down.deliveredUdp),
      ]
    })
    .toEqual([true, true])
  return { up, down, arrivals, echoes }
}

const isEmpty = (way: PacketCounters): boolean =>
  way.delivered === way.seen + way.duplicated - way.lost - way.queueFull - way.blocked

function difference(now: PacketCounters, before: PacketCounters): PacketCounters {
  const names = Object.keys(now) as (keyof PacketCounters)[]
  return Object.fromEntries(
    names.map((name) => [name, now[name] - before[name]]),
  ) as unknown as PacketCounters
}

const least = (arrivals: readonly Arrival[]): number =>
  Math.min(...arrivals.map(({ delayMs }) => delayMs))
const most = (arrivals: readonly Arrival[]): number =>
  Math.max(...arrivals.map(({ delayMs }) => delayMs))

/** How many packets arrived directly after one that was sent later. */
const overtaken = (arrivals: readonly Arrival[]): number =>
  arrivals.filter(({ number }, i) => i > 0 && number < arrivals[i - 1]!.number).length

/** How many times at least one packet in a row was lost. */
const lossRuns = (arrivals: readonly Arrival[]): number =>
  arrivals.filter(({ number }, i) => i > 0 && number > arrivals[i - 1]!.number + 1).length
