import { Session, type SessionOptions } from 'glissade/client'
import type { LinkKind } from 'glissade/parts'
import { type AnyRoom, type GameOf, Reception, Room } from 'glissade/server'
import { memoryPair, VirtualClock } from 'glissade/testing'

/** The most time that `advance` lets pass in one go. */
const MOST_MS = 200

/** How a local room is made. */
interface LocalRoomOptions {
  /** The kind of the links between the room and its sessions. Default: `datagram`. */
  readonly kind?: LinkKind | undefined
  /** Seed of the room. Default: 1. */
  readonly seed?: number | undefined
}

/**
 * A room with its players in one page: real packets over links in memory, each with a network of its own, with no
 * socket and no timer. Its time passes in `advance` alone. A page that is not drawn therefore stands still, and is not
 * behind when it is drawn again. A test can play an hour in seconds.
 */
export class LocalRoom<R extends AnyRoom> {
  /** The server's side of the room. */
  readonly room: Room<R>
  /**
   * The clock of everything in the room, from 0. The server uses it too, and the frames of the sessions get its time.
   */
  readonly clock: VirtualClock = new VirtualClock()
  readonly #game: GameOf<R>
  readonly #kind: LinkKind
  readonly #reception: Reception
  #callersMs = Number.NaN

  constructor(room: R, options: LocalRoomOptions = {}) {
    const { kind = 'datagram', seed = 1 } = options
    this.#game = room.game as GameOf<R>
    this.#kind = kind
    this.room = new Room(room, { nowMs: 0, seed })
    this.#reception = new Reception({
      clock: this.clock,
      definition: (name) => (name === room.game.name ? room : undefined),
      roomFor: () => this.room as unknown as Room,
      count: () => {},
    })
    this.#turn()
  }

  /** The present on that clock. */
  get nowMs(): number {
    return this.clock.nowMs()
  }

  /**
   * Adds a player, who is in the room once its packets have gone there and back. The options are those of any session.
   */
  join(options: SessionOptions<GameOf<R>> = {}): Session<GameOf<R>> {
    const { client, server } = memoryPair(this.clock, this.#kind)
    this.#reception.accept(server)
    return new Session(this.#game, client, this.clock, options)
  }

  /**
   * Lets as much time pass as has passed for the caller since the last call, 200 ms at most. Packets arrive and steps
   * run, each at its own moment. `nowMs` may come from any clock, such as the times of frames. Call before the frames
   * of the sessions, and give them `local.nowMs`.
   */
  advance(nowMs: number): void {
    const passedMs = nowMs - this.#callersMs
    this.#callersMs = nowMs
    if (passedMs > 0) this.clock.advance(Math.min(passedMs, MOST_MS))
  }

  readonly #turn = (): void => {
    const { room, clock } = this
    room.advance(clock.nowMs())
    if (!room.isClosed) clock.after(Math.max(0.01, room.nextDueMs - clock.nowMs()), this.#turn)
  }
}
