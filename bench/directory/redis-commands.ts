import { createClient } from 'redis'
import { findProgram, REDIS } from '../../scripts/programs.mjs'
import type { Directory } from '../../src/directory/directory.ts'
import { redisDirectory } from '../../src/redis/redis-directory.ts'
import { RedisServer } from '../../test/support/redis-server.ts'
import { GAME, HASH } from './process.ts'

/** What one call of a directory costs Redis. */
export interface CallCost {
  readonly call: string
  /** Commands that the process sends. */
  readonly sent: number
  /** Commands that the script runs. */
  readonly inside: number
  /** What the script takes in Redis. */
  readonly us: number
}

const CALLS = 1000
const PROCESSES = 10
const BYTES = new Uint8Array(10_000)

/** Measures what calls cost a Redis server of its own; null if there is none on this machine. */
export async function measureCalls(): Promise<CallCost[] | null> {
  const path = findProgram(REDIS)
  if (path === '') return null
  const server = await RedisServer.start(path)
  const { url } = server
  const views = Array.from({ length: PROCESSES }, () => redisDirectory({ url, leaseMs: 600_000 }))
  const visitor = redisDirectory({ url, leaseMs: 600_000 })
  try {
    for (const [n, view] of views.entries()) {
      const self = { id: `p${n}`, url: `ws://p${n}`, games: { [GAME]: HASH }, capacity: CALLS }
      await view.join(self)
    }
    return await measureAll(url, views[0]!, visitor)
  } finally {
    for (const view of [...views, visitor]) await view.close()
    await server.kill()
  }
}

/** `visitor`: the directory of a process that serves no rooms. */
async function measureAll(url: string, a: Directory, visitor: Directory): Promise<CallCost[]> {
  const preferSelf = { preferSelf: true }
  const load = { rooms: 100, players: 0, isDraining: false }
  const cases: readonly (readonly [string, (n: number) => Promise<unknown>, number?])[] = [
    ['claim of a room that nobody has', (n) => a.claim(GAME, `new ${n}`, HASH)],
    ['claim of a room that another process has', (n) => visitor.claim(GAME, `new ${n}`, HASH)],
    ['claim for the process itself', (n) => a.claim(GAME, `own ${n}`, HASH, preferSelf), 500],
    ['find', (n) => visitor.find(`${GAME}/own ${n}`), 500],
    ['heartbeat of a process with 100 rooms', () => a.heartbeat(load, new Map())],
    ['checkpoint of 10 kB', (n) => a.checkpoint(`${GAME}/own ${n}`, 1, BYTES), 500],
    ['handOver of 10 kB', (n) => a.handOver(`${GAME}/own ${n}`, 1, BYTES), 250],
    ['release', (n) => a.release(`${GAME}/own ${n + 250}`, 1), 250],
  ]
  const costs: CallCost[] = []
  for (const [call, run, calls = CALLS] of cases) {
    await run(0) // the script is loaded
    costs.push({ call, ...(await measure(url, () => inTurn(calls, run))) })
  }
  return costs
}

async function inTurn(calls: number, run: (n: number) => Promise<unknown>): Promise<number> {
  for (let n = 1; n < calls; n++) await run(n)
  return calls - 1
}

async function measure(url: string, run: () => Promise<number>): Promise<Omit<CallCost, 'call'>> {
  const admin = createClient({ url })
  await admin.connect()
  await admin.configResetStat()
  const calls = await run()
  const lines = (await admin.info('commandstats')).split('\r\n')
  admin.destroy()
  let all = 0
  let sent = 0
  let us = 0
  for (const line of lines) {
    const [, name = '', count, time] = /^cmdstat_([^:]+):calls=(\d+),usec=(\d+)/.exec(line) ?? []
    if (name === '' || /^(config|info|hello|client)/.test(name)) continue
    all += Number(count)
    if (!name.startsWith('eval')) continue
    sent += Number(count)
    us += Number(time)
  }
  return { sent: sent / calls, inside: (all - sent) / calls, us: us / calls }
}
