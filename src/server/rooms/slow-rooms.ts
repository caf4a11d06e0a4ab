import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'

/**
 * A call this long disturbs every room of the process. It is the time between two snapshots at the usual rate, 20 a second,
 * so one snapshot of each room comes a whole interval late.
 */
const SLOW_MS: Ms = 50
/** The least time between two reports of a room. */
const REPORT_EVERY_MS: Ms = 10_000

/** A room whose game kept the process busy. */
export interface SlowRoom {
  /** The room's id. Players may have chosen it: quote it in a log. */
  readonly room: string
  /** The game's name. */
  readonly game: string
  /** How long one call took: the steps and snapshots that were due, or the work that one packet caused. */
  readonly ms: Ms
}

/** What `SlowRooms` needs of a room. */
interface Timed {
  readonly id: string
  readonly game: AnyGame
}

/** Reports rooms that take long, each at most once in 10 s. Allocates nothing while none does. */
export class SlowRooms {
  readonly #onSlow: (slow: SlowRoom) => void
  readonly #reportedAtMs = new WeakMap<Timed, Ms>()

  constructor(onSlow: (slow: SlowRoom) => void) {
    this.#onSlow = onSlow
  }

  /**
   * Notes a call into a room from `startMs` to `nowMs`. `forMs`: how much of the room's time the call ran. A room that makes up
   * for the time that another one took is not slow.
   */
  note(room: Timed, startMs: Ms, nowMs: Ms, forMs: Ms): void {
    const ms = nowMs - startMs
    if (ms > SLOW_MS && ms > forMs) this.#report(room, ms, nowMs)
  }

  #report(room: Timed, ms: Ms, nowMs: Ms): void {
    const { id, game } = room
    if (nowMs - (this.#reportedAtMs.get(room) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) return
    this.#reportedAtMs.set(room, nowMs)
    this.#onSlow({ room: id, game: game.name, ms })
  }
}
