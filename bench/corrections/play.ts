import type { Clock } from '../../src/base/clock.ts'
import { SUBTICKS_PER_STEP } from '../../src/base/units.ts'
import { type Inside, insides } from '../../src/client/inside.ts'
import type { Conditions } from '../../src/link/impairment.ts'
import type { LinkKind } from '../../src/link/link.ts'
import type { Peer } from '../../src/server/connection/peer.ts'
import type { AnyRoom, GameOf } from '../../src/server/define-room.ts'
import { coreOf } from '../../src/server/room.ts'
import { type ClientOptions, Simulation } from '../../src/testing/simulation.ts'
import { InputLead } from '../../src/time/loop/input-lead.ts'
import { type MadeInput, shortestLeadMs } from './shortest-lead.ts'

/** Who plays, and where. */
export interface Play<R extends AnyRoom> {
  readonly room: R
  readonly kind: LinkKind
  readonly conditions: Conditions
  readonly seed: number
  readonly players: number
  /** How long is counted, after `START_SECONDS`. */
  readonly seconds: number
  /** Presses the keys of player `n`, from 0. */
  readonly bot: (n: number) => NonNullable<ClientOptions<GameOf<R>>['script']>
}

/** What came of it; all of it for each minute of one client. */
export interface Corrections {
  readonly corrections: number
  /** By how many units the picture was off after each, in sum. */
  readonly units: number
  /**
   * With `authority: sharedTick()`: ticks whose input was not there, and those of them that did not do what it said; else NaN.
   */
  readonly missing: number
  readonly wrong: number
  /** The mean time from an input to its tick, in ms; NaN without a shared tick. */
  readonly leadMs: number
  /** The same of a clairvoyant who keeps one distance to the clock and has `ALLOWED` gaps with a wrong input. */
  readonly shortestLeadMs: number
}

/** At first the clock knows nothing. */
export const START_SECONDS = 20
/** How many corrections a minute are few. */
export const ALLOWED = 5

/** Lets bots play, and counts what had to be corrected. */
export function countCorrections<R extends AnyRoom>(play: Play<R>): Corrections {
  const { room, kind, conditions, seed, players, seconds, bot } = play
  const sim = new Simulation(room, { kind, seed })
  const watched = Array.from({ length: players }, (_, n) => {
    const lead = new Watched(sim)
    const driver = room.game.authority === 'tick' ? lead : undefined
    const from = { seed: seed * 100 + n, clockPpm: 40 * n - 60, clockOffsetMs: 333 * n }
    // Not quite 60: a display and a server never agree.
    const frames = { frameHz: 59.94, script: bot(n), driver }
    const { session } = sim.join({ conditions, ...from, ...frames })
    lead.inside = () => insides.get(session)?.() ?? null
    return { lead, session }
  })
  sim.run(1000 * START_SECONDS)
  const before = watched.map(({ session }) => ({ ...session.stats }))
  for (const { lead, session } of watched) {
    const peer = coreOf(sim.room).peers.get(session.playerId)
    if (peer) lead.watch(peer)
  }
  sim.run(1000 * seconds)
  const minutes = (players * seconds) / 60
  const sum = (of: (one: (typeof watched)[number], n: number) => number): number =>
    watched.reduce((all, one, n) => all + of(one, n), 0) / minutes
  const inputs = watched.map(({ lead }) => lead.inputs)
  const count = inputs.flat().length / minutes
  return {
    corrections: sum(({ session }, n) => session.stats.corrections - before[n]!.corrections),
    units: sum(
      ({ session }, n) => session.stats.correctionDistance - before[n]!.correctionDistance,
    ),
    missing: count > 0 ? sum(({ lead }) => lead.missing) : Number.NaN,
    wrong: count > 0 ? sum(({ lead }) => lead.wrong) : Number.NaN,
    leadMs: sum(({ lead }) => lead.inputs.reduce((ms, one) => ms + one.leadMs, 0)) / count,
    shortestLeadMs: shortestLeadMs(inputs, ALLOWED * minutes),
  }
}

/** An `InputLead` that remembers what was made and when, and what the room did instead. */
class Watched extends InputLead {
  inside: () => Inside | null = () => null
  missing = 0
  wrong = 0
  readonly #sim: { readonly clock: Clock }
  readonly #made: MadeInput[] = []
  #from = Infinity

  constructor(sim: { readonly clock: Clock }) {
    super()
    this.#sim = sim
  }

  /** All inputs that were made since `watch` and came, in order. */
  get inputs(): readonly MadeInput[] {
    return this.#made.filter(({ wayMs }, id) => id >= this.#from && !Number.isNaN(wayMs))
  }

  override generated(inputId: number, nowMs: number, isChanged: boolean): void {
    super.generated(inputId, nowMs, isChanged)
    const inside = this.inside()
    if (!inside) return
    const { inputs, epochs, game } = inside.prediction
    const at = inputs.offsetOf(inputId)
    const row = inputs.row.slice(at, at + game.inputSchema.width)
    const madeMs = this.#sim.clock.nowMs()
    const stampMs = (epochs.stampOf(inputId) / SUBTICKS_PER_STEP) * game.stepMs
    this.#made[inputId] = { row, madeMs, leadMs: stampMs - madeMs, wayMs: Number.NaN }
  }

  /** Counts from now on what becomes of the inputs of `peer`. */
  watch({ inputBuffer, inputs }: Peer): void {
    this.#from = this.#made.length
    const { schema } = inputBuffer
    const came = inputs.came.bind(inputs)
    inputs.came = (first, arrival, nowMs) => {
      for (
        let one = inputBuffer.received;
        this.#made[one] && Number.isNaN(this.#made[one]!.wayMs);
        one--
      )
        this.#made[one]!.wayMs = this.#sim.clock.nowMs() - this.#made[one]!.madeMs
      came(first, arrival, nowMs)
    }
    const done = new Int32Array(schema.width)
    for (const how of ['repeat', 'idle'] as const) {
      const instead = inputBuffer[how].bind(inputBuffer)
      inputBuffer[how] = (into) => {
        instead(into)
        schema.gather(into, done, 0, null)
        const made = this.#made[inputBuffer.applied]
        this.missing++
        if (made?.row.some((value, i) => value !== done[i])) this.wrong++
      }
    }
  }
}
