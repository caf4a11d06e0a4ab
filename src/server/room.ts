import type { Ms, Tick } from '../base/units.ts'
import type { About } from '../directory/directory.ts'
import type { Link } from '../link/link.ts'
import { RoomCore } from './core.ts'
import type { AnyRoom, GameOf, PlayerOf, WorldOf } from './define-room.ts'
import type { Newcomer } from './players/claims.ts'
import type { PlayerReceiver, Refusal } from './players/player-receiver.ts'
import { reportView, type ViewReport } from './replication/report.ts'
import type { RoomOptions } from './room-options.ts'
import type { Migrate, Saved } from './saved/migrate.ts'
import type { RoomStats } from './stats.ts'
import type { Player } from './world/world.ts'

/** Options of `Room.restore`. */
export interface RestoreOptions extends Omit<RoomOptions, 'seed'> {
  /**
   * Changes a room that another version of the game saved. It gets plain data, may change it in place, and returns it. Inputs,
   * messages, events and the past are lost, and the players keep their places. Default: such a room cannot be restored.
   */
  readonly migrate?: Migrate | undefined
}

/** Returns the core of a room, for the lobby and for tests of the engine. No entry point exports it. */
export let coreOf: (room: Room) => RoomCore

/** Returns a player's `ViewReport`, for tools and tests. Null where the player is told everything. Allocates. */
export function viewOf<R extends AnyRoom>(room: Room<R>, player: Player): ViewReport | null {
  return reportView(coreOf(room as unknown as Room), player)
}

/**
 * One running game, with the authority over its world. It is pure: time comes from `advance` and packets from its links, so
 * it runs in Node, in a worker and in a test alike. `serve` makes and drives rooms. Use this class to drive one yourself.
 */
export class Room<R extends AnyRoom = AnyRoom> {
  /** The room definition, as `defineRoom` returned it. */
  readonly definition: R
  /** The game that it runs. */
  readonly game: GameOf<R>
  readonly #core: RoomCore

  /**
   * Opens a room. Throws `misuse` for an invalid option, and what the game's `state` and `open` throw. `saved`: see `restore`.
   */
  constructor(room: R, options: RoomOptions, saved?: Saved) {
    this.#core = new RoomCore(room, options, saved)
    this.definition = room
    this.game = room.game as GameOf<R>
  }

  /**
   * Returns everything that the room is, except its connections: entities, players with their keys and accounts, inputs that
   * wait, messages and events that were not acknowledged, what players saw in the last 900 ms, random numbers, `world.state`. The
   * room goes on, so a copy may also serve as a checkpoint. Call it between two calls of `advance`. Throws `misuse`, which names
   * the path, for a state, profile or account that is no plain data, as `structuredClone` knows it. Objects of entities and
   * players in the state are fine. Keep the bytes secret, because they contain the resume keys.
   */
  save(): Uint8Array {
    return this.#core.save()
  }

  /**
   * Goes on from what `save` returned, as if nothing had happened: neither `open` nor `join` is called. All players are away, and
   * come back with their keys. `options.nowMs` is the present on this process's clock. The room's time stood still meanwhile.
   * `id` and `seed` are those of the saved room. The clients go on with their inputs and messages if `bytes` are the newest state
   * that they have seen. How well each entity can be extrapolated is measured anew, and for the first 3 s the last result counts.
   * Tables that the room has learned by `coding: tables()` are learned again. Throws `misuse` for other bytes, and `schema` if
   * the game's schema has changed since and no `migrate` is given.
   */
  static restore<R extends AnyRoom>(room: R, bytes: Uint8Array, options: RestoreOptions): Room<R> {
    return new Room(room, options, { bytes, migrate: options.migrate })
  }

  /** The room's name. Default ''. */
  get id(): string {
    return this.#core.id
  }

  /** Most players at once. */
  get maxPlayers(): number {
    return this.#core.maxPlayers
  }

  /** What players choose the room by, see `World.about`. */
  get about(): About {
    return this.#core.listing.about
  }

  set about(about: About) {
    this.#core.listing.about = about
  }

  /** Whether only those who know its id find the room. */
  get isPrivate(): boolean {
    return this.#core.listing.isPrivate
  }

  set isPrivate(isPrivate: boolean) {
    this.#core.listing.isPrivate = isPrivate
  }

  /** Whether the room takes no new players for now, see `World.isLocked`. */
  get isLocked(): boolean {
    return this.#core.listing.isLocked
  }

  set isLocked(isLocked: boolean) {
    this.#core.listing.isLocked = isLocked
  }

  /**
   * All players in the order of joining, including those whose connection broke and whose place is kept. Read it again each
   * time: the array never changes, so a loop over it may kick.
   */
  get players(): readonly PlayerOf<R>[] {
    return this.#core.players as unknown as readonly PlayerOf<R>[]
  }

  /** The world that the functions of `defineRoom` get. For tests, bots and admin pages, between steps. */
  get world(): WorldOf<R> {
    return this.#core.world as unknown as WorldOf<R>
  }

  /** What the room has counted since it opened. */
  get stats(): RoomStats {
    return this.#core.stats
  }

  /** Steps run so far. */
  get tick(): Tick {
    return this.#core.tick
  }

  /** Whether the room waits for its `open`, which is async. Nobody joins before that, and the room's time stands still. */
  get isOpening(): boolean {
    return this.#core.opening !== null
  }

  /** Whether the room has closed, by `close` or after an error. */
  get isClosed(): boolean {
    return this.#core.isClosed
  }

  /** What the room has learned by `coding: tables()`, to pass to `tables` as frozen tables. Empty before, and without it. */
  get tables(): Uint8Array {
    return this.#core.tables
  }

  /** When `advance` has something to do next, on the clock of `RoomOptions.nowMs`. */
  get nextDueMs(): Ms {
    return this.#core.nextDueMs
  }

  /** Runs all steps and network ticks that are due at `nowMs`. Errors of the game go to `onError`, or are thrown on. */
  advance(nowMs: Ms): void {
    this.#core.advance(nowMs)
  }

  /**
   * Lets a player in after a valid HELLO; `Reception` calls it. Returns the receiver of the link's packets, null when the room
   * is full or closed, or why the game's `join` has not let the player in. A client comes back as an earlier player, with the
   * earlier profile and account, if it shows the `resumeKey` of a player who is here or away and has the same account. The
   * room does not call the game's `join` then.
   */
  join(link: Link, newcomer: Newcomer, nowMs: Ms): PlayerReceiver | Refusal | null {
    return this.#core.join(link, newcomer, nowMs)
  }

  /**
   * Calls `listener` for each message of a player, after the room's own `onMessage`. `name` is '' where messages have no
   * names. Returns a function that removes the listener.
   */
  onMessage(listener: (player: PlayerOf<R>, message: unknown, name: string) => void): () => void {
    return this.#core.messages.listen(
      listener as unknown as (player: Player, message: unknown, name: string) => void,
    )
  }

  /** Ends every connection. The room does nothing after that. */
  close(): void {
    this.#core.close()
  }

  static {
    // The parameter is any room, because every room has a core.
    coreOf = (room) => room.#core
  }
}
