import type { Ms, SubTick } from '../../base/units.ts'
import type { Epochs } from '../../time/sync/epochs.ts'

/** Where a player's inputs stand in the room's time: `PlayerTime` or `TickTime`, as the game's `authority` is. */
export interface OwnTime {
  readonly epochs: Epochs
  /** The player's own time: that of the newest step of what it owns. */
  readonly stamp: SubTick
  /** What `ctx.timeMs` was in that step: never less than in any before it. */
  readonly moveTime: SubTick
  /** The present on the server's clock: set it before each call. V8 boxes fractional arguments. */
  nowMs: Ms
  /** The player's round trip; NaN: not known. */
  rttMs: Ms
  /**
   * Notes that input `id` came at room time `arrival`, which is `nowMs`. `wereHeldBack`: the inputs before it could have
   * come sooner.
   */
  arrived(id: number, arrival: SubTick, wereHeldBack?: boolean): void
  /** Notes, once a network tick, how many inputs wait. */
  waiting(steps: number): void
  /** Once a network tick: whether an epoch begins or has begun. `newest`: newest input received. */
  heal(newest: number): boolean
}
