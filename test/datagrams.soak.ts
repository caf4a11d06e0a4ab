/**
 * A server with 80 players on WebSockets and 20 on data channels, over real sockets of this machine: no player loses the
 * connection, and memory does not grow. Before that, 80 players on each kind of link alone show what a player costs, and
 * players come and go. SECONDS=n sets how long all of them play; default 300. Takes about 8 minutes.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Session } from 'glissade/client'
import { connectWebSocket, nodeDataChannel } from 'glissade/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bot } from '../games/platformer/bots/bot.ts'
import { platformer } from '../games/platformer/game.ts'
import { shown, tableText } from '../src/score/command/table.ts'
import type { LoadFigures } from './support/load-server.ts'

const seconds = Number(process.env['SECONDS'] ?? 300)
const FEW = 20
const SOME = 60
const MANY = 80
const PER_ROOM = 20
const FRAME_MS = 1000 / 60
/** How long players settle before a measurement, and how long it takes. */
const SETTLE_MS = 5000
const MEASURED_MS = 30_000
const ROUNDS = 12

type Link = 'WebSocket' | 'data channel'
type Player = Session<typeof platformer>

let server: ChildProcess | undefined
let url: string
let playing: NodeJS.Timeout
const players = new Map<Player, Bot>()

/** Starts a server, which replaces the previous one. */
async function startServer(): Promise<void> {
  await stopServer()
  server = fork(new URL('support/load-server.ts', import.meta.url), {
    execArgv: ['--expose-gc', '-C', 'glissade-source', '--import', 'tsx'],
    // What is freed goes back to the system at once, so that the memory of the process says what is held.
    env: { ...process.env, MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '65536' },
  })
  url = (await once(server, 'message'))[0] as string
}

async function stopServer(): Promise<void> {
  if (!server) return
  const ended = once(server, 'exit')
  server.kill()
  await ended
}

beforeAll(async () => {
  await startServer()
  playing = setInterval(() => {
    for (const [session, bot] of players) {
      bot.play(session)
      session.frame(performance.now())
    }
  }, FRAME_MS)
})
afterAll(async () => {
  clearInterval(playing)
  await stopServer()
})

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function figures(): Promise<LoadFigures> {
  server!.send('figures')
  return (await once(server!, 'message'))[0] as LoadFigures
}

async function join(count: number, link: Link, first = 0): Promise<Player[]> {
  const joined: Player[] = []
  for (let i = first; i < first + count; i++) {
    const room = `${Math.floor(i / PER_ROOM)}`
    const datagram = link === 'data channel' ? await nodeDataChannel() : undefined
    const to = datagram ? url : await connectWebSocket(`${url.replace('http', 'ws')}/glissade`)
    const session = await connect(platformer, to, { room, datagram })
    players.set(session, new Bot(i))
    joined.push(session)
    if (datagram)
      await expect.poll(() => datagram.status.isOnDatagrams, { timeout: 60_000 }).toBe(true)
  }
  return joined
}

async function leave(joined: readonly Player[]): Promise<void> {
  for (const session of joined) {
    players.delete(session)
    session.close()
  }
  await expect
    .poll(async () => (await figures()).connections, { timeout: 60_000 })
    .toBe(players.size)
}

describe('players on data channels', () => {
  const rows: string[][] = []
  afterAll(() => {
    const head = [
      'players',
      'processor, % of a core each',
      'JavaScript, kB each',
      'native, kB each',
    ]
    const about = `${FEW + SOME} players of the platformer in rooms of ${PER_ROOM}, on one link, ${MEASURED_MS / 1000} s; memory: the last ${SOME}.`
    console.log(tableText({ title: 'What a player costs the server', about, head, rows }))
  })

  test.each(['WebSocket', 'data channel'] as const)('what a player costs: %s', async (link) => {
    await startServer()
    // The first players stay. They make the server load and compile everything, and keep memory that others would use again.
    const first = await join(FEW, link, SOME)
    await wait(MEASURED_MS)
    const few = await figures()
    const joined = await join(SOME, link)
    await wait(SETTLE_MS)
    const before = await figures()
    await wait(MEASURED_MS)
    const after = await figures()
    const percent = (100 * (after.cpuMs - before.cpuMs)) / MEASURED_MS / (FEW + SOME)
    const kilobytes = [after.heapMB - few.heapMB, after.nativeMB - few.nativeMB]
    rows.push([link, shown(percent, 2), ...kilobytes.map((mB) => shown((1000 * mB) / SOME, 0))])
    await leave([...first, ...joined])
  })

  test('come and go, and leave nothing behind', async () => {
    const rssMB: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await leave(await join(FEW, 'data channel'))
      rssMB.push((await figures()).rssMB)
    }
    console.log(
      `memory after each of ${ROUNDS} rounds of ${FEW} players, MB: ${rssMB.map(Math.round)}`,
    )
    const [early, late] = [rssMB.slice(3, 6), rssMB.slice(-3)].map((list) => Math.min(...list))
    // 120 players later, a leaked connection each would be far more.
    expect(late! - early!).toBeLessThan(10)
  })

  test(`${MANY} on WebSockets and ${FEW} on data channels play for ${seconds} s`, async () => {
    const joined = [...(await join(MANY, 'WebSocket')), ...(await join(FEW, 'data channel', MANY))]
    const marks: LoadFigures[] = []
    for (let quarter = 0; quarter <= 4; quarter++) {
      if (quarter > 0) await wait((1000 * seconds) / 4)
      marks.push(await figures())
    }
    for (const { heapMB, rssMB } of marks)
      console.log(`heap ${shown(heapMB, 1)} MB, memory ${shown(rssMB, 0)} MB`)
    const [, early, , , late] = marks as [LoadFigures, LoadFigures, unknown, unknown, LoadFigures]
    expect(late.heapMB - early.heapMB).toBeLessThan(3)
    expect(late.rssMB - early.rssMB).toBeLessThan(20)
    expect(late.lost).toBe(marks[0]!.lost)
    for (const session of joined) {
      expect(session.state).toBe('open')
      expect(session.stats.reconnects).toBe(0)
    }
    await leave(joined)
  })
})
