import { setTimeout as passing } from 'node:timers/promises'
import { quantile } from '../../src/score/measures/quantile.ts'
import { MOST_HELD_AFTER, type Outcome } from './judge.ts'
import { PartProcess } from './process.ts'
import type { Counts, Heard, Listening, ServerState } from './roles.ts'

/** How a kind of attacker is measured. */
export interface Plan {
  readonly kind: string
  /** Honest clients, all in one room. */
  readonly clients: number
  /** How often the attacker is elsewhere and here, in turn. */
  readonly repeats: number
  /** How long each reading is. */
  readonly seconds: number
  /** A folder that both servers offer for download. */
  readonly files: string
}

/** Two servers that are the same, and the honest clients of the first. */
interface Stage {
  readonly here: PartProcess<Listening, ServerState>
  readonly elsewhere: PartProcess<Listening, ServerState>
  readonly crowd: PartProcess<object, Heard>
}

/** Until the compiler has seen what runs often. */
const WARM_UP_MS = 5000
/** A first attack on each server that does not count: what it has compiled and loaded is held for good, and is no leak. */
const FIRST_ATTACK_SECONDS = 2
/** Longer than the places of lost players are kept. */
const AFTER_FIRST_MS = 12_000
/** How long a server may take to be as before: it keeps the places of lost players, then an empty room, 10 s each. */
const RECOVERY_MS = 40_000
const LOOK_EVERY_MS = 1000
/** Rooms that hardly cost anything: that of the honest clients and one more. */
const FEW_ROOMS = 2

/**
 * Lets one kind of attacker loose on a server with honest clients and, in turn, on the same server in another process,
 * which has none. The machine has the same work both times; what differs is whom the attacker shares its server with.
 */
export async function measure(plan: Plan): Promise<Outcome> {
  const parts: { stop(): Promise<void> }[] = []
  const begin = async <P extends { stop(): Promise<void> }>(starting: Promise<P>): Promise<P> => {
    const part = await starting
    parts.push(part)
    return part
  }
  try {
    const here = await begin<Stage['here']>(PartProcess.start('./server.ts', plan.files))
    const elsewhere = await begin<Stage['here']>(PartProcess.start('./server.ts', plan.files))
    const crowd = await begin<Stage['crowd']>(
      PartProcess.start('./crowd.ts', here.first.port, plan.clients),
    )
    await passing(WARM_UP_MS)
    return await readInTurn(plan, { here, elsewhere, crowd })
  } finally {
    for (const part of parts) await part.stop()
  }
}

async function readInTurn(plan: Plan, { here, elsewhere, crowd }: Stage): Promise<Outcome> {
  const gapsMs = { elsewhere: [] as number[], here: [] as number[] }
  const attacker: Record<string, number> = {}
  let lost: readonly string[] = []
  let closed: Counts = {}
  let before = Number.NaN
  let peak = 0
  let after = Number.NaN
  let failure = ''
  try {
    const first = { ...plan, seconds: FIRST_ATTACK_SECONDS }
    for (const server of [elsewhere, here]) await attack(first, server, crowd)
    await passing(AFTER_FIRST_MS)
    before = (await recovered(here, Number.POSITIVE_INFINITY)).heldBytes
    for (let i = 0; i < plan.repeats; i++) {
      gapsMs.elsewhere.push((await attack(plan, elsewhere, crowd)).heard.p99GapMs)
      await recovered(elsewhere, Number.POSITIVE_INFINITY)
      const { heard, counts } = await attack(plan, here, crowd)
      gapsMs.here.push(heard.p99GapMs)
      lost = heard.lost
      for (const what in counts) attacker[what] = (attacker[what] ?? 0) + counts[what]!
      const state = await recovered(here, MOST_HELD_AFTER * before)
      peak = Math.max(peak, state.peakBytes)
      after = state.heldBytes
      closed = state.closed
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error)
  }
  const medianOf = (values: readonly number[]) => quantile(values, 0.5)
  return {
    kind: plan.kind,
    p99GapMs: { elsewhere: medianOf(gapsMs.elsewhere), here: medianOf(gapsMs.here) },
    lost,
    heldBytes: { before, peak, after },
    attacker,
    closed,
    failure,
  }
}

/** One reading. The attacker's process is ready before it begins, as its start takes a core for a while. */
async function attack({ kind, seconds }: Plan, server: Stage['here'], crowd: Stage['crowd']) {
  const attacker = await PartProcess.start<object, Counts>(
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

/** Waits until a server holds no more than that and has few rooms, or its time is over. */
async function recovered(server: Stage['here'], mostBytes: number): Promise<ServerState> {
  const endMs = performance.now() + RECOVERY_MS
  let peakBytes = 0
  for (;;) {
    await passing(LOOK_EVERY_MS)
    const state = await server.ask('state')
    peakBytes = Math.max(peakBytes, state.peakBytes)
    const isAsBefore = state.heldBytes <= mostBytes && state.rooms <= FEW_ROOMS
    if (isAsBefore || performance.now() > endMs) return { ...state, peakBytes }
  }
}
