import type { Ms, Tick } from '../base/units.ts'
import type { Link } from '../link/link.ts'
import { RoomCore } from './core.ts'
import type { AnyRoom, GameOf, PlayerOf, WorldOf } from './define-room.ts'
import type { Newcomer } from './players/claims.ts'
import type { PlayerReceiver } from './players/player-receiver.ts'
import { reportView, type ViewReport } from './replication/report.ts'
import type { RoomOptions } from './room-options.ts'
import type { RoomStats } from './stats.ts'
import type { Player } from './world/world.ts'

/** What is behind a room: for the lobby, and for tests of the engine. No door exports it. */
export let coreOf: (room: Room) => RoomCore

/** Looks at a player's view in a room, for tools and tests: see `ViewReport`. Null when everything is told to the player. Allocates. */
export function viewOf<R extends AnyRoom>(room: Room<R>, player: Player): ViewReport | null {
  return reportView(coreOf(room as unknown as Room), player)
}

/**
 * One running game: the authority over its world. Pure: it gets time by `advance` and packets by its links, so it
 * runs in Node, in a worker and in a test alike. `serve` makes and drives rooms; use this class to do it yourself.
 */
export class Room<R extends AnyRoom = AnyRoom> {
  /** What it was made of. */
  readonly definition: R
  /** The game that it runs. */
  readonly game: GameOf<R>
  readonly #core: RoomCore

  /** Opens a room. Throws `misuse` for an option that cannot be, and what the game's `state` and `open` throw. */
  constructor(room: R, options: RoomOptions) {
    this.#core = new RoomCore(room, options)
    this.definition = room
    this.game = room.game as GameOf<R>
  }

  /** Its name; '' where nobody asked for one. */
  get id(): string {
    return this.#core.id
  }

  /** Most players at once. */
  get maxPlayers(): number {
    return this.#core.maxPlayers
  }

  /** Everybody in the room, in the order of joining; also those whose connection broke a moment ago. */
  get players(): readonly PlayerOf<R>[] {
    return this.#core.players as unknown as readonly PlayerOf<R>[]
  }

  /** What the functions of `defineRoom` get: entities, state, messages, kicking. For tests, bots and admin pages, between steps. */
  get world(): WorldOf<R> {
    return this.#core.world as unknown as WorldOf<R>
  }

  /** What it has counted since it opened. */
  get stats(): RoomStats {
    return this.#core.stats
  }

  /** Steps run so far. */
  get tick(): Tick {
    return this.#core.tick
  }

  /** Whether it has closed, by `close` or because it failed. */
  get isClosed(): boolean {
    return this.#core.isClosed
  }

  /** What the room has learned by `coding: tables()`, for `tables` as its frozen ones; empty before, and without it. */
  get tables(): Uint8Array {
    return this.#core.tables
  }

  /** When `advance` has something to do next, on the clock of `RoomOptions.nowMs`. */
  get nextDueMs(): Ms {
    return this.#core.nextDueMs
  }

  /** Runs all steps and network ticks that are due at `nowMs`. What the game throws goes to `onError`, or is thrown on. */
  advance(nowMs: Ms): void {
    this.#core.advance(nowMs)
  }

  /**
   * Lets a player in, whose HELLO was good. `Reception` calls it. Returns what the link's packets go to, or null when the
   * room is full or closed. A client that shows the `resumeKey` of a player who is here, or was a moment ago, and has the
   * same account, is that player again, with its earlier profile and account: the game's `join` is not called.
   */
  join(link: Link, newcomer: Newcomer, nowMs: Ms): PlayerReceiver | null {
    return this.#core.join(link, newcomer, nowMs)
  }

  /**
   * Calls `listener` for each message of a player, after the room's own `onMessage`; `name`: where messages have names. Returns
   * its undo.
   */
  onMessage(listener: (player: PlayerOf<R>, message: unknown, name: string) => void): () => void {
    return this.#core.messages.listen(
      listener as unknown as (player: Player, message: unknown, name: string) => void,
    )
  }

  /** Ends everybody's connection. The room does nothing after that. */
  close(): void {
    this.#core.close()
  }

  static {
    // The parameter is any room at all: all have a core.
    coreOf = (room) => room.#core
  }
}
