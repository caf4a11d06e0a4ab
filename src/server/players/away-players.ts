import type { Ms, SubTick } from '../../base/units.ts'
import { type Archive, archiveList, unreadable } from '../save/archive.ts'
import type { Hooks } from '../world/hooks.ts'
import type { Player } from '../world/world.ts'
import type { Claim, Claims } from './claims.ts'
import type { Place } from './place.ts'

/** Called when a place is kept for a player, and when it no longer is. */
export type OnAway = (player: Player, isAway: boolean) => void

/** The places of away players, in the order in which their connections broke. */
export class AwayPlayers {
  readonly #list: Place[] = []
  readonly #hooks: Hooks
  readonly #claims: Claims
  readonly #onAway: OnAway | undefined

  constructor(hooks: Hooks, claims: Claims, onAway?: OnAway) {
    this.#hooks = hooks
    this.#claims = claims
    this.#onAway = onAway
  }

  /** Keeps a place until its `untilMs`. */
  add(place: Place): void {
    this.#list.push(place)
    this.#tell(place, true)
  }

  /** In a restored room, the players who were connected are away too, after the others. */
  archive(
    archive: Archive,
    connected: readonly Place[],
    placeOf: (player: number) => Place | undefined,
  ): void {
    const saved = archiveList(archive, [...this.#list, ...connected], (place) =>
      placeOf(archive.number(place?.player.id ?? 0)),
    )
    if (!archive.isRestoring) return
    if (new Set(saved).size !== saved.length) throw unreadable()
    for (const place of saved) {
      if (!place) throw unreadable()
      this.add(place)
    }
  }

  get count(): number {
    return this.#list.length
  }

  /** Leaves time out, as the room does: no player was silent meanwhile. Places are still kept in the process's time. */
  leaveOut(ms: Ms, steps: number): void {
    for (const place of this.#list) place.leaveOut(ms, steps)
  }

  /** Runs what is due in the step of the room that ends at `at`: inputs that wait, and after 2 s inputs at their defaults. */
  step(at: SubTick, nowMs: Ms): void {
    for (let i = 0; i < this.#list.length; i++) {
      const place = this.#list[i]!
      place.inputs.step(at, nowMs)
      // An error has cost the player the place.
      if (this.#list[i] !== place) i--
    }
  }

  /** Whether a place is kept for the claimed player. */
  hasPlaceOf(claim: Claim): boolean {
    return this.#list.some((place) => this.#claims.isFor(place, claim))
  }

  /** Takes out the claimed player. */
  takeClaimed(claim: Claim): Place | undefined {
    return this.#take(this.#list.findIndex((place) => this.#claims.isFor(place, claim)))
  }

  /** Takes out a player; undefined if the player is not away. */
  takePlayer(player: Player): Place | undefined {
    return this.#take(this.#list.findIndex((place) => place.player === player))
  }

  /** Takes out a player whose time was over at `nowMs`; Infinity takes any. Allocates nothing if there is none. */
  takeDue(nowMs: Ms): Place | undefined {
    for (let i = 0; i < this.#list.length; i++)
      if (this.#list[i]!.untilMs <= nowMs) return this.#take(i)
    return undefined
  }

  #take(index: number): Place | undefined {
    const [place] = index < 0 ? [] : this.#list.splice(index, 1)
    if (!place) return undefined
    this.#tell(place, false)
    return place
  }

  #tell({ player }: Place, isAway: boolean): void {
    this.#hooks.call('onAway', player, this.#onAway, player, isAway)
  }
}
