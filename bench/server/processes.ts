import cluster from 'node:cluster'
import type { Dialect } from './bots.ts'
import { glissade, serveGlissade } from './glissade.ts'
import { taken } from './movement.ts'
import type { Ask, Served, Used } from './served.ts'

/** Glissade's own server, with its rooms in several processes. */
export async function serveProcesses(processes: number): Promise<Served> {
  const served = await serveGlissade(processes)
  return { ...served, used: usedByAll }
}

/** Clients do not notice that there are two. */
export const twoProcesses: Dialect = {
  ...glissade,
  name: 'Glissade, 2 processes',
  kind: 'two processes',
}

/** What this process has used so far. */
export function used(): Used {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, nowMs: performance.now(), steps: taken.steps }
}

/** The sum over this process and those that it has started. */
async function usedByAll(): Promise<Used> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const others = workers.map(
    (worker) =>
      new Promise<Used>((resolve) => {
        // The server's own messages come the same way.
        const onMessage = (message: object): void => {
          if (!('cpuMs' in message)) return
          worker.off('message', onMessage)
          resolve(message as Used)
        }
        worker.on('message', onMessage)
        worker.send({ ask: 'used' } satisfies Ask)
      }),
  )
  const own = used()
  let { cpuMs, steps } = own
  for (const other of await Promise.all(others)) {
    cpuMs += other.cpuMs
    steps += other.steps
  }
  return { cpuMs, steps, nowMs: own.nowMs }
}
