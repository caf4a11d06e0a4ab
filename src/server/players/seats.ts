import type { Ms, SubTick } from '../../base/units.ts'
import type { LinkKind } from '../../link/link.ts'
import type { ResumeKey } from '../../wire/packets/handshake.ts'
import { Budget, type InputGuard } from '../authority/budget.ts'
import { type Archive, check } from '../save/archive.ts'
import type { SavedPlayer } from '../save/saved-player.ts'
import type { Entities } from '../world/entities.ts'
import type { Hooks } from '../world/hooks.ts'
import type { Listing } from '../world/listing.ts'
import type { Player } from '../world/world.ts'
import { AwayPlayers, type OnAway } from './away-players.ts'
import { type Claim, Claims, type Newcomer, NO_RESUME_KEY } from './claims.ts'
import { FloodGuard } from './flood-guard.ts'
import type { OpenSeat, OpenSeats } from './open-seats.ts'
import { Place, type PlaceRoom } from './place.ts'
import { PlayerIds } from './player-ids.ts'
import type { SameAccount } from './same-account.ts'

/** What seats need of their room. */
interface SeatsRoom extends PlaceRoom {
  readonly hooks: Hooks
  readonly entities: Entities
  readonly nowMs: Ms
  readonly resumeMs: Ms
  readonly nextNetworkTick: number
  readonly maxPlayers: number
  readonly listing: Listing
  readonly openSeats: OpenSeats
  subTicksAt(nowMs: Ms): SubTick
}

/** See `RoomOptions`. */
interface SeatsOptions {
  readonly guard?: ((now: SubTick, stepMs: Ms) => InputGuard) | undefined
  readonly newKey?: (() => ResumeKey) | undefined
  readonly sameAccount?: SameAccount | undefined
  readonly onAway?: OnAway | undefined
}

/** The players of a room, the place of each, and which of them are away. */
export class Seats {
  /** All players in the order of joining, away players included. Another array after each change, for loops that kick. */
  players: readonly Player[] = []
  /** Their places, by number. */
  readonly places: Map<number, Place> = new Map()
  readonly away: AwayPlayers
  readonly claims: Claims
  readonly #room: SeatsRoom
  readonly #guard: NonNullable<SeatsOptions['guard']>
  readonly #playerIds = new PlayerIds()

  constructor(room: SeatsRoom, { guard, newKey, sameAccount, onAway }: SeatsOptions) {
    this.#room = room
    this.#guard = guard ?? ((now, stepMs) => new Budget(now, stepMs))
    this.claims = new Claims(room.hooks, newKey, sameAccount)
    this.away = new AwayPlayers(room.hooks, this.claims, onAway)
  }

  /** Places that are taken: those of players, and open seats. Frees the seats whose time was over at `nowMs`. */
  taken(nowMs: Ms): number {
    const { openSeats } = this.#room
    openSeats.expire(nowMs)
    return this.players.length + openSeats.count
  }

  /** Whether somebody may join who is no player yet. */
  mayAdd({ resumeKey = NO_RESUME_KEY }: Newcomer, nowMs: Ms): boolean {
    const { maxPlayers, listing, openSeats } = this.#room
    const isFree = this.taken(nowMs) < maxPlayers && !listing.isLocked
    return isFree || openSeats.of(resumeKey) !== undefined
  }

  /**
   * Reserves seats, each for whoever shows its key before `untilMs`. Returns their keys, or null if there are not so many
   * places, or the room is locked and `isCreator` is false. `address` and `ended`: see `OpenSeat`.
   */
  reserve(
    count: number,
    nowMs: Ms,
    { isCreator, ...seat }: Omit<OpenSeat, 'resumeKey'> & { readonly isCreator: boolean },
  ): readonly ResumeKey[] | null {
    const { maxPlayers, listing, openSeats } = this.#room
    const isLocked = listing.isLocked && !isCreator
    if (isLocked || this.taken(nowMs) + count > maxPlayers) return null
    const keys = Array.from({ length: count }, () => this.claims.newKey())
    for (const resumeKey of keys) openSeats.add({ ...seat, resumeKey })
    return keys
  }

  /** Whether a place is kept for whoever shows this: that of an away player, or an open seat. */
  hasPlaceOf(claim: Claim): boolean {
    return this.away.hasPlaceOf(claim) || this.#room.openSeats.of(claim.resumeKey) !== undefined
  }

  /** Gives a newcomer a place and a key, which is that of the seat if there is one. `kind`: that of the first link. */
  add({ profile, account, resumeKey: shown }: Newcomer, kind: LinkKind, nowMs: Ms): Place {
    const id = this.#playerIds.next(this.players)
    const seat = this.#room.openSeats.take(shown ?? NO_RESUME_KEY)
    const resumeKey = seat?.resumeKey ?? this.claims.newKey()
    return this.#seat({ id, profile, account, resumeKey }, kind, nowMs)
  }

  /** Gives a player of a saved room the place back. */
  restore(player: SavedPlayer): void {
    this.#seat(player, 'ordered', this.#room.nowMs)
  }

  #seat({ id, profile, account, resumeKey }: SavedPlayer, kind: LinkKind, nowMs: Ms): Place {
    const { game, entities } = this.#room
    // The packet that opened the room came before the room's time began.
    const now = Math.max(0, this.#room.subTicksAt(nowMs))
    const player = { id, profile, account } as never
    const guard = this.#guard(now, game.stepMs)
    const flood = new FloodGuard(nowMs)
    const owner = entities.ownerOf(id)
    const seated = { player, resumeKey, guard, flood, owner }
    const place = new Place(this.#room, seated, kind, now, nowMs)
    this.players = [...this.players, player]
    this.places.set(id, place)
    return place
  }

  /** Takes the place of a player who is not away. */
  remove(player: Player): void {
    this.places.get(player.id)!.isOpen = false
    this.places.delete(player.id)
    this.players = this.players.filter((other) => other !== player)
  }

  /** Everything about the places. `connected`: those with a connection, in the order of joining. In a restored room none is. */
  archive(archive: Archive, connected: readonly { readonly place: Place }[]): void {
    const { nextNetworkTick, nowMs, resumeMs } = this.#room
    this.#playerIds.archive(archive)
    for (const { id } of this.players)
      this.places.get(id)!.archive(archive, nextNetworkTick - 1, nowMs + resumeMs)
    const places = connected.map(({ place }) => place)
    this.away.archive(archive, places, (id) => this.places.get(id))
    check(archive, this.away.count + places.length === this.players.length)
  }

  /** Lets all players of a restored room be away, if nothing else is known of them. */
  settle(): void {
    const { nowMs, resumeMs } = this.#room
    for (const place of this.places.values()) {
      this.#playerIds.note(place.player.id)
      place.disconnect(-1, nowMs + resumeMs)
      this.away.add(place)
    }
  }
}
