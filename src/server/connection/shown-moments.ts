import { GrowingRing } from '../../base/growing-ring.ts'
import { HORIZONS_MS } from '../../base/horizons.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { InputHead } from '../../wire/packets/input-packet.ts'

/** A moment on display passes at most this fast: a playout that is far behind runs at 1.5x. */
const MOST_RATE = 1.5
/** A client may claim a moment this much further back than its shortest recent round trip and a send interval explain. */
const SLACK_MS: Ms = 60
/** The shortest recent round trip grows at this rate until there is a shorter one, in ms per second. */
const GROWTH_PER_SECOND = 40
/** A pause between two round trips counts as this long at most. */
const MOST_PAUSE_SECONDS = 1
/** What a client tells of a moment may be off by this much. */
const INEXACT_MS: Ms = 4
/** The own time on display may be this much before an input, or this many steps. */
const MOST_OWN_AGE_MS: Ms = 100
const LEAST_OWN_STEPS = 3
/** The most that a claim may go back, whatever the connection is like. */
export const MOST_BACK_MS: Ms = 500
/** How many inputs are remembered: until the room judges by what players saw, those that may still wait for their tick. */
const LEAST_INPUTS = 8
const KEPT_INPUTS = 128
/** How many snapshots are remembered from then on. */
const KEPT_TICKS = 64

/**
 * A moment that a client shows, by its own account. Between two claims it passes as fast as the client's own time. From claim to
 * claim it moves only as a display does: it never goes back, and runs at most 1.5 times as fast as time. So a client cannot
 * choose anew with each shot how far back it looks.
 */
export class ClaimedMoment {
  /** How far the moment is ahead of the client's own time, as far as the last claim counts; NaN: none was made. */
  ahead: SubTick = Number.NaN
  /** The own time on display with that claim, and when the claim came. */
  #own: SubTick = 0
  #arrival: SubTick = 0

  /**
   * Notes that `moment` was on display at the own time `own`, and that a packet said so at `arrival`. `inexact`: a claim may be
   * off by so much.
   */
  claim(moment: SubTick, own: SubTick, arrival: SubTick, inexact: SubTick): void {
    let counted = moment
    if (!Number.isNaN(this.ahead)) {
      const before = this.ahead + this.#own
      const passed = Math.max(own - this.#own, arrival - this.#arrival, 0)
      counted = Math.max(before, Math.min(moment, before + MOST_RATE * passed + inexact))
    }
    this.ahead = counted - own
    this.#own = own
    this.#arrival = arrival
  }
}

/** A moment of which nothing was claimed. */
const UNKNOWN = /* @__PURE__ */ new ClaimedMoment()

/** What a `ShownMoments` needs of its room. */
export interface ShownRoom {
  readonly game: Pick<AnyGame, 'stepMs' | 'sendMs' | 'sendSubTicks'>
  /** Whether the room judges by what players saw. If not, only the newest inputs and a few snapshots are remembered. */
  readonly entities: { readonly keepsPast: boolean }
  /** All players, in another array after each change. What a client claims of others is ignored. */
  readonly players: readonly { readonly id: number }[]
}

/**
 * The moments that one client shows, by its own account: what was on display when each of its inputs was made, and which moment
 * of each player. A claim too far in the past counts as the furthest moment that the client's connection explains. Also keeps
 * which snapshots the client had by then. Creates no object in steady state.
 */
export class ShownMoments {
  readonly #host: ShownRoom
  readonly #subTicksPerMs: number
  readonly #intervalMs: Ms
  readonly #interval: SubTick
  /** By player: the moment on display, as far as the client has said. */
  readonly #players: Map<number, ClaimedMoment> = new Map()
  /** The same for the room's entities, by their horizon. */
  readonly #room: readonly ClaimedMoment[] = HORIZONS_MS.map(() => new ClaimedMoment())
  /**
   * In row 2n: the player's own time on display with input n, in steps, and the newest snapshot on display. In row 2n + 1: the
   * earliest moment that counts.
   */
  readonly #inputs = new GrowingRing(2 * KEPT_INPUTS)
  /** The last snapshots sent, and the baseline of each; less than -1 unless the snapshot was received. */
  readonly #snapshots = new GrowingRing(KEPT_TICKS)
  #newest = 0
  #oldest = 1
  /** The newest snapshot on display with the newest input; -1: none. */
  #pictured = -1
  /** The shortest recent round trip, NaN before the first, and when one was last noted. */
  #tripMs: Ms = Number.NaN
  #trippedAtMs: Ms = 0

  constructor(host: ShownRoom) {
    const { stepMs, sendMs, sendSubTicks } = host.game
    this.#host = host
    this.#subTicksPerMs = SUBTICKS_PER_STEP / stepMs
    this.#intervalMs = sendMs
    this.#interval = sendSubTicks
  }

