import { setTimeout as passing } from 'node:timers/promises'
import { quantile } from '../../src/testing/score/quantile.ts'
import { MOST_HELD_AFTER, type Outcome } from './judge.ts'
import { PartProcess } from './process.ts'
import type { AttackCounts, Heard, Listening, ServerState } from './roles.ts'

/** How a kind of attacker is measured. */
export interface Plan {
  readonly kind: string
  /** Honest clients, all in one room. */
  readonly clients: number
  /** How often the attacker is elsewhere and here, in turn. */
  readonly repeats: number
  /** How long a reading is. */
  readonly seconds: number
  /** A folder that both servers offer for download. */
  readonly files: string
}

type ServerProcess = PartProcess<Listening, ServerState>
type Crowd = PartProcess<object, Heard>

/** Until the compiler has seen what is called often. */
const WARM_UP_MS = 5000
/** So long the server has to be as before: places of lost players and empty rooms are kept for 10 s, one after the other. */
const RECOVERY_MS = 40_000
const LOOK_EVERY_MS = 1000

/**
 * Lets one kind of attacker loose on a server with honest clients, and in turn on another process that is the same server
 * without them. The machine has the same to do in both; what differs is who stands next to the attacker.
 */
export async function measure(plan: Plan): Promise<Outcome> {
  const parts: { stop(): Promise<void> }[] = []
  const gaps = { elsewhere: [] as number[], here: [] as number[] }
  const heldBytes = { before: Number.NaN, peak: 0, after: Number.NaN }
  const attacker: AttackCounts = {}
  const lost: string[] = []
  try {
    const here: ServerProcess = await PartProcess.start('./server.ts', plan.files)
    parts.push(here)
    const elsewhere: ServerProcess = await PartProcess.start('./server.ts', plan.files)
    parts.push(elsewhere)
    const crowd: Crowd = await PartProcess.start('./crowd.ts', here.first.port, plan.clients)
    parts.push(crowd)
    await passing(WARM_UP_MS)
    heldBytes.before = (await here.ask('state')).heldBytes
    const elsewhereBefore = (await elsewhere.ask('state')).heldBytes
    try {
      for (let i = 0; i < plan.repeats; i++) {
        gaps.elsewhere.push((await attack(plan, elsewhere, crowd)).heard.p99GapMs)
        await recovered(elsewhere, elsewhereBefore)
        const { heard, counts } = await attack(plan, here, crowd)
        gaps.here.push(heard.p99GapMs)
        lost.splice(0, lost.length, ...heard.lost)
        for (const [what, count] of Object.entries(counts))
          attacker[what] = (attacker[what] ?? 0) + count
        const { peak, after } = await recovered(here, heldBytes.before)
        heldBytes.peak = Math.max(heldBytes.peak, peak)
        heldBytes.after = after
      }
    } catch (error) {
      // A server that an attacker can end has lost everybody; the rest of its row is what was read before.
      lost.push(error instanceof Error ? error.message : String(error))
    }
  } finally {
    for (const part of parts) await part.stop()
  }
  const p99GapMs = {
    elsewhere: quantile(gaps.elsewhere, 0.5),
    here: quantile(gaps.here, 0.5),
  }
  return { kind: plan.kind, p99GapMs, lost, heldBytes, attacker }
}

/** One reading. The attacker's process is ready before it begins: starting one takes a core for a while. */
async function attack({ kind, seconds }: Plan, server: ServerProcess, crowd: Crowd) {
  const attacker: PartProcess<object, AttackCounts> = await PartProcess.start(
    './attacker.ts',
    kind,
    server.first.port,
    seconds,
  )
  try {
    await crowd.ask('begin')
    const counts = await attacker.ask('begin')
    return { heard: await crowd.ask('end'), counts }
  } finally {
    await attacker.stop()
  }
}

/** Waits until a server holds about as much as before, or its time is over. */
async function recovered(server: ServerProcess, before: number) {
  const endMs = performance.now() + RECOVERY_MS
  let peak = 0
  for (;;) {
    await passing(LOOK_EVERY_MS)
    const { heldBytes: after, peakBytes } = await server.ask('state')
    peak = Math.max(peak, peakBytes)
    if (after <= MOST_HELD_AFTER * before || performance.now() > endMs) return { peak, after }
  }
}
