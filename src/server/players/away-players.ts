import type { Ms, SubTick } from '../../base/units.ts'
import type { ResumeKey } from '../../wire/packets/handshake.ts'
import type { InputGuard } from '../authority/budget.ts'
import type { Owner } from '../world/owners.ts'
import type { Player } from '../world/world.ts'
import type { Claim, Claims } from './claims.ts'
import type { FloodGuard } from './flood-guard.ts'

/** From when on the room moves a player from whom no packet comes. */
export const SILENT_MS: Ms = 2000

/** What a player has in a room, through all connections that it has one after the other. */
export interface Place {
  readonly player: Player
  readonly resumeKey: ResumeKey
  /** These go on as they are: a player who comes back again and again gains neither time nor packets by it. */
  readonly guard: InputGuard
  readonly flood: FloodGuard
  /** What `ctx.timeMs` was in the newest step that an input made, in the room's time: it never runs backwards. */
  readonly moveTime: SubTick
}

/** The place of a player whose connection broke. */
export interface AwayPlayer extends Place {
  /** What steps move. */
  readonly owner: Owner
  /** Whether the player is away still. */
  isOpen: boolean
  /** When the last packet came. */
  heardAtMs: Ms
  /** When the place is given up. */
  readonly untilMs: Ms
}

/** Told when a place is kept for a player, and when it no longer is. */
export type OnAway = (player: Player, isAway: boolean) => void

/** What takes the steps of absent players. */
interface AbsentSteps {
  stepAway(absence: AwayPlayer, at: SubTick): void
}

/** The players of a room whose connection broke and whose place is kept, in the order of their going. */
export class AwayPlayers {
  readonly #list: AwayPlayer[] = []
  readonly #claims: Claims
  readonly #onAway: OnAway | undefined

  constructor(claims: Claims, onAway?: OnAway) {
    this.#claims = claims
    this.#onAway = onAway
  }

  /** Keeps a place. */
  add(place: Omit<AwayPlayer, 'untilMs'>, untilMs: Ms): void {
    const { player, resumeKey, guard, flood, moveTime, owner, heardAtMs } = place
    const kept = { player, resumeKey, guard, flood, moveTime, owner, heardAtMs, untilMs }
    this.#list.push({ ...kept, isOpen: true })
    this.#onAway?.(player, true)
  }

  /** The room leaves time out: nobody was away meanwhile. Places are kept in the process's time all the same. */
  leaveOut(ms: Ms): void {
    for (const absence of this.#list) absence.heardAtMs += ms
  }

  /** Moves those who have been away for 2 s, like players who are here and say nothing: a step of the room ends at `at`. */
  step(inputs: AbsentSteps, at: SubTick, nowMs: Ms): void {
    for (let i = 0; i < this.#list.length; i++)
      if (nowMs - this.#list[i]!.heardAtMs >= SILENT_MS) inputs.stepAway(this.#list[i]!, at)
  }

  /** Whether a place is kept for the player that this claim belongs to. */
  hasPlaceOf(claim: Claim): boolean {
    return this.#list.some((absence) => this.#claims.isFor(absence, claim))
  }

  /** Takes out the player that this claim belongs to. */
  takeClaimed(claim: Claim): AwayPlayer | undefined {
    return this.#take(this.#list.findIndex((absence) => this.#claims.isFor(absence, claim)))
  }

  /** Takes out a player; undefined for one who is not away. */
  takePlayer(player: Player): AwayPlayer | undefined {
    return this.#take(this.#list.findIndex((absence) => absence.player === player))
  }

  /** Takes out one whose time was over at `nowMs`; Infinity takes anybody. Free of allocation. */
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
