import type { Ms, SubTick } from '../../base/units.ts'
import type { ResumeKey } from '../../wire/packets/handshake.ts'
import type { InputGuard } from '../authority/budget.ts'
import type { Owner } from '../world/owners.ts'
import type { Player } from '../world/world.ts'
import type { Claim, Claims } from './claims.ts'
import type { FloodGuard } from './flood-guard.ts'

/** How long no packet has to come from a player before the room moves the player. */
export const SILENT_MS: Ms = 2000

/** What a player has in a room, through all connections of the player. */
export interface Place {
  readonly player: Player
  readonly resumeKey: ResumeKey
  /** Both are kept as they are, so that a player who comes back again and again gains neither time nor packets. */
  readonly guard: InputGuard
  readonly flood: FloodGuard
  /** `ctx.timeMs` of the newest step that an input made, in subticks of the room's time. It never runs backwards. */
  readonly moveTime: SubTick
}

/** The place of an away player. */
export interface AwayPlayer extends Place {
  /** The entities that steps move. */
  readonly owner: Owner
  /** Whether the player is still away. */
  isOpen: boolean
  /** When the last packet came. */
  heardAtMs: Ms
  /** When the place is given up. */
  readonly untilMs: Ms
}

/** Called when a place is kept for a player, and when it no longer is. */
export type OnAway = (player: Player, isAway: boolean) => void

/** Runs the steps of away players. */
interface AbsentSteps {
  stepAway(absence: AwayPlayer, at: SubTick): void
}

/** The away players of a room, in the order in which their connections broke. */
export class AwayPlayers {
  readonly #list: AwayPlayer[] = []
  readonly #claims: Claims
  readonly #onAway: OnAway | undefined

  constructor(claims: Claims, onAway?: OnAway) {
    this.#claims = claims
    this.#onAway = onAway
  }

  /** Keeps the place of a player. */
  add(place: Omit<AwayPlayer, 'untilMs'>, untilMs: Ms): void {
    const { player, resumeKey, guard, flood, moveTime, owner, heardAtMs } = place
    const kept = { player, resumeKey, guard, flood, moveTime, owner, heardAtMs, untilMs }
    this.#list.push({ ...kept, isOpen: true })
    this.#onAway?.(player, true)
  }

  /** Leaves time out, as the room does: no player was silent meanwhile. Places are still kept in the process's time. */
  leaveOut(ms: Ms): void {
    for (const absence of this.#list) absence.heardAtMs += ms
  }

  /** Moves players who have sent nothing for 2 s, as if they were connected and quiet. The room's step ends at `at`. */
  step(inputs: AbsentSteps, at: SubTick, nowMs: Ms): void {
    for (let i = 0; i < this.#list.length; i++)
      if (nowMs - this.#list[i]!.heardAtMs >= SILENT_MS) inputs.stepAway(this.#list[i]!, at)
  }

  /** Whether a place is kept for the claimed player. */
  hasPlaceOf(claim: Claim): boolean {
    return this.#list.some((absence) => this.#claims.isFor(absence, claim))
  }

  /** Takes out the claimed player. */
  takeClaimed(claim: Claim): AwayPlayer | undefined {
    return this.#take(this.#list.findIndex((absence) => this.#claims.isFor(absence, claim)))
  }

  /** Takes out a player; undefined if the player is not away. */
  takePlayer(player: Player): AwayPlayer | undefined {
    return this.#take(this.#list.findIndex((absence) => absence.player === player))
  }

  /** Takes out a player whose time was over at `nowMs`; Infinity takes any. Allocates nothing if there is none. */
  takeDue(nowMs: Ms): AwayPlayer | undefined {
    for (let i = 0; i < this.#list.length; i++)
      if (this.#list[i]!.untilMs <= nowMs) return this.#take(i)
    return undefined
  }

  #take(index: number): AwayPlayer | undefined {
    const [absence] = index < 0 ? [] : this.#list.splice(index, 1)
    if (!absence) return undefined
    absence.isOpen = false
    this.#onAway?.(absence.player, false)
    return absence
  }
}