  /**
   * Notes a round trip of the connection; NaN: none was measured. A client can make its round trips longer than they are, but
   * not shorter. So the shortest of them counts, and late acknowledgements explain nothing while others are prompt.
   */
  noteTrip(tripMs: Ms, nowMs: Ms): void {
    if (Number.isNaN(tripMs)) return
    const seconds = Math.min((nowMs - this.#trippedAtMs) / 1000, MOST_PAUSE_SECONDS)
    const before = Number.isNaN(this.#tripMs) ? tripMs : this.#tripMs
    this.#tripMs = Math.min(tripMs, before + GROWTH_PER_SECOND * seconds, MOST_BACK_MS)
    this.#trippedAtMs = nowMs
  }

  /** Notes that the snapshot of network tick `tick` is sent, coded against `baseline`; -1: against none. */
  noteSent(tick: number, baseline: number): void {
    const at = this.#snapshots.claim(tick, this.#host.entities.keepsPast ? tick - KEPT_TICKS : tick)
    this.#snapshots.values[at] = tick
    this.#snapshots.values[at + 1] = -3 - baseline
  }

  /** Notes that the client has received the snapshot of network tick `tick`. */
  noteReceived(tick: number): void {
    const at = this.#snapshots.at(tick)
    const noted = this.#snapshots.values[at + 1]!
    if (this.#snapshots.values[at] === tick && noted < -1)
      this.#snapshots.values[at + 1] = -3 - noted
  }

  /** Whether the snapshot of `tick`, no newer than one that was received, was lost on the way. */
  isLost(tick: number): boolean {
    const at = this.#snapshots.at(tick)
    return this.#snapshots.values[at] === tick && this.#snapshots.values[at + 1]! < -1
  }

  /** Returns the baseline of the snapshot of `tick`, which was received; -2: none was sent, because nothing was new. */
  baselineOf(tick: number): number {
    const at = this.#snapshots.at(tick)
    const noted = this.#snapshots.values[at + 1]!
    if (this.#snapshots.values[at] !== tick) return -2
    return noted < -1 ? -3 - noted : noted
  }

  /**
   * Notes what a packet says that came at `arrival`, with `newest` as its newest input. `ackTick`: the newest snapshot that the
   * client had received. `isGapless`: whether the packet before it came too; if not, some inputs were made in earlier frames.
   */
  note(
    head: InputHead,
    newest: number,
    arrival: SubTick,
    ackTick: number,
    isGapless: boolean,
  ): void {
    if (head.viewAge < 0 || newest <= this.#newest) return
    const perMs = this.#subTicksPerMs
    const mostOwnAge = Math.max(LEAST_OWN_STEPS, (MOST_OWN_AGE_MS * perMs) / SUBTICKS_PER_STEP)
    const own = newest - Math.min(head.ownAge / 32, mostOwnAge)
    const backMs = Math.min((this.#tripMs || 0) + this.#intervalMs + SLACK_MS, MOST_BACK_MS)
    const lowest = arrival - backMs * perMs
    // No older picture counts than that of the earliest moment.
    const oldestTick = Math.floor(lowest / this.#interval)
    const pictured = Math.max(ackTick - head.viewAge, oldestTick, this.#pictured)
    this.#pictured = pictured
    const picturedMs = (ackTick - head.viewAge) * this.#intervalMs
    for (let n = 0; n < head.momentCount; n++) {
      const { player, horizon, halfMs } = head.moments[n]!
      const shown = player === 0 ? this.#room[horizon] : this.#shownOf(player)
      const moment = (picturedMs + halfMs / 2) * perMs
      shown?.claim(moment, own * SUBTICKS_PER_STEP, arrival, INEXACT_MS * perMs)
    }
    const isOneFrame = isGapless && head.isOneFrame
    const ring = this.#inputs
    const kept = this.#host.entities.keepsPast ? KEPT_INPUTS : LEAST_INPUTS
    if (newest - this.#newest > kept) this.#newest = newest - kept
    this.#oldest = Math.max(this.#oldest, newest - kept + 1)
    for (let id = this.#newest + 1; id <= newest; id++) {
      const at = ring.claim(2 * id, 2 * this.#oldest)
      ring.values[at] = isOneFrame ? own : own - (newest - id)
      ring.values[at + 1] = pictured
      ring.values[ring.claim(2 * id + 1, 2 * this.#oldest)] = lowest
    }
    this.#newest = newest
  }

  /** Returns what was claimed of a player; undefined: there is no such player. */
  #shownOf(player: number): ClaimedMoment | undefined {
    const shown = this.#players.get(player)
    if (shown) return shown
    const { players } = this.#host
    for (let i = 0; i < players.length; i++) {
      if (players[i]!.id !== player) continue
      const made = new ClaimedMoment()
      this.#players.set(player, made)
      return made
    }
    return undefined
  }

  /** Forgets a player who has left. */
  forget(player: number): void {
    this.#players.delete(player)
  }

  /** The oldest input of which something is known; 0: nothing is known of any. */
  get oldest(): number {
    return Math.min(this.#oldest, this.#newest)
  }

  /** Returns the input itself if something is known of it, or else the nearest of which something is; 0: there is none. */
  known(input: number): number {
    return Math.max(this.oldest, Math.min(input, this.#newest))
  }

  /** Returns the moment of a player's entities that was on display when a known input was made; NaN: unknown. */
  momentOf(player: number, input: number): SubTick {
    return this.#momentAt(this.#players.get(player) ?? UNKNOWN, input)
  }

  /** Returns the same for the room's entities with a horizon. */
  roomMomentOf(horizon: number, input: number): SubTick {
    return this.#momentAt(this.#room[horizon]!, input)
  }

  #momentAt(shown: ClaimedMoment, input: number): SubTick {
    return shown.ahead + this.ownTimeOf(input) * SUBTICKS_PER_STEP
  }

  /** Returns the player's own time on display when a known input was made, in steps: input n is at n. */
  ownTimeOf(input: number): number {
    return this.#inputs.values[this.#inputs.at(2 * input)]!
  }

  /** Returns the newest snapshot on display when a known input was made; -1: none. */
  ackOf(input: number): number {
    return this.#inputs.values[this.#inputs.at(2 * input) + 1]!
  }

  /** Returns the earliest moment of the room's time that counts for a known input. */
  lowestOf(input: number): SubTick {
    return this.#inputs.values[this.#inputs.at(2 * input + 1)]!
  }
}
