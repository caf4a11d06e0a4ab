import { setTimeout as passing } from 'node:timers/promises'
import type { Machine } from './machine.ts'
import type { Settled, Trial } from './trial.ts'

/** What was seen, by its name. */
export type Figures = Readonly<Record<string, number | string>>

/** How long clients may take to come back and to settle. */
const SETTLE_MS = 60_000

/** Drains the first process, as a deploy does. */
export async function drainOne(trial: Trial): Promise<Figures> {
  const before = trial.clients.map(({ session }) => session.stats.reconnects)
  const { staying } = await drainBetween(trial, trial.machines[0]!)
  const hasMoved = (n: number): boolean => trial.clients[n]!.session.stats.reconnects > before[n]!
  const moved = trial.freezesMs((n) => hasMoved(n))
  const stayed = trial.freezesMs((n) => !hasMoved(n))
  const figures = { 'rooms that stayed': staying, ...told(await trial.settle(SETTLE_MS)) }
  await trial.machines[0]!.stop()
  await trial.machines[0]!.boot()
  return {
    ...figures,
    'clients whose room moved': moved.length,
    'their longest freeze, median (ms)': moved[moved.length >> 1]!,
    'their longest freeze, p99 (ms)': p99(moved),
    'that of clients whose room stayed, p99 (ms)': stayed.length > 0 ? p99(stayed) : 'none',
  }
}

function p99(sorted: readonly number[]): number {
  return sorted[Math.ceil(0.99 * sorted.length) - 1]!
}

async function drainBetween(trial: Trial, machine: Machine): Promise<{ staying: number }> {
  trial.beginWatch()
  const report = await machine.ask('drain')
  await trial.play(2000)
  return report
}

/** Kills the process with the most rooms, and waits until they are back. */
export async function killOne(trial: Trial): Promise<Figures> {
  await trial.settle(SETTLE_MS)
  const reports = await Promise.all(trial.machines.map((machine) => machine.ask('rooms')))
  const most = Math.max(...reports.map(({ rooms }) => rooms.length))
  const index = reports.findIndex(({ rooms }) => rooms.length === most)
  const before = new Map(reports[index]!.rooms.map(({ key, tick }) => [key, tick]))
  await trial.machines[index]!.kill()
  const killedAtMs = performance.now()
  let backMs = 0
  let oldest = 0
  for (const missing = new Set(before.keys()); missing.size > 0; await passing(50)) {
    for (const { key, tick } of await trial.rooms()) {
      if (!missing.delete(key)) continue
      backMs = performance.now() - killedAtMs
      // It has played on since it came back, so this is the least that it was set back.
      oldest = Math.max(oldest, before.get(key)! - tick)
    }
    if (performance.now() - killedAtMs > SETTLE_MS) break
  }
  await trial.machines[index]!.boot()
  trial.stopCounting()
  return {
    'rooms that were killed': most,
    'the last one was back after (ms)': backMs,
    'steps that it was set back, at most': oldest,
    ...owners(await trial.settle(SETTLE_MS)),
  }
}

/** Ends Redis, and starts it again without its data. */
export async function loseRedis(trial: Trial, ms: number): Promise<Figures> {
  const before = trial.clients.map(({ heard }) => heard)
  await trial.redis.kill()
  await trial.play(ms)
  const played = trial.clients.filter(({ heard }, n) => heard > before[n]! + 5).length
  const open = trial.clients.filter(({ session }) => session.state === 'open').length
  await trial.redis.start()
  return {
    'clients that played on': played,
    'clients that stayed connected': open,
    ...owners(await trial.settle(SETTLE_MS)),
  }
}

/** Kills, drains, pauses and cuts off processes at random, one after another, while everybody plays. */
export async function playFaults(trial: Trial, count: number): Promise<Figures> {
  trial.stopCounting()
  const counts = { kill: 0, drain: 0, pause: 0, cut: 0 }
  for (let n = 0; n < count; n++) {
    const kind = (['kill', 'drain', 'pause', 'cut'] as const)[trial.random.uint32() % 4]!
    const machine = trial.machines[trial.random.uint32() % trial.machines.length]!
    counts[kind]++
    await FAULTS[kind](machine)
    await trial.play(trial.random.between(100, 1500))
  }
  const figures = owners(await trial.settle(SETTLE_MS))
  const ended = trial.clients.filter((client) => client.ended !== '')
  return {
    ...counts,
    ...figures,
    'why clients ended': [...new Set(ended.map((one) => one.ended))].join('; '),
  }
}

/** Each leaves the process as it found it, up and in contact. */
const FAULTS: Readonly<
  Record<'kill' | 'drain' | 'pause' | 'cut', (machine: Machine) => Promise<void>>
> = {
  async kill(machine) {
    await machine.kill()
    await passing(1000)
    await machine.boot()
  },
  async drain(machine) {
    await machine.stop()
    await machine.boot()
  },
  async pause(machine) {
    machine.pause()
    await passing(5000)
    machine.goOn()
  },
  async cut(machine) {
    await machine.ask('cut')
    await passing(5000)
    await machine.ask('mend')
  },
}

function owners({ faults, tapsOff, messagesOff, ...counts }: Settled): Figures {
  return counts
}

function told({ faults, ...counts }: Settled): Figures {
  return { ...counts, 'other faults': faults.length }
}
